import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** A stream that the test writes, and what it was asked with. */
interface Stream {
  readonly path: string
  readonly write: (text: string) => void
  readonly end: () => void
}

let streams: Stream[]

/** Tabs of one test hear each other, and no tab of another one. */
const channels: BroadcastChannel[] = []
let browsers = 0

/** Tabs of one browser share a lock: the first leads, the next takes over when it closes. */
let closeLeader: () => void
function locksOfOneBrowser() {
  const waiting: (() => Promise<void>)[] = []
  let held = false
  const next = () => {
    const lead = waiting.shift()
    held = lead !== undefined
    void lead?.()
  }
  closeLeader = next
  return {
    request: (_: string, __: unknown, lead: () => Promise<void>) => {
      waiting.push(lead)
      if (!held) next()
      return new Promise<void>(() => {})
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  vi.stubGlobal('fetch', (path: string) => {
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push({
          path,
          write: (text) => controller.enqueue(encoder.encode(text)),
          end: () => controller.close(),
        })
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  })
  browsers += 1
  const Channel = BroadcastChannel
  vi.stubGlobal('BroadcastChannel', function OwnChannel(name: string) {
    const channel = new Channel(`${name}-${browsers}`)
    channels.push(channel)
    return channel
  })
  vi.stubGlobal('navigator', { ...navigator, locks: locksOfOneBrowser() })
})
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const signedOut = { current: () => Promise.resolve(null), renew: () => Promise.resolve(null) }

/** Opens a tab: a module of its own. `learnt`: the number that its first answer came with. */
async function openTab(learnt: string | null = null) {
  vi.resetModules()
  const live = await import('./live')
  const heard: number[] = []
  const resets: true[] = []
  live.onLiveEvent(({ id }) => heard.push(id))
  live.onLiveReset(() => resets.push(true))
  const passed: string[] = []
  live.onPassing(({ kind }) => passed.push(kind))
  if (learnt !== null) live.learnEntry(learnt)
  live.startLive(signedOut, () => undefined)
  return { heard, resets, passed, isLive: () => live.useLive.getState().live }
}

const place = (event: 'attached' | 'reset', id: number) => `event: ${event}\nid: ${id}\ndata: {"seq":${id}}\n\n`
const entry = (id: number) =>
  `id: ${id}\ndata: ${JSON.stringify({ seq: id, kind: 'test', subject: null, facts: {}, at: 0 })}\n\n`
const stream = async (number: number): Promise<Stream> => {
  // A stream that broke is opened again after a second or so.
  await vi.waitFor(() => expect(streams.length).toBe(number), { timeout: 15_000 })
  return streams[number - 1]!
}

describe('live events', () => {
  it('that break before the first entry go on from where the stream was attached', async () => {
    const tab = await openTab()
    const first = await stream(1)
    expect(first.path).toBe('/api/events')
    first.write(place('attached', 41))
    await vi.waitFor(() => expect(tab.isLive()).toBe(true), { timeout: 15_000 })
    first.end()
    const second = await stream(2)
    expect(second.path).toBe('/api/events?after=41')
    second.write(place('attached', 41) + entry(42))
    await vi.waitFor(() => expect(tab.heard).toEqual([42]), { timeout: 15_000 })
    expect(tab.resets).toEqual([])
  })

  it('that came between the first answer and the stream are received: it begins where the answer was', async () => {
    const tab = await openTab('40')
    const first = await stream(1)
    expect(first.path).toBe('/api/events?after=40')
    first.write(place('attached', 40) + entry(41))
    await vi.waitFor(() => expect(tab.heard).toEqual([41]), { timeout: 15_000 })
  })

  it.each(['', '0', '-3', '1e3', 'x'])(
    'begin where the stream is attached when an answer names no entry (%s)',
    async (named) => {
      await openTab(named)
      expect((await stream(1)).path).toBe('/api/events')
    },
  )

  it('that were missed are reported once to every tab, and all go on from the number that the nation names', async () => {
    const [leader, other] = [await openTab(), await openTab()]
    const first = await stream(1)
    first.write(place('attached', 900) + entry(901))
    await vi.waitFor(() => expect(other.heard).toEqual([901]), { timeout: 15_000 })
    first.end()
    const second = await stream(2)
    expect(second.path).toBe('/api/events?after=901')
    // A nation that was restored from a backup is behind what was heard.
    second.write(place('reset', 500) + entry(501))
    for (const { heard, resets } of [leader, other]) {
      await vi.waitFor(() => expect(heard).toEqual([901, 501]), { timeout: 15_000 })
      expect(resets).toEqual([true])
    }
    second.end()
    expect((await stream(3)).path).toBe('/api/events?after=501')
  })

  it('are resumed by a tab that was opened late and has heard none, when the leading one closes', async () => {
    await openTab()
    const first = await stream(1)
    first.write(place('attached', 7) + entry(8))
    const late = await openTab()
    await vi.waitFor(() => expect(late.isLive()).toBe(true), { timeout: 15_000 })
    closeLeader()
    expect((await stream(2)).path).toBe('/api/events?after=8')
  })

  it('that only pass by reach every tab, and move the place of none', async () => {
    const [leader, other] = [await openTab(), await openTab()]
    const first = await stream(1)
    const typing = { seq: 60, kind: 'messenger.typing', subject: null, facts: {}, at: 0 }
    first.write(place('attached', 41) + `event: passing\nid: 60\ndata: ${JSON.stringify(typing)}\n\n` + entry(42))
    for (const { heard, passed } of [leader, other]) {
      await vi.waitFor(() => expect(heard).toEqual([42]), { timeout: 15_000 })
      expect(passed).toEqual(['messenger.typing'])
    }
  })
})
