import { commandOf, needsToBeOnline, newRowId, type CommandCall, type CommandTable } from '@nation/domain/commands'
import type { CallAnswer } from '@nation/domain/contract'
import type { ReplicaTable } from '@nation/domain/replica'
import { versionOf } from './version'
import type { Store, Writing } from './store'
import type { Entry, EntryState, HeldBack, Locks, Mine, Row } from './types'

/** A command, as a screen adds it. */
export interface NewCommand {
  readonly call: CommandCall
  readonly input: Readonly<Record<string, unknown>>
  /** The row that the command changes, as the server last sent it; null for a row that the command, or a waiting one, creates. */
  readonly base: Row | null
}

/** The command can only be made online: powers, money and appointments cannot wait. */
export class NeedsToBeOnline extends Error {
  override readonly name = 'NeedsToBeOnline'
}

/** The command was sent, and no answer came: it cannot be withdrawn. */
export class MayBeDone extends Error {
  override readonly name = 'MayBeDone'
}

type Applied = CallAnswer<'commands.run'>
type Change = (entries: readonly Entry[]) => Promise<readonly Entry[]> | readonly Entry[]

/** How many of the administrator's commands are remembered after they were applied. */
const mostMine = 100

export interface OutboxParts {
  readonly name: string
  /** The administrator's public id. */
  readonly me: string
  readonly store: () => Store
  readonly locks: Locks
  /** Called after each change of the outbox. */
  readonly changed: () => void
  /** A row as it is stored now, also by another window; null without one. */
  readonly stored: (table: CommandTable, id: string) => Promise<Row | null>
}

const waiting: EntryState = { is: 'waiting' }

/** Commands that wait to be sent. Each change is one transaction, and a lock lets one window at a time make one. */
export class Outbox {
  #entries: readonly Entry[] = []
  lost = 0
  /** Entries of other administrators: they stay stored. */
  others = 0
  #top = 0
  #writes = 0
  /** How many reads began, and which of them gave the entries. */
  #readings = 0
  #read = 0

  #mine: readonly Mine[] = []

  constructor(private readonly parts: OutboxParts) {}

  get entries(): readonly Entry[] {
    return this.#entries
  }

  /** The id of a row that a command of this administrator made, once that was sent; otherwise the id itself. */
  idOf(table: CommandTable | ReplicaTable, id: string): string {
    if (!id.startsWith('new:')) return id
    return this.#mine.findLast((one) => one.table === table && one.id === id)?.to.id ?? id
  }

  /** Reads the stored entries: at the start, and after another window changed them. */
  async read(): Promise<void> {
    const at = this.#writes
    const reading = ++this.#readings
    const { entries: found, mine, lost, top } = await this.parts.store().entries()
    const entries = lost === 0 ? found : await withoutLost(found)
    // This window wrote meanwhile: the read may be older.
    if (at !== this.#writes) return this.read()
    // A later read ended first: its entries are newer.
    if (reading < this.#read) return
    this.#read = reading
    this.#entries = entries.filter(({ administrator }) => administrator === this.parts.me)
    this.#mine = mine
    this.others = entries.length - this.#entries.length
    this.lost = lost
    this.#top = top
  }

  /**
   * The first entry that may be sent now: none before it is about the same row, and none before one that makes a row waits to make another
   * in the same table.
   * @param skipped keys that are not sent now
   */
  next(nation: string, skipped: ReadonlySet<string> = new Set()): Entry | null {
    const held = new Set<string>()
    for (const entry of this.#entries) {
      if (entry.nation !== nation) continue
      const isWaiting = entry.state.is === 'waiting'
      const subjects = [`${entry.table} ${entry.id}`, ...(isWaiting && isCreation(entry) ? [entry.table] : [])]
      const sendable = isWaiting && entry.after === null && !skipped.has(entry.key)
      if (sendable && !subjects.some((subject) => held.has(subject))) return entry
      for (const subject of subjects) held.add(subject)
    }
    return null
  }

  /**
   * Adds a command under a new key.
   * @throws NeedsToBeOnline for a command that cannot wait
   */
  async add({ call, input, base }: NewCommand, nation: string, at: number): Promise<Entry> {
    if (needsToBeOnline(call)) throw new NeedsToBeOnline('This needs to be online.')
    const key = crypto.randomUUID()
    const { table, subject } = commandOf(call)
    const named = subject === undefined ? newRowId(key) : String(input[subject])
    let queued: Entry | undefined
    await this.change(async (entries) => {
      const before = entries.findLast((one) => one.table === table && one.id === named && one.nation === nation)
      const seen = { id: named, base, version: await versionOf(table, base) }
      const rests = before ? { ...seen, version: null } : await this.#restsOn(table, seen, nation)
      const [n, administrator] = [this.#top + 1, this.parts.me]
      const [after, queuedAt] = [before?.key ?? null, at]
      const entry: Entry = {
        ...{ n, key, administrator, nation, call, input, table, ...rests },
        ...{ after, queuedAt, sentAt: null, state: waiting },
      }
      queued = rests.id === named ? entry : renamed(entry, rests.id)
      return [...entries, queued]
    })
    return queued!
  }

  /**
   * The row and version on which a command is based. Usually that is the row as the administrator has `seen` it. If only their own
   * commands changed the row since, it is the current row: an administrator has no conflict with themselves.
   */
  async #restsOn(table: CommandTable, seen: Pick<Entry, 'id' | 'base' | 'version'>, nation: string) {
    let { id, version } = seen
    const { me, stored } = this.parts
    for (const mine of this.#mine) {
      const isSame = mine.administrator === me && mine.nation === nation && mine.table === table && mine.id === id
      if (isSame && (mine.from === version || id.startsWith('new:'))) ({ id, version } = mine.to)
    }
    if (id === seen.id && version === seen.version) return seen
    const base = await stored(table, id)
    return (await versionOf(table, base)) === version ? { id, base, version } : { ...seen, id }
  }

  /** Removes an entry that was applied. Entries that waited for it are then based on its result. */
  async applied(
    { key, id, administrator, nation, table, version }: Entry,
    answer: Applied,
    writing: Omit<Writing, 'entries'>,
  ): Promise<void> {
    const done: Mine = {
      ...{ administrator, nation, table, id, from: version },
      to: { id: answer.id, version: answer.version },
    }
    await this.change(
      (entries) =>
        entries.flatMap((entry) => {
          if (entry.key === key) return []
          const named = entry.id === id && id !== answer.id ? renamed(entry, answer.id) : entry
          if (entry.after !== key) return [named]
          return [{ ...named, after: null, version: answer.version, base: answer.row }]
        }),
      writing,
      done,
    )
  }

  /** An entry is sent now, and was not before, or nothing was done of it then: from here on it may have been done. */
  async sending(key: string, at: number): Promise<void> {
    await this.change((entries) => entries.map((entry) => (entry.key === key ? { ...entry, sentAt: at } : entry)))
  }

  /** The nation could not do an entry just now: it says why, and is sent again. @param sentAt since when it may have been done */
  async heldBack(key: string, held: HeldBack, sentAt: number | null): Promise<void> {
    await this.change((entries) => entries.map((entry) => (entry.key === key ? { ...entry, held, sentAt } : entry)))
  }

  /** An entry was not done; it stays until a person decides. */
  async stopped(key: string, state: EntryState): Promise<void> {
    await this.change((entries) => entries.map((entry) => (entry.key === key ? { ...entry, state } : entry)))
  }

  /**
   * Gives an entry up: the administrator accepts the other change, or the refusal. Entries that waited for it are then based on the same
   * row as it was. If that row is outdated or was never created, they are given up, too.
   * @param nation the nation that answers now; null when it is not known
   * @throws MayBeDone for an entry that was sent to this nation and has no answer yet: the next try brings it
   */
  async giveUp(key: string, nation: string | null): Promise<void> {
    await this.change((entries) => {
      const given = entries.find((entry) => entry.key === key)
      if (!given) return entries
      const isForeign = nation !== null && given.nation !== nation
      if (given.state.is === 'waiting' && given.sentAt !== null && !isForeign)
        throw new MayBeDone('It was sent, and may have been done.')
      const madeNothing = isCreation(given)
      return entries.flatMap((entry) => {
        if (entry.key === key || (madeNothing && entry.id === given.id)) return []
        if (entry.after !== key) return [entry]
        const { version, after, base } = given
        const state = given.state.is === 'conflict' ? given.state : entry.state
        return [{ ...entry, version, after, base, state }]
      })
    })
  }

  /**
   * Sends an entry again under a new key, based on the current row. Entries that waited for it wait for the new one. Returns the new
   * key, or null when another window was faster.
   * @param input what it contains now, where the administrator wrote it anew
   */
  async sendAgain(key: string, input?: Entry['input']): Promise<string | null> {
    const found = this.#entries.find((entry) => entry.key === key)
    const anew = crypto.randomUUID()
    if (!found || found.state.is === 'waiting') return null
    let wasThere = false
    const theirs = found.state.is === 'conflict' ? found.state.theirs : found.base
    const version = await versionOf(found.table, theirs)
    const id = isCreation(found) ? newRowId(anew) : found.id
    await this.change((entries) => {
      wasThere = entries.some((entry) => entry.key === key)
      if (!wasThere) return entries
      return entries.map((entry) => {
        const named = entry.id === found.id ? renamed(entry, id) : entry
        if (entry.key === key)
          return {
            ...named,
            ...(input && { input }),
            ...{ key: anew, base: theirs, version, sentAt: null, held: null, state: waiting },
          }
        return entry.after === key ? { ...named, after: anew } : named
      })
    })
    return wasThere ? anew : null
  }

  /** Changes the stored outbox, together with the other writes of the same transaction. */
  async change(change: Change, writing: Omit<Writing, 'entries'> = {}, done?: Mine): Promise<void> {
    const { name, locks, store, changed } = this.parts
    await locks.exclusive(`${name} outbox`, async () => {
      await this.read()
      const before = this.#entries
      const after = await change(before)
      const known = new Map(before.map((entry) => [entry.n, entry]))
      const here = new Set(after.map(({ n }) => n))
      const put = after.filter((entry) => known.get(entry.n) !== entry)
      const gone = before.flatMap(({ n }) => (here.has(n) ? [] : [n]))
      const mine = done ? [...this.#mine, done].slice(-mostMine) : this.#mine
      await store().write({ ...writing, entries: { put, gone, ...(done && { mine }) } })
      this.#writes++
      this.#mine = mine
      this.#entries = after
    })
    changed()
  }
}

/**
 * Entries that waited for an unreadable one are based on the row as it was seen. If the lost entry was applied, that is a conflict. A
 * row that the lost entry should have created does not exist.
 */
function withoutLost(entries: readonly Entry[]): Promise<readonly Entry[]> {
  const keys = new Set(entries.map(({ key }) => key))
  return Promise.all(
    entries.map(async (entry): Promise<Entry> => {
      if (entry.after === null || keys.has(entry.after)) return entry
      const { table, base, id, state } = entry
      const isOfNothing = id.startsWith('new:') && state.is === 'waiting'
      const version = await versionOf(table, base)
      return { ...entry, after: null, version, state: isOfNothing ? { is: 'conflict', theirs: null } : state }
    }),
  )
}

/** Whether an entry creates a row. */
const isCreation = ({ call }: Entry): boolean => commandOf(call).creates !== undefined

/** The entry with the id of its row, which has been created meanwhile. */
function renamed(entry: Entry, id: string): Entry {
  const { subject } = commandOf(entry.call)
  return { ...entry, id, input: subject === undefined ? entry.input : { ...entry.input, [subject]: id } }
}
