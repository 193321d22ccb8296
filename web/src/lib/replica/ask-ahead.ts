import type { CallRequest } from '@nation/domain/contract'
import { firstJobs, jobsOf } from './read-ahead'
import type { Nation } from './types'

/** For how long an answer that was asked for ahead counts, in milliseconds: a window that begins to lead later asks anew. */
const answerCountsMs = 5_000

/**
 * The same nation, asked already for what there is and for the first pages of it: they are on their way while a copy that begins is
 * opened. A page counts for a copy that begins with that answer, until it reads changes or sends a command: then the page is older than what
 * was read.
 */
export function askedAhead(nation: Nation, now = () => performance.now()): Nation {
  const askedAt = now()
  const opened = nation.open()
  const pages = new Map<string, ReturnType<Nation['rows']>>()
  let [isTaken, countPages] = [false, true]
  const askForPages = async () => {
    const { tables } = await opened
    const short = new Set(tables.flatMap(({ table, short }) => (short ? table : [])))
    for (const { table, after } of firstJobs(jobsOf(tables, 0))) {
      if (!countPages) return
      // What the copy asks for together is not asked for here.
      if (short.has(table)) return
      const input = { table, ...(after !== null && { after }) }
      const page = nation.rows(input)
      page.catch(() => undefined)
      pages.set(nameOf(input), page)
    }
  }
  askForPages().catch(() => undefined)
  const forgetPages = () => {
    countPages = false
    pages.clear()
  }
  return {
    ...nation,
    open() {
      const isFresh = !isTaken && now() - askedAt < answerCountsMs
      isTaken = true
      if (isFresh) return opened
      forgetPages()
      return nation.open()
    },
    rows(input) {
      const page = pages.get(nameOf(input))
      pages.delete(nameOf(input))
      // Each page was asked for alone.
      return (input.also === undefined && page) || nation.rows(input)
    },
    changes(input) {
      forgetPages()
      return nation.changes(input)
    },
    run(input) {
      forgetPages()
      return nation.run(input)
    },
  }
}

const nameOf = ({ table, after = '' }: CallRequest<'replica.rows'>): string => `${table} ${after}`
