import { namesOfOpenWork, reactJobId, takeOpenWork, type OpenWork, type ReactJobData } from '@nation/core/work'
import type { Queue } from 'bullmq'
import type { DataSource } from 'typeorm'
import { within } from './within'

/** The queues of reactions, by the name of the reaction. */
export type ReactionQueues = ReadonlyMap<string, Pick<Queue, 'addBulk' | 'getWaitingCount'>>

/** How many reactions of one name wait in Redis: each worker fills their queue up to this. The others wait in the database. */
export const mostWaiting = 200

/** How long Redis may take for an answer. */
const timeoutMs = 1_500

/**
 * Hands open reactions to their queues, as far as there is room: while their workers get nowhere, Redis does not grow. Each
 * reaction has a queue of its own, so none waits behind another one. What is lost in Redis is handed out again after a minute.
 * @param beside given what a queue did not take
 */
export async function handOut(
  database: DataSource,
  queues: ReactionQueues,
  machineNow: Date,
  beside: (name: string, work: readonly OpenWork[]) => void,
): Promise<void> {
  for (const name of await namesOfOpenWork(database, [...queues.keys()], machineNow)) {
    const queue = queues.get(name)
    if (!queue) continue
    const room = mostWaiting - (await within(timeoutMs, queue.getWaitingCount(), mostWaiting))
    if (room <= 0) continue
    const work = await takeOpenWork(database, name, room, machineNow)
    const jobs = work.map((one) => {
      const data: ReactJobData = { seq: one.seq, handler: one.handler }
      // An id that has failed or was lost is free again.
      return { name, data, opts: { jobId: reactJobId(one), removeOnComplete: true, removeOnFail: true } }
    })
    const taken = await within(timeoutMs, queue.addBulk(jobs), null)
    if (taken === null && work.length > 0) beside(name, work)
  }
}
