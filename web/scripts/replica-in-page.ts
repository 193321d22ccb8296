import { replicaFormat } from '@nation/domain/replica/format'
import { openBroadcast, openReplica, rest, SearchableMemory, webLocks, type Nation } from '../src/lib/replica'
import { entry, member, pageOf, queries } from './replica-rows'

/** The page's side of `e2e/tools/console-speed.ts`: the console's replica on a browser's own IndexedDB, with rows that are made up. */

interface Size {
  readonly members: number
  readonly entries: number
}

/**
 * What a step took, the longest task that it made, and the longest time between two frames, in milliseconds; and how many frames of a screen
 * with 60 a second were not drawn.
 */
interface Measured {
  readonly took: number
  readonly longestTask: number
  readonly longestFrame: number
  readonly lostFrames: number
}

const changed: ReturnType<typeof member>[] = []

function nationOf({ members, entries }: Size): Nation {
  const tables = [
    { table: 'members', rows: members },
    { table: 'gazette', rows: entries },
  ] as const
  const made = (table: string, from: number, size: number) =>
    Array.from({ length: size }, (_, at) => (table === 'members' ? member(from + at) : entry(from + at, members)))
  const answers = {
    open: () => ({ nation: 'made up', format: replicaFormat, position: '0', tables, now: 0 }),
    rows: ({ table, after }: { table: string; after?: string }) => {
      const from = Number(after ?? 0)
      const all = table === 'members' ? members : entries
      const size = Math.min(table === 'members' ? 1_000 : 500, all - from)
      return pageOf(table, made(table, from, size), from + size < all ? String(from + size) : null)
    },
    changes: () => {
      const put = changed.splice(0)
      const position = String(put.length)
      return { position, more: false, reset: false, put: put.length > 0 ? { members: put } : {}, gone: {}, again: [] }
    },
  }
  const answered = Object.entries(answers).map(([name, answer]) => [
    name,
    (input: never) => Promise.resolve({ success: true, ...answer(input) }),
  ])
  const asked = { farewell: () => null, ...Object.fromEntries(answered) } as Nation
  const rows: Nation['rows'] = async (input) => new TextEncoder().encode(JSON.stringify(await asked.rows(input)))
  return { ...asked, rows }
}

async function measured(work: () => Promise<unknown>): Promise<Measured> {
  const tasks: number[] = []
  const frames: number[] = []
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ type: 'longtask' })
  let isOn = true
  let before = performance.now()
  const frame = (now: number) => {
    frames.push(now - before)
    before = now
    if (isOn) requestAnimationFrame(frame)
  }
  await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
  before = performance.now()
  requestAnimationFrame(frame)
  const since = performance.now()
  await work()
  const took = performance.now() - since
  await new Promise((resolve) => setTimeout(resolve, 100))
  isOn = false
  observer.disconnect()
  const lostFrames = frames.reduce((sum, frame) => sum + Math.max(0, Math.round(frame / (1_000 / 60)) - 1), 0)
  return { took, longestTask: Math.max(0, ...tasks), longestFrame: Math.max(...frames), lostFrames }
}

let memory = new SearchableMemory()

/** Opens the copy of this size as a console does. */
async function open(size: Size) {
  memory = new SearchableMemory()
  const name = `speed ${size.members} ${size.entries}`
  return openReplica({
    ...{ name, key: new Uint8Array(32).fill(7), indexedDB: {}, nation: nationOf(size), memory },
    ...{ locks: webLocks, channel: openBroadcast, me: 'alma', now: Date.now, rest },
  })
}

const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * q)]!

const steps = {
  /** Fills a copy from nothing; without the server's part. */
  async firstSync(size: Size) {
    const replica = await open(size)
    const figures = await measured(() => replica.round())
    replica.close()
    return { ...figures, rows: memory.size }
  },

  /** Opens a copy that is there, until all members are in memory, and until everything is. */
  async coldStart(size: Size) {
    const since = performance.now()
    let usable = 0
    const figures = await measured(async () => {
      const replica = await open(size)
      const watch = () => {
        if (usable === 0 && memory.table('members').size >= size.members) usable = performance.now() - since
      }
      replica.watch(watch)
      watch()
      await replica.loaded
      watch()
      replica.close()
    })
    return { ...figures, usable }
  },

  /** Searches as an administrator types; then 1,000 changes come. */
  async use(size: Size) {
    const replica = await open(size)
    await replica.loaded
    await replica.round()
    const took: number[] = []
    const searching = await measured(async () => {
      for (const query of queries)
        for (let end = 1; end <= query.length; end++) {
          const since = performance.now()
          await memory.search(query.slice(0, end))
          took.push(performance.now() - since)
          await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
        }
    })
    changed.push(
      ...Array.from({ length: 1_000 }, (_, n) => ({ ...member((n * 97) % size.members), username: `Renamed ${n}` })),
    )
    const increment = await measured(() => replica.round())
    Object.assign(globalThis, { kept: replica })
    return {
      search: { ...searching, p50: quantile(took, 0.5), p95: quantile(took, 0.95), longest: Math.max(...took) },
      increment,
    }
  },
}

export type Steps = typeof steps

Object.assign(globalThis, { steps })
