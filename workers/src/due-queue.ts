import type { TimedJob } from '@nation/core/work'
import type { Queue } from 'bullmq'
import type { Enqueue } from './due-tick'
import { within } from './within'

/** How long Redis may take for an answer before the tick does without it. */
const timeoutMs = 1_500
/** Work that is still due so long after it was handed to the queue is handed to it again, under a new id. */
const windowMs = 10_000
/** How long work may wait in the queue before the tick does it. */
const lateMs = 3_000

/**
 * Hands due work to the queue. It is `late` when it has waited there for three seconds: no worker takes anything from the queue,
 * or none has a place.
 * @param passed milliseconds that only grow
 * @param machineNow the machine's time
 */
export function handingTo(
  queue: Pick<Queue, 'add' | 'getJobState'>,
  isReady: () => boolean,
  passed = () => performance.now(),
  machineNow = () => Date.now(),
): Enqueue {
  const handed = new Map<string, { readonly id: string; readonly since: number }>()
  return async (job: TimedJob, dueAt: Date) => {
    if (!isReady()) return 'refused'
    const jobId = `${job.name}-${dueAt.getTime()}-${Math.floor(machineNow() / windowMs)}`
    const options = { jobId, removeOnComplete: true, removeOnFail: { count: 100 } }
    const taken = await within(
      timeoutMs,
      queue.add(job.name, {}, options).then(() => true),
      false,
    )
    if (!taken) return 'refused'
    const before = handed.get(job.name)
    if (before?.id !== jobId) handed.set(job.name, { id: jobId, since: passed() })
    if (before?.id !== jobId || passed() - before.since < lateMs) return 'handed'
    const state = await within(timeoutMs, queue.getJobState(jobId), 'no answer')
    return state === 'waiting' || state === 'no answer' ? 'late' : 'handed'
  }
}
