import { readPage, type Page } from './page'
import type { Job, Nation } from './types'

/** How many pages are asked for before those in front of them were taken. */
const mostAhead = 2

/**
 * Pages of a table in their order. The next ones are asked for, and read, while one is written: the server, the way and the disk work at
 * the same time.
 */
export class ReadAhead {
  readonly #pages: Promise<Page>[] = []
  /** Where it goes on once a page was taken. */
  #waiting: string | null = null
  #hasStopped = false

  constructor(
    private readonly nation: Pick<Nation, 'rows'>,
    private readonly job: Job,
  ) {
    this.#ask(job.after)
  }

  /** The next page; not to be asked for behind the last one. @throws what the nation refuses */
  take(): Promise<Page> {
    const page = this.#pages.shift()
    if (!page) throw new Error('There is no page behind the last one.')
    if (this.#waiting !== null) this.#ask(this.#waiting)
    return page
  }

  /** Nothing more is asked for. What was read and not taken is forgotten: it would be older than what is read meanwhile. */
  stop(): void {
    this.#hasStopped = true
  }

  #ask(after: string | null): void {
    this.#waiting = null
    const page = this.#read(after)
    page.catch(() => undefined)
    this.#pages.push(page)
  }

  async #read(after: string | null): Promise<Page> {
    const { table } = this.job
    const page = readPage(await this.nation.rows({ table, ...(after !== null && { after }) }), table)
    if (page.next === null || this.#hasStopped) return page
    if (this.#pages.length < mostAhead) this.#ask(page.next)
    else this.#waiting = page.next
    return page
  }
}
