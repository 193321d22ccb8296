import { jobsOfKind } from '@nation/domain/work'

/** The queue of what the clock makes due. BullMQ makes work prompt; MySQL knows what is due and what is done. */
export const dueQueue = 'due'

/** The queues of the workers: one for what the clock makes due, and one for each reaction, under its name (decision 140). */
export const queueNames: readonly string[] = [dueQueue, ...jobsOfKind('reaction')]

/** Which reaction to which entry. */
export interface ReactJobData {
  readonly seq: number
  readonly handler: string
}

/** A reaction that is handed to its queue. */
export interface OpenWork extends ReactJobData {
  readonly attempts: number
  readonly retries: number
}

/**
 * The id under which a reaction is in its queue. The queue takes an id once: what waits there and is handed out again is not
 * added. Another attempt, or a retry, is another id.
 */
export const reactJobId = ({ seq, retries, attempts }: OpenWork): string => `${seq}-${retries}-${attempts}`

/** Keys of the queues begin with the database's name, so that two nations on one Redis never do each other's work. */
export function queuePrefix(databaseUrl: string): string {
  return `nation:${new URL(databaseUrl).pathname.slice(1)}`
}
