import type { EventKind } from '@nation/domain/events'
import { create } from 'zustand'
import { noteReach } from '../reach'
import { channelOfTabs, leadTabs } from '../session/tabs'
import { readEventStream } from './event-stream'
import type { StreamMessage } from './event-stream'

/** An entry of the journal. */
export interface LiveEvent {
  readonly id: number
  readonly kind: EventKind
  readonly subject: string | null
  readonly facts: Readonly<Record<string, unknown>>
  readonly at: number
}

/** Whether events arrive by themselves at the moment; where not, pages ask at intervals. */
export const useLive = create<{ readonly live: boolean }>(() => ({ live: false }))

/** A transient event: it has no number, is not stored, and is not delivered later. */
export type Passing = Pick<LiveEvent, 'facts' | 'at'> & { readonly kind: string }

type Heard =
  | { type: 'event'; event: LiveEvent }
  | { type: 'passing'; passing: Passing }
  | { type: 'attached'; id: number }
  | { type: 'reset'; id: number }
  | { type: 'live'; live: boolean; lastId: number | null }
  | { type: 'reach'; reached: boolean }
  | { type: 'asked' }

/** Without a sign of life for this long, the stream counts as broken. */
export const SILENCE = 60_000
/** A tab that follows counts the events as stopped when the leading one was silent for this long: the system may have suspended it. */
const LEADER_SILENCE = 90_000
/** While its stream lives, the leading tab tells the others so at most this often. */
const SIGNS = 10_000
const PAUSES = [1000, 2000, 4000, 8000, 15_000, 30_000]

const listeners = new Set<(event: LiveEvent) => void>()
const resetListeners = new Set<() => void>()
const passingListeners = new Set<(passing: Passing) => void>()
let lastId: number | null = null
/** The numbers of the newest events that the shared stream brought. */
const recent = new Set<number>()
const recentMost = 500

/** Hears every event that this visitor may see. Answers how to stop. */
export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hears what passes by, such as that a citizen is typing. Answers how to stop. */
export function onPassing(listener: (passing: Passing) => void): () => void {
  passingListeners.add(listener)
  return () => passingListeners.delete(listener)
}

/** Hears that events were missed, so that whatever was read may have changed. Answers how to stop. */
export function onLiveReset(listener: () => void): () => void {
  resetListeners.add(listener)
  return () => resetListeners.delete(listener)
}

/** The stream sends everything after this number: one that breaks before the first event is resumed there. */
function attached(id: number): void {
  lastId ??= id
}

/**
 * Takes the `x-nation-entry` of an answer: the number of the journal's newest entry when the request arrived. The first stream begins
 * there. So it also sends what happened between the first answers and the moment when the stream was attached.
 */
export function learnEntry(entry: string | null): void {
  if (entry !== null && /^[1-9]\d{0,14}$/.test(entry)) attached(Number(entry))
}

/** Events up to this number were missed, or are of another journal. */
function reset(id: number): void {
  lastId = id
  for (const listener of resetListeners) listener()
}

function hear(event: LiveEvent): void {
  if (lastId !== null && event.id <= lastId) return
  lastId = event.id
  recent.add(event.id)
  for (const first of recent) {
    if (recent.size <= recentMost) break
    recent.delete(first)
  }
  for (const listener of listeners) listener(event)
}

/** The number of the newest event that the shared stream brought, or behind which it begins; null before both. */
export const newestHeard = (): number | null => lastId

/** Whether the shared stream brought an event, among its newest ones. */
export const isHeard = ({ id }: LiveEvent): boolean => recent.has(id)

function pass(passing: Passing): void {
  for (const listener of passingListeners) listener(passing)
}

/** Where the stream gets its bearer token from. */
export interface Tokens {
  readonly current: () => Promise<string | null>
  /** Another token than the one that was refused; null when signed out. @param byNation false where another server refused it */
  readonly renew: (refused: string, byNation: boolean) => Promise<string | null>
}

/**
 * Keeps one event stream for all tabs of this browser: the leading tab reads it and passes it on to the others. When the leader
 * closes, the next takes over from the number that was heard last. Returns a function that ends it in this tab.
 * @param circle the tabs that share the stream: those that may hear the same
 */
export function startLive(
  tokens: Tokens,
  reconnectOn: (again: () => void) => void,
  circle = 'nation-live',
): () => void {
  const channel = channelOfTabs(circle)
  const end = new AbortController()
  let leading = false
  let watch: ReturnType<typeof setTimeout> | undefined
  const tell = (heard: Heard) => {
    if (!end.signal.aborted) channel?.postMessage(heard)
  }
  const setLive = (live: boolean) => {
    useLive.setState({ live })
    tell({ type: 'live', live, lastId })
  }
  // Only the leader asks all the time: what it finds out about the nation holds for every tab.
  const setReach = (reached: boolean) => {
    noteReach(reached)
    tell({ type: 'reach', reached })
  }
  let toldAt = 0
  const tellAlive = () => {
    if (Date.now() - toldAt < SIGNS) return
    toldAt = Date.now()
    tell({ type: 'live', live: true, lastId })
  }
  let lapsed = false
  const hearLeader = ({ type }: Heard) => {
    // A leader of an earlier version gives no signs of life: what it passes on is one.
    if (lapsed && !leading && (type === 'event' || type === 'passing')) useLive.setState({ live: true })
    lapsed = false
    clearTimeout(watch)
    watch = setTimeout(() => {
      if (leading) return
      lapsed = useLive.getState().live
      useLive.setState({ live: false })
    }, LEADER_SILENCE)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<Heard>) => {
    if (data.type !== 'asked') hearLeader(data)
    if (data.type === 'asked') {
      if (leading) tell({ type: 'live', live: useLive.getState().live, lastId })
    } else if (data.type === 'event') hear(data.event)
    else if (data.type === 'passing') pass(data.passing)
    else if (data.type === 'attached') attached(data.id)
    else if (data.type === 'reset') reset(data.id)
    else if (data.type === 'reach') noteReach(data.reached)
    else if (!leading) {
      if (data.lastId !== null) attached(data.lastId)
      useLive.setState({ live: data.live })
    }
  })
  tell({ type: 'asked' })

  leadTabs(circle, end.signal, () => {
    leading = true
    let connection = new AbortController()
    reconnectOn(() => connection.abort())
    end.signal.addEventListener('abort', () => connection.abort())
    void (async () => {
      for (let failures = 0; !end.signal.aborted;) {
        connection = new AbortController()
        const began = Date.now()
        await readOnce(connection, tokens, { after: () => lastId, setLive, setReach, tellAlive }, (heard) => {
          if (heard.type === 'event') hear(heard.event)
          else if (heard.type === 'passing') pass(heard.passing)
          else if (heard.type === 'attached') attached(heard.id)
          else reset(heard.id)
          tell(heard)
        })
        if (end.signal.aborted) return
        setLive(false)
        failures = Date.now() - began > SILENCE ? 0 : failures + 1
        await (connection.signal.aborted ? pause(50) : pauseAfter(failures))
      }
    })()
  })
  return () => {
    end.abort()
    clearTimeout(watch)
    channel?.close()
  }
}

/** Waits before a stream that broke is opened again: longer with each failure, and each browser another time. */
export const pauseAfter = (failures: number): Promise<void> =>
  pause(PAUSES[Math.min(failures, PAUSES.length) - 1] ?? 1000)
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms * (0.75 + Math.random() / 2)))

/** What the stream sends; the other tabs get the same. */
type FromStream = Extract<Heard, { type: 'event' | 'passing' | 'attached' | 'reset' }>

function heardBy({ event: type, id, data }: StreamMessage): FromStream {
  if (type === 'attached' || type === 'reset') return { type, id: Number(id) }
  if (type === 'passing') return { type, passing: JSON.parse(data) as Passing }
  const event = JSON.parse(data) as LiveEvent
  return { type: 'event', event: { ...event, id: Number(id || event.id) } }
}

/** Every failure of the nation names its request. */
async function isNations(refusal: Response): Promise<boolean> {
  const told = (await refusal.json().catch(() => null)) as { readonly requestId?: unknown } | null
  return typeof told?.requestId === 'string'
}

interface ReadHooks {
  /** The number behind which the stream is to begin. */
  readonly after: () => number | null
  readonly setLive: (live: boolean) => void
  readonly setReach: (reached: boolean) => void
  /** Called whenever anything arrives, heartbeats included. */
  readonly tellAlive?: () => void
}

/** Reads a stream until it ends or breaks. A refused token is renewed for the next one. */
export async function readOnce(
  connection: AbortController,
  tokens: Tokens,
  { after, setLive, setReach, tellAlive }: ReadHooks,
  onHeard: (heard: FromStream) => void,
): Promise<void> {
  let watch: ReturnType<typeof setTimeout> | undefined
  let connected = false
  const alive = () => {
    clearTimeout(watch)
    watch = setTimeout(() => connection.abort(), SILENCE)
  }
  try {
    const bearer = await tokens.current()
    const last = after()
    const response = await fetch(last === null ? '/api/events' : `/api/events?after=${last}`, {
      headers: { accept: 'text/event-stream', ...(bearer !== null && { authorization: `Bearer ${bearer}` }) },
      signal: connection.signal,
    })
    connected = true
    // Refused, although it seemed fresh (a clock was moved, a session ended): the next round comes with a new one, or none.
    if (response.status === 401 && bearer !== null) await tokens.renew(bearer, await isNations(response))
    if (!response.ok || !response.body) return
    setReach(true)
    setLive(true)
    alive()
    const hears = () => {
      alive()
      tellAlive?.()
    }
    for await (const message of readEventStream(response.body, hears)) {
      onHeard(heardBy(message))
    }
  } catch {
    // A broken stream is an ordinary thing: pages ask at intervals until it is back. One that cannot even begin means that
    // no server is reached.
    if (!connected && !connection.signal.aborted) setReach(false)
  } finally {
    clearTimeout(watch)
  }
}
