/** The one queue of the workers. BullMQ makes work prompt; MySQL knows what is due and what is done. */
export const queueName = 'nation'

/** The job that carries a reaction to a journal entry. */
export const reactJob = 'journal.react'

/** Which reaction to which entry. */
export interface ReactJobData {
  readonly seq: number
  readonly handler: string
}

/** Keys of the queue begin with the database's name, so that two nations on one Redis never do each other's work. */
export function queuePrefix(databaseUrl: string): string {
  return `nation:${new URL(databaseUrl).pathname.slice(1)}`
}
