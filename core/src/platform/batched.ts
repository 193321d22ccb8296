import DataLoader from 'dataloader'
import type { DataSource } from 'typeorm'

/** How a question travels. */
export interface BatchedOptions {
  /** How many messages may be under way at once; what is asked meanwhile waits for the next one. */
  readonly underWay: number
  /** The most questions of a message. */
  readonly most?: number
}

/**
 * Asks many questions in one message: those of one turn of the event loop, and those that came while `underWay` messages had no
 * answer yet. So a lone question goes at once, and under load a message costs many callers a part. Nothing is stored, and no
 * question travels before it was asked.
 * @param ask answers all questions of a message, in their order; each of them is rejected with what it throws
 */
export function batched<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { underWay, most = 500 }: BatchedOptions,
): (question: Question) => Promise<Answer> {
  const waiting: (() => void)[] = []
  let sent = 0
  const send = (message: () => void) => {
    sent += 1
    setImmediate(message)
  }
  const loader = new DataLoader<Question, Answer>(
    async (questions) => {
      try {
        return await ask(questions)
      } finally {
        sent -= 1
        const next = waiting.shift()
        if (next) send(next)
      }
    },
    {
      cache: false,
      maxBatchSize: most,
      batchScheduleFn: (message) => void (sent < underWay ? send(message) : waiting.push(message)),
    },
  )
  return (question) => loader.load(question)
}

/**
 * The same for what is looked up in a database: one line of questions for each database of this process.
 * @param read answers all questions of a message, in their order
 */
export function batchedIn<Question, Answer>(
  read: (database: DataSource, questions: readonly Question[]) => Promise<readonly Answer[]>,
  options: BatchedOptions,
): (database: DataSource) => (question: Question) => Promise<Answer> {
  const lookUps = new WeakMap<DataSource, (question: Question) => Promise<Answer>>()
  return (database) => {
    const known = lookUps.get(database)
    if (known) return known
    const lookUp = batched((questions: readonly Question[]) => read(database, questions), options)
    lookUps.set(database, lookUp)
    return lookUp
  }
}
