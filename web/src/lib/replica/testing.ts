import { replicaFormat } from '@nation/domain/replica/format'
import type { DexieOptions } from 'dexie'
import * as fake from 'fake-indexeddb'
import { openReplica, type Replica, type ReplicaParts } from './replica'
import type { Channel, Locks, Nation, Refusal, Row, ReplicaNotice } from './types'

/** A call that failed. */
export class Refused extends Error implements Refusal {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly facts: Readonly<Record<string, string | number>> = {},
    private readonly by: 'the nation' | 'another server' = 'the nation',
  ) {
    super(code)
  }

  /** Every failure of the nation's own names its request. */
  get requestId(): string | undefined {
    return this.status === 0 || this.by !== 'the nation' ? undefined : 'request'
  }

  get sentence(): string {
    return this.message
  }
}

/** What a nation answers a session that it ended. */
export const sessionEnded = (farewell = 'farewell'): Refused => new Refused(401, 'session_ended', { farewell })

export const noNetwork = (): Refused => new Refused(0, 'network')

/** A nation in memory, with a journal of what changed. Its rows and answers are what a test says. */
export class SmallNation {
  id = 'nation-one'
  farewell: string | null = 'farewell'
  format = replicaFormat
  readonly tables = new Map<string, Map<string, Row>>()
  readonly journal: { table: string; id: string }[] = []
  readonly sent: string[] = []
  /** Ascending keys, by which pages go on: one that went is not given again. */
  readonly #keys = new Map<string, number>()
  again: string[] = []
  reset = false
  pageSize = 3
  /** Tables of which the first pages may be asked for in one call. */
  short: readonly string[] = []
  /** Keys behind which parts of a table begin. */
  parts: Readonly<Record<string, readonly number[]>> = {}
  /** Called before each call is answered; what it throws is the answer. */
  before: (call: string) => void = () => undefined
  after: (call: string) => void = () => undefined
  run: (command: Parameters<Nation['run']>[0]) => Row | null = () => null
  /** The same, where a test needs versions. */
  runs: (command: Parameters<Nation['run']>[0]) => Promise<{ row: Row | null; version: string | null }> = (command) =>
    Promise.resolve({ row: this.run(command), version: null })

  put(table: string, ...rows: Row[]): void {
    const known = this.tables.get(table) ?? new Map<string, Row>()
    this.tables.set(table, known)
    for (const row of rows) {
      if (!known.has(row.id)) this.#keys.set(`${table} ${row.id}`, this.journal.length + 1)
      known.set(row.id, row)
      this.journal.push({ table, id: row.id })
    }
  }

  delete(table: string, id: string): void {
    this.tables.get(table)?.delete(id)
    this.journal.push({ table, id })
  }

  get calls(): Nation {
    return {
      farewell: () => this.farewell,
      open: () => this.#answer('open', () => this.#open()),
      rows: (input) => this.#answer('rows', () => this.#pages(input)),
      changes: ({ after }) => this.#answer('changes', () => this.#changes(Number(after))),
      run: (command) =>
        this.#answer('run', async () => {
          this.sent.push(command.key)
          const { row, version } = await this.runs(command)
          return { success: true, table: 'members', id: row?.id ?? '', version, row }
        }),
    }
  }

  async #answer<T>(call: string, answer: () => unknown): Promise<T> {
    await Promise.resolve()
    this.before(call)
    const answered = structuredClone(await answer()) as T
    this.after(call)
    return answered
  }

  #open() {
    const tables = [...this.tables].map(([table, rows]) => {
      const parts = this.parts[table]?.map((from, at, all) =>
        at + 1 < all.length ? `${from} ${all[at + 1]}` : `${from}`,
      )
      return { table, rows: rows.size, ...(parts && { parts }), ...(this.short.includes(table) && { short: true }) }
    })
    const { id, format } = this
    return { success: true, nation: id, format, position: String(this.journal.length), tables, now: 0 }
  }

  #pages({ table, after = '0', also }: Parameters<Nation['rows']>[0]) {
    const others = also?.split(',').map((other) => this.#page(other, '0'))
    return new TextEncoder().encode(JSON.stringify({ ...this.#page(table, after), ...(others && { others }) }))
  }

  #page(table: string, after: string) {
    const [from = 0, to] = after.split(' ').map(Number)
    const keyOf = ({ id }: Row) => this.#keys.get(`${table} ${id}`) ?? 0
    const left = [...(this.tables.get(table)?.values() ?? [])].filter(
      (row) => keyOf(row) > from && (to === undefined || keyOf(row) <= to),
    )
    const columns = Object.keys(left[0] ?? { id: '' })
    // Tests make rows of a table with different fields, and a server does not: a page ends before the first of another form.
    const another = left.findIndex((row) => Object.keys(row).join() !== columns.join())
    const rows = left.slice(0, Math.min(this.pageSize, another === -1 ? left.length : another))
    const last = rows.length === this.pageSize || rows.length < left.length ? rows.at(-1) : undefined
    const values = rows.map((row) => columns.map((name) => row[name]))
    return { success: true, table, columns, rows: values, next: last ? [keyOf(last), to].join(' ').trim() : null }
  }

  #changes(after: number) {
    const put: Record<string, Row[]> = {}
    const gone: Record<string, string[]> = {}
    const [again, reset] = [this.again, this.reset]
    this.again = []
    this.reset = false
    // As the server does: a row that changed twice is sent once.
    const touched = new Map(this.journal.slice(after).map((one) => [`${one.table} ${one.id}`, one]))
    for (const { table, id } of touched.values()) {
      if (again.includes(table)) continue
      const row = this.tables.get(table)?.get(id)
      if (row) (put[table] ??= []).push(row)
      else (gone[table] ??= []).push(id)
    }
    const position = String(this.journal.length)
    return reset
      ? { success: true, position, more: false, reset, put: {}, gone: {}, again: [] }
      : { success: true, position, more: false, reset, put, gone, again }
  }
}

/** Locks of one process, as windows have them. */
export function testLocks(): Locks {
  const lines = new Map<string, Promise<unknown>>()
  return {
    exclusive: async (name, work, signal) => {
      const begin = () => {
        signal?.throwIfAborted()
        return work()
      }
      const mine = (lines.get(name) ?? Promise.resolve()).then(begin, begin)
      lines.set(
        name,
        mine.catch(() => undefined),
      )
      return mine
    },
  }
}

/** IndexedDB in memory, for programs that are not compiled with a browser's types. */
const { IDBFactory, IDBKeyRange } = fake as unknown as { IDBFactory: new () => Databases; IDBKeyRange: unknown }

interface Databases {
  readonly databases: () => Promise<{ readonly name?: string }[]>
}

/** A disk with its windows: replicas that are opened on it share what is stored, their locks and their channel. */
export class TestDisk {
  readonly indexedDB: Databases = new IDBFactory()
  readonly #locks = testLocks()
  readonly #windows = new Set<(message: ReplicaNotice) => void>()

  get options(): DexieOptions {
    return { indexedDB: this.indexedDB, IDBKeyRange } as unknown as DexieOptions
  }

  parts(nation: Nation, over: Partial<ReplicaParts> = {}): ReplicaParts {
    return {
      name: 'here',
      key: new Uint8Array(32).fill(7),
      indexedDB: this.options,
      nation,
      locks: this.#locks,
      channel: (_, hear) => this.#join(hear),
      me: 'alma',
      now: () => 0,
      rest: () => Promise.resolve(),
      ...over,
    }
  }

  #join(hear: (message: ReplicaNotice) => void): Channel {
    this.#windows.add(hear)
    return {
      tell: (message) => {
        for (const other of this.#windows) if (other !== hear) other(message)
      },
      close: () => void this.#windows.delete(hear),
    }
  }
}

export const someMembers = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({ id: `m${n}`, username: `Citizen ${n}` }))

/** A nation with ten members and a task. */
export function aNation(): SmallNation {
  const nation = new SmallNation()
  nation.put('members', ...someMembers(10))
  nation.put('tasks', { id: 't1', title: 'Light the harbour' })
  return nation
}

/** Opens replicas, and closes all of them at the end of a test. */
export function openReplicas() {
  const opened: Replica[] = []
  return {
    async open(disk: TestDisk, nation: SmallNation, over: Partial<ReplicaParts> = {}): Promise<Replica> {
      const replica = await openReplica(disk.parts(nation.calls, over))
      opened.push(replica)
      await replica.loaded
      return replica
    },
    close(): void {
      for (const replica of opened.splice(0)) replica.close()
    },
  }
}

export { restMs } from './pace'
export { openReplica, type Replica, type ReplicaParts } from './replica'
export type { Entry, Locks, Nation, Row } from './types'
