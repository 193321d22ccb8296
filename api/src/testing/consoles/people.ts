import { randomUUID } from 'node:crypto'
import { rowsOfPage, type ReplicaPage } from '@nation/domain/replica'
import { Refused, type Row } from '@nation/web/replica/testing'
import fc from 'fast-check'
import type { Console, Window } from './console'
import type { Line } from './line'
import type { SimulatedClock } from './simulated-clock'

const consoleDeeds = [
  'flag',
  'flag',
  'say',
  'say at all',
  'unsay',
  'give',
  'change',
  'change',
  'finish',
  'drop',
  'resolve',
  'resolve',
]

/** What a person does next, and how long after they did the last thing. They look at a row, and decide a while later. */
export interface Deed {
  readonly after: number
  readonly decide: number
  readonly do: string
  readonly a: number
  readonly b: number
}

export const deeds = fc.array(
  fc.record({
    after: fc.nat({ max: 6_000 }),
    decide: fc.constantFrom(0, 0, 500, 4_000, 12_000),
    do: fc.constantFrom(...consoleDeeds),
    a: fc.nat({ max: 11 }),
    b: fc.nat({ max: 7 }),
  }),
  { minLength: 150, maxLength: 150 },
)

const isOnAir = ({ deletedAt }: Row): boolean => deletedAt === null
const isCitizen = ({ isAdmin }: Row): boolean => isAdmin === false

interface Subject {
  readonly table: 'members' | 'broadcasts' | 'tasks'
  readonly isFit?: (row: Row) => boolean
}

/** Which rows a deed is about. Deeds without one make a row, or decide about an entry. */
const tasks = { table: 'tasks' } as const
const subjects: Readonly<Record<string, Subject>> = {
  flag: { table: 'members', isFit: isCitizen },
  unsay: { table: 'broadcasts', isFit: isOnAir },
  ...{ change: tasks, finish: tasks, drop: tasks },
}

/** No two texts are alike: what was done twice is seen. */
export class Texts {
  #count = 0
  next = (who: string): string => `${who} ${++this.#count}`
}

/** Does what was drawn until the time is over. */
export async function sitAtConsole(
  console: Console,
  drawn: readonly Deed[],
  { clock, until, texts }: { clock: SimulatedClock; until: number; texts: Texts },
): Promise<void> {
  for (const deed of drawn) {
    await clock.sleep(deed.after)
    if (clock.now() >= until) return
    const window = console.windowFrom(deed.b)
    if (window && deed.do === 'say at all') await sayAtAll(console, clock, texts)
    else if (window) await doAt(console, window, deed, { clock, text: texts.next(deed.do) })
  }
}

/** In the same moment a broadcast is queued in every window: they share one outbox, and none may write over another's entry. */
async function sayAtAll(console: Console, clock: SimulatedClock, texts: Texts): Promise<void> {
  const shown = console.windows.filter(({ isShown }) => isShown)
  const say = (window: Window) =>
    console.addCommand(window, 'broadcast.create', { message: texts.next('say at all') }, null)
  await clock.aside(Promise.all(shown.map((window) => clock.run(() => say(window)))))
}

async function doAt(
  console: Console,
  window: Window,
  { do: what, decide, a, b }: Deed,
  { clock, text }: { clock: SimulatedClock; text: string },
): Promise<void> {
  if (what === 'resolve') return void (await console.resolve(window, b % 2 === 0))
  const about = subjects[what]
  const seen = about && window.row(about.table, a, about.isFit)
  // They decide about what they saw; others may have changed it meanwhile.
  await clock.sleep(decide)
  if (window.isDead) return
  if (what === 'say') return console.addCommand(window, 'broadcast.create', { message: text }, null)
  if (what === 'give')
    return console.addCommand(window, 'government-tasks.create-task', { title: text, description: 'Do it.' }, null)
  if (!seen) return
  const { id, base } = seen
  const status = b % 2 ? 'open' : 'completed'
  // Powers are given online alone: only the panel flags.
  const commands: Record<string, () => Promise<void>> = {
    unsay: () => console.addCommand(window, 'broadcast.delete', { messageId: id, reason: text }, base),
    change: () => console.addCommand(window, 'government-tasks.update-task', { taskId: id, title: text }, base),
    finish: () => console.addCommand(window, 'government-tasks.update-status', { taskId: id, status }, base),
    drop: () => console.addCommand(window, 'government-tasks.delete-task', { taskId: id, reason: text }, base),
  }
  await commands[what]?.()
}

/** The panel in a browser: calls at once, repeated after a lost answer under the same key, as web's transport does. */
export class Panel {
  /** The texts that it created, and whether the server acknowledged each. */
  readonly created = new Map<string, boolean>()
  done = 0

  constructor(
    readonly me: string,
    private readonly parts: { readonly token: string; readonly clock: SimulatedClock; readonly line: Line },
  ) {}

  async sit(drawn: readonly Deed[], { until, texts }: { until: number; texts: Texts }): Promise<void> {
    for (const deed of drawn) {
      await this.parts.clock.sleep(deed.after)
      if (this.parts.clock.now() >= until) return
      await this.#do(deed, texts.next(`panel ${deed.do}`)).catch((error: unknown) => {
        if (!(error instanceof Refused) || error.status === 500) throw error
      })
    }
  }

  async #do({ do: what, a, b }: Deed, text: string): Promise<void> {
    const post = (path: string, body: object) => this.#post(`/api/${path}`, body)
    if (what === 'say' || what === 'say at all' || what === 'give') {
      this.created.set(text, false)
      if (what !== 'give') await post('broadcast/create', { message: text, type: 'info' })
      else await post('government-tasks/create-task', { title: text, description: 'Do it.' })
      this.created.set(text, true)
      return
    }
    const about = subjects[what]
    const id = about && (await this.#someRow(about, a))
    if (id === undefined) return
    const calls: Record<string, () => Promise<void>> = {
      flag: () => post('admin/update-role', { userId: id, isModerator: b % 2 === 0 }),
      unsay: () => post('broadcast/delete', { messageId: id }),
      change: () => post('government-tasks/update-task', { taskId: id, title: text }),
      finish: () => post('government-tasks/update-status', { taskId: id, status: b % 2 ? 'open' : 'completed' }),
      drop: () => post('government-tasks/delete-task', { taskId: id }),
    }
    await calls[what]?.()
    this.done++
  }

  async #someRow({ table, isFit = () => true }: Subject, which: number): Promise<string | undefined> {
    const answer = await this.#ask('GET', `/api/replica/rows?table=${table}`)
    const rows = rowsOfPage(answer as unknown as ReplicaPage)
      .filter(isFit)
      .slice(-4)
    return rows[which % Math.max(1, rows.length)]?.id
  }

  async #post(path: string, body: object): Promise<void> {
    const key = randomUUID()
    for (const pause of [1_000, 2_000, null]) {
      try {
        return void (await this.#ask('POST', path, body, key))
      } catch (error) {
        const isPassing = error instanceof Refused && (error.status === 0 || error.status >= 500)
        if (!isPassing || pause === null) throw error
        await this.parts.clock.sleep(pause)
      }
    }
  }

  #ask(method: string, path: string, body?: object, key?: string) {
    const headers = {
      authorization: `Bearer ${this.parts.token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    return this.parts.line.ask({ method, path, headers, ...(body && { body }) })
  }
}
