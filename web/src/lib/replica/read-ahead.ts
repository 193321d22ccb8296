import type { CallAnswer } from '@nation/domain/contract'
import type { ReplicaTable } from '@nation/domain/replica'
import { readPage, type Page } from './page'
import type { Job, Nation } from './types'

/** How many pages are on their way at once, and how many of one job lie here before the first of them is taken. */
const [mostAsked, mostOfJob] = [3, 3]

/** What is to be read of a nation: every table, or every part of it. @param since the number of the first batch that counts */
export const jobsOf = (tables: CallAnswer<'replica.open'>['tables'], since: number): Job[] =>
  tables.flatMap(({ table, parts = [null] }) => parts.map((after: string | null) => ({ table, since, after })))

/** The jobs of which a page is asked for at once. */
export const firstJobs = (jobs: readonly Job[]): readonly Job[] => jobs.slice(0, mostAsked)

/** A page that came, and where it was asked for. */
export interface PageOfTable extends Page {
  readonly table: ReplicaTable
  readonly after: string | null
}

/** A job of which one page at a time is asked for. */
class Chain {
  readonly came: PageOfTable[] = []
  isAsked = false
  /** How many pages of it were asked for. */
  pages = 0

  /** @param after where its next page begins; undefined behind its last one */
  constructor(
    readonly table: ReplicaTable,
    public after: string | null | undefined,
    /** Tables whose first pages are asked for with the first one of this. */
    readonly also: readonly ReplicaTable[] = [],
  ) {}

  get isRead(): boolean {
    return this.after === undefined && this.came.length === 0
  }

  get mayAsk(): boolean {
    return !this.isAsked && this.after !== undefined && this.came.length < mostOfJob
  }
}

/** A chain for each job; one for short tables that follow each other and were not begun. */
function chainsOf(jobs: readonly Job[], short: ReadonlySet<ReplicaTable>): Chain[] {
  const chains: Chain[] = []
  const isWhole = (job: Job | undefined) => job !== undefined && job.after === null && short.has(job.table)
  for (let at = 0; at < jobs.length; at++) {
    const { table, after } = jobs[at]!
    const also: ReplicaTable[] = []
    if (isWhole(jobs[at])) while (isWhole(jobs[at + 1])) also.push(jobs[++at]!.table)
    chains.push(new Chain(table, after, also))
  }
  return chains
}

/**
 * Pages of tables, in the order of the tables. Parts of a table, and the tables behind it, are asked for at the same time: the server, the way,
 * this thread and the disk work at once. What comes of later tables lies here until those in front of it are complete: names first.
 */
export class ReadAhead {
  #chains: readonly Chain[]
  #asked = 0
  #failure: { readonly error: unknown } | null = null
  #hasStopped = false
  #wake: () => void = () => undefined

  constructor(
    private readonly nation: Pick<Nation, 'rows'>,
    jobs: readonly Job[],
    /** Tables of which the first pages may come in one answer. */
    short: ReadonlySet<ReplicaTable> = new Set(),
  ) {
    this.#chains = chainsOf(jobs, short)
    this.#askMore()
  }

  /**
   * The pages that are here, at least one: of the first table, and of those behind it where it is complete. After a failure those of all
   * tables: none is read twice. @throws what the nation refuses, once no page is left
   */
  async take(): Promise<readonly PageOfTable[]> {
    for (;;) {
      const pages = this.#takeWhatCame()
      if (pages.length > 0) return pages
      if (this.#failure && this.#asked === 0) throw this.#failure.error
      if (this.#chains.length === 0) throw new Error('There is no page behind the last one.')
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  #takeWhatCame(): PageOfTable[] {
    const pages: PageOfTable[] = []
    let first = this.#chains[0]?.table
    for (const chain of this.#chains) {
      if (chain.table !== first && !this.#failure) {
        if (this.#chains.some(({ table, isRead }) => table === first && !isRead)) break
        first = chain.table
      }
      pages.push(...chain.came.splice(0))
    }
    this.#chains = this.#chains.filter(({ isRead }) => !isRead)
    this.#askMore()
    return pages
  }

  /** Nothing more is asked for. What was read and not taken is forgotten: it would be older than what is read meanwhile. */
  stop(): void {
    this.#hasStopped = true
  }

  #askMore(): void {
    while (this.#asked < mostAsked && !this.#failure && !this.#hasStopped) {
      const chain = this.#nextToAsk()
      if (!chain) return
      void this.#read(chain)
    }
  }

  /** Of the first table that may be asked for, the part that is behind the others: one that begins last would be read alone in the end. */
  #nextToAsk(): Chain | undefined {
    const open = this.#chains.filter(({ mayAsk }) => mayAsk)
    return open
      .filter(({ table }) => table === open[0]?.table)
      .reduce<Chain | undefined>((least, chain) => (least && least.pages <= chain.pages ? least : chain), undefined)
  }

  /** What came with a page and is not at its end is read behind it. */
  #goOnWith(chain: Chain, { others }: Page): void {
    const left = others.flatMap(({ table, next }) => (next === null ? [] : new Chain(table, next)))
    this.#chains = this.#chains.flatMap((one) => (one === chain ? [one, ...left] : one))
  }

  async #read(chain: Chain): Promise<void> {
    const { table, after = null } = chain
    this.#asked++
    chain.isAsked = true
    chain.pages++
    try {
      const also = after === null ? chain.also : []
      const asked = { table, ...(after !== null && { after }), ...(also.length > 0 && { also: also.join(',') }) }
      const page = readPage(await this.nation.rows(asked), table, also)
      chain.came.push({ ...page, table, after })
      chain.after = page.next ?? undefined
      this.#goOnWith(chain, page)
    } catch (error) {
      this.#failure ??= { error }
    }
    chain.isAsked = false
    this.#asked--
    this.#askMore()
    this.#wake()
  }
}
