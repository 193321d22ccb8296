import { commandOf, type CommandCall } from '@nation/domain/commands'
import {
  noNetwork,
  openReplica,
  restMs,
  TestDisk,
  type Nation,
  type Replica,
  type ReplicaParts,
  type Row,
} from '@nation/web/replica/testing'
import type { Line } from './line'
import type { SimulatedClock } from './simulated-clock'
import { WindowLocks } from './window-locks'

type Command = Parameters<Nation['run']>[0]
type Input = Readonly<Record<string, unknown>>

/** What a person meant to be done once. */
export interface Intention {
  readonly call: CommandCall
  /** The input without the id of its row, which a row that was yet to be made has only later. */
  readonly words: string
  /** Null until it was queued, and where the window was killed before it could be said under which. */
  key: string | null
  /** False where the window was killed in the middle: then it was queued, sent again or given up, or not. */
  isCertain: boolean
  isGivenUp: boolean
}

/** A command as it went over the line, and when it did so first. */
export interface Sent extends Command {
  readonly order: number
}

export const wordsOf = (call: CommandCall, input: Input): string => {
  const { subject } = commandOf(call)
  return JSON.stringify(Object.entries(input).filter(([field]) => field !== subject))
}

/** An administrator's console: windows on one disk, and what its person meant. */
export class Console {
  readonly disk = new TestDisk()
  readonly locks: WindowLocks
  readonly windows: readonly Window[]
  readonly intentions: Intention[] = []
  readonly sent = new Map<string, Sent>()
  readonly resolved = { mine: 0, theirs: 0 }
  /** Commands that were sent again because no answer had come. */
  repeats = 0

  constructor(
    readonly me: string,
    readonly token: string,
    readonly parts: { readonly clock: SimulatedClock; readonly line: Line; readonly windows: number },
  ) {
    this.locks = new WindowLocks(parts.clock)
    this.windows = Array.from({ length: parts.windows }, () => new Window(this))
    parts.line.back = () => this.wake()
  }

  wake(): void {
    for (const { replica, isDead } of this.windows) if (!isDead) replica.wake()
  }

  /** The window that its person sits at: the first of those that show the nation, from one of them on. */
  windowFrom(which: number): Window | undefined {
    const { windows } = this
    return [...windows.slice(which % windows.length), ...windows].find(({ isShown }) => isShown)
  }

  async addCommand(window: Window, call: CommandCall, input: Input, base: Row | null): Promise<void> {
    const intention: Intention = { call, words: wordsOf(call, input), key: null, isCertain: false, isGivenUp: false }
    this.intentions.push(intention)
    await window.whileAlive(async () => {
      intention.key = (await window.replica.addCommand({ call, input, base })).key
      intention.isCertain = true
    })
  }

  /** What a person does with the first entry that was stopped. Answers whether there was one. */
  async resolve(window: Window, isMine: boolean): Promise<boolean> {
    const { replica } = window
    const entry = replica.outbox.entries.find(({ state }) => state.is !== 'waiting')
    if (!entry) return false
    const { state } = entry
    const sendsMine = isMine && state.is === 'conflict' && state.theirs !== null
    const about = this.intentions.find(({ key }) => key === entry.key)
    if (about) about.isCertain = false
    await window.whileAlive(async () => {
      const key = sendsMine ? await replica.sendAgain(entry.key) : entry.key
      if (!sendsMine) await replica.takeTheirs(entry.key)
      this.resolved[sendsMine ? 'mine' : 'theirs']++
      // Where the other window was faster, it is that one's.
      if (!about || key === null) return
      about.isCertain = true
      about.isGivenUp = !sendsMine
      about.key = key
    })
    return true
  }

  /** The calls of a window, over this console's line. */
  callsOf(window: Window): Nation {
    const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const { line } = this.parts
      window.stir()
      if (window.isDead) throw noNetwork()
      const headers = { authorization: `Bearer ${this.token}` }
      const answer = await line.ask({ method, path, headers, ...(body !== undefined && { body }) })
      if (window.isDead) throw noNetwork()
      window.stir()
      return answer as T
    }
    const query = (input: object) => String(new URLSearchParams(input as Record<string, string>))
    return {
      farewell: () => null,
      open: () => ask('GET', '/api/replica/open'),
      rows: async (input) =>
        new TextEncoder().encode(JSON.stringify(await ask('GET', `/api/replica/rows?${query(input)}`))),
      changes: (input) => ask('GET', `/api/replica/changes?${query(input)}`),
      run: (command) => {
        this.#note(command)
        return ask('POST', '/api/commands/run', command)
      },
    }
  }

  #note(command: Command): void {
    const before = this.sent.get(command.key)
    if (before) this.repeats++
    else this.sent.set(command.key, { ...command, order: this.sent.size })
  }
}

/** A window: what it has in memory is lost when it is killed, and read from the disk when it is opened again. */
export class Window {
  replica!: Replica
  isDead = true
  #isLoaded = false
  #turns: number | null = null
  #killed: () => void = () => undefined
  #following: Promise<unknown> = Promise.resolve()

  constructor(private readonly console: Console) {}

  /** Whether it has read what is stored, and that is the whole nation. Until then there is nothing that a person could decide about. */
  get isShown(): boolean {
    return this.#isLoaded && this.replica.state.filled
  }

  async open(over: Partial<ReplicaParts> = {}): Promise<void> {
    const { clock } = this.console.parts
    const { disk, locks, me } = this.console
    this.isDead = false
    this.replica = await openReplica(
      disk.parts(this.console.callsOf(this), {
        locks: locks.of(this, () => this.stir()),
        me,
        now: clock.now,
        rest: (signal, failures) => clock.sleep(restMs(failures), signal),
        ...over,
      }),
    )
    await this.replica.loaded
    const { replica } = this
    this.#isLoaded = !this.isDead
    this.#following = clock
      .run(() => replica.follow())
      .catch((error: unknown) => {
        if (!this.isDead) throw error
      })
  }

  /** Kills it in the middle of what it does next. @param turns how many turns of the event loop after that began */
  killInNext(turns: number): Promise<void> {
    this.#turns = turns
    return new Promise((killed) => (this.#killed = killed))
  }

  /** It does something: a process that is to be killed in the middle of it is killed soon. */
  stir(): void {
    if (this.#turns === null) return
    let left = this.#turns
    this.#turns = null
    const turn = () => void (left-- > 0 ? setImmediate(turn) : this.kill())
    turn()
  }

  kill(): void {
    this.isDead = true
    this.#isLoaded = false
    this.#turns = null
    this.replica.close()
    this.console.locks.kill(this)
    this.#killed()
  }

  async close(): Promise<void> {
    this.kill()
    await this.#following
  }

  /** Does something with it; what fails because it was killed meanwhile is over. */
  async whileAlive(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!this.isDead) throw error
    }
  }

  /** A row as it is shown, and as the server last had it. */
  row(table: Parameters<Replica['rows']>[0], which: number, isFit: (row: Row) => boolean = () => true) {
    const rows = ([...this.replica.rows(table)] as unknown as Row[]).filter(isFit).slice(-4)
    const shown = rows[which % Math.max(1, rows.length)]
    if (!shown) return null
    return { id: shown.id, base: this.replica.memory.table(table).get(shown.id) ?? null }
  }
}
