import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** A stream that the test writes, and what it was asked with. */
interface Stream {
  readonly path: string
  readonly authorization: string | undefined
  /** Whether its reader has left. */
  readonly isLeft: () => boolean
  readonly write: (text: string) => void
  readonly end: () => void
}

let streams: Stream[]
/** Bearer tokens that the server does not take. */
let refuses: string[]
let refusal: object

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
  refuses = []
  refusal = { requestId: 'request' }
  vi.stubGlobal(
    'fetch',
    (path: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
      const { authorization } = headers
      if (authorization && refuses.includes(authorization))
        return Promise.resolve(new Response(JSON.stringify(refusal), { status: 401 }))
      const encoder = new TextEncoder()
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          streams.push({
            path,
            authorization,
            isLeft: () => signal.aborted,
            write: (text) => controller.enqueue(encoder.encode(text)),
            end: () => controller.close(),
          })
        },
      })
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
    },
  )
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

describe('a tab that follows another one', () => {
  it('counts the events as stopped when the leading tab is silent, as when the system has suspended it', async () => {
    vi.stubGlobal('navigator', { ...navigator, locks: { request: () => new Promise(() => {}) } })
    const leader = new BroadcastChannel('nation-live')
    const tab = await openTab()
    const sign = { type: 'live', live: true, lastId: 7 }
    leader.postMessage(sign)
    await vi.waitFor(() => expect(tab.isLive()).toBe(true), { timeout: 15_000 })
    await vi.advanceTimersByTimeAsync(80_000)
    leader.postMessage({ type: 'event', event: { id: 8, kind: 'test', subject: null, facts: {}, at: 0 } })
    await vi.waitFor(() => expect(tab.heard).toEqual([8]), { timeout: 15_000 })
    await vi.advanceTimersByTimeAsync(80_000)
    expect(tab.isLive()).toBe(true)
    await vi.advanceTimersByTimeAsync(11_000)
    expect(tab.isLive()).toBe(false)
    leader.postMessage(sign)
    await vi.waitFor(() => expect(tab.isLive()).toBe(true), { timeout: 15_000 })
  })

  it('counts them as arriving again with the next one, also from a leading tab of an earlier version, which gives no signs of life', async () => {
    vi.stubGlobal('navigator', { ...navigator, locks: { request: () => new Promise(() => {}) } })
    const leader = new BroadcastChannel('nation-live')
    const tab = await openTab()
    leader.postMessage({ type: 'live', live: true, lastId: 7 })
    await vi.waitFor(() => expect(tab.isLive()).toBe(true), { timeout: 15_000 })
    await vi.advanceTimersByTimeAsync(91_000)
    expect(tab.isLive()).toBe(false)
    leader.postMessage({ type: 'event', event: { id: 8, kind: 'test', subject: null, facts: {}, at: 0 } })
    await vi.waitFor(() => expect(tab.isLive()).toBe(true), { timeout: 15_000 })
    // What its leader calls broken stays so.
    leader.postMessage({ type: 'live', live: false, lastId: 8 })
    await vi.waitFor(() => expect(tab.isLive()).toBe(false), { timeout: 15_000 })
    await vi.advanceTimersByTimeAsync(91_000)
    leader.postMessage({ type: 'event', event: { id: 9, kind: 'test', subject: null, facts: {}, at: 0 } })
    await vi.waitFor(() => expect(tab.heard).toEqual([8, 9]), { timeout: 15_000 })
    expect(tab.isLive()).toBe(false)
  })

  it('hears from the leading one that the stream lives, also where nothing happens', async () => {
    const follower = new BroadcastChannel('nation-live')
    const signs: unknown[] = []
    follower.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
      if (data.type === 'live') signs.push(data)
    })
    await openTab()
    const first = await stream(1)
    first.write(place('attached', 7))
    await vi.waitFor(() => expect(signs.length).toBeGreaterThan(0), { timeout: 15_000 })
    await vi.advanceTimersByTimeAsync(25_000)
    const before = signs.length
    first.write(': heartbeat\n\n')
    await vi.waitFor(() => expect(signs.length).toBe(before + 1), { timeout: 15_000 })
    expect(signs.at(-1)).toEqual({ type: 'live', live: true, lastId: 7 })
  })
})

describe('a stream of one session', () => {
  const tokensOf = (token: string) => ({
    current: () => Promise.resolve(token),
    renew: () => Promise.resolve(null),
  })

  it('follows the one before it: that one is left, and nothing that came meanwhile is missed', async () => {
    vi.resetModules()
    const live = await import('./live')
    const heard: number[] = []
    live.onLiveEvent(({ id }) => heard.push(id))
    const end = live.startLive(signedOut, () => undefined)
    const first = await stream(1)
    first.write(place('attached', 7) + entry(8))
    await vi.waitFor(() => expect(heard).toEqual([8]), { timeout: 15_000 })
    vi.stubGlobal('navigator', { ...navigator, locks: locksOfOneBrowser() })
    end()
    live.startLive(tokensOf('panel'), () => undefined, 'nation-live panel')
    const second = await stream(2)
    expect([first.isLeft(), second.path, second.authorization]).toEqual([true, '/api/events?after=8', 'Bearer panel'])
    second.write(entry(9))
    await vi.waitFor(() => expect(heard).toEqual([8, 9]), { timeout: 15_000 })
    await vi.advanceTimersByTimeAsync(60_000)
    // The first is not opened again.
    expect(streams.every(({ path }, at) => at === 0 || path !== '/api/events')).toBe(true)
  })

  it('that is read alone brings what the shared one does not, once', async () => {
    const { heard } = await openTab()
    const { hearAlone } = await import('./hear-alone')
    const shared = await stream(1)
    shared.write(place('attached', 7))
    const own: number[] = []
    const end = hearAlone('panel', {
      heard: ({ id }) => own.push(id),
      missed: () => undefined,
      refused: () => undefined,
    })
    const alone = await stream(2)
    expect(alone.authorization).toBe('Bearer panel')
    alone.write(place('attached', 7) + entry(8) + entry(9))
    shared.write(entry(9))
    await vi.waitFor(() => expect(own).toEqual([8]), { timeout: 15_000 })
    expect(heard).toEqual([9])
    // It breaks, and goes on behind what it heard last.
    alone.end()
    const again = await stream(3)
    expect(again.path).toBe('/api/events?after=9')
    end()
    await vi.waitFor(() => expect(again.isLeft()).toBe(true))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(streams).toHaveLength(3)
  })

  it('that is read alone says that events were missed, and that its session is taken no more, once', async () => {
    await openTab()
    const { hearAlone } = await import('./hear-alone')
    await stream(1)
    const said: string[] = []
    hearAlone('panel', {
      heard: () => said.push('heard'),
      missed: () => said.push('missed'),
      refused: () => said.push('refused'),
    })
    const alone = await stream(2)
    alone.write(place('reset', 900))
    await vi.waitFor(() => expect(said).toEqual(['missed']), { timeout: 15_000 })
    refuses = ['Bearer panel']
    refusal = { error: 'A proxy wants a sign-in of its own.' }
    alone.end()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(said).toEqual(['missed'])
    refusal = { requestId: 'request' }
    await vi.waitFor(() => expect(said).toEqual(['missed', 'refused']), { timeout: 15_000 })
    await vi.advanceTimersByTimeAsync(120_000)
    expect([said.length, streams.length]).toEqual([2, 2])
  })
})
