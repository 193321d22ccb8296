import { create } from 'zustand'
import { noteReach } from '../reach'
import { leadTabs } from '../session/tabs'
import { readEventStream } from './event-stream'

/** Something that happened in the nation, as the journal tells it. */
export interface LiveEvent {
  readonly id: number
  readonly kind: string
  readonly subject: string | null
  readonly facts: Readonly<Record<string, unknown>>
  readonly at: number
}

/** Whether events arrive by themselves at the moment; where not, pages ask at intervals. */
export const useLive = create<{ readonly live: boolean }>(() => ({ live: false }))

type Heard =
  | { type: 'event'; event: LiveEvent }
  | { type: 'live'; live: boolean }
  | { type: 'reach'; reached: boolean }
  | { type: 'asked' }

/** Without a sign of life for this long, the stream counts as broken. */
const SILENCE = 60_000
const PAUSES = [1000, 2000, 4000, 8000, 15_000, 30_000]

const listeners = new Set<(event: LiveEvent) => void>()
let lastId: number | null = null
let leading = false

/** Hears every event that this visitor may see. Answers how to stop. */
export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function hear(event: LiveEvent): void {
  if (lastId !== null && event.id <= lastId) return
  lastId = event.id
  for (const listener of listeners) listener(event)
}

/** Where the stream gets its bearer token from. */
interface Tokens {
  readonly current: () => Promise<string | null>
  /** Another token than the one that was refused; null when signed out. */
  readonly renew: (refused: string) => Promise<string | null>
}

/**
 * Keeps one event stream for all tabs of this browser: the leading tab reads it and tells the others. When the leader
 * closes, the next takes over from the number that was heard last.
 */
export function startLive(tokens: Tokens, reconnectOn: (again: () => void) => void): void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('nation-live')
  const tell = (heard: Heard) => channel?.postMessage(heard)
  const setLive = (live: boolean) => {
    useLive.setState({ live })
    tell({ type: 'live', live })
  }
  // Only the leader asks all the time: what it finds out about the nation holds for every tab.
  const setReach = (reached: boolean) => {
    noteReach(reached)
    tell({ type: 'reach', reached })
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<Heard>) => {
    if (data.type === 'asked') {
      if (leading) tell({ type: 'live', live: useLive.getState().live })
    } else if (data.type === 'event') hear(data.event)
    else if (data.type === 'reach') noteReach(data.reached)
    else if (!leading) useLive.setState({ live: data.live })
  })
  tell({ type: 'asked' })

  const end = new AbortController()
  leadTabs('nation-live', end.signal, () => {
    leading = true
    let connection = new AbortController()
    reconnectOn(() => connection.abort())
    void (async () => {
      for (let failures = 0; ;) {
        connection = new AbortController()
        const began = Date.now()
        await readOnce(connection, tokens, { setLive, setReach }, (event) => {
          hear(event)
          tell({ type: 'event', event })
        })
        setLive(false)
        failures = Date.now() - began > SILENCE ? 0 : failures + 1
        const pause = connection.signal.aborted ? 50 : (PAUSES[Math.min(failures, PAUSES.length) - 1] ?? 1000)
        await new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)))
      }
    })()
  })
}

async function readOnce(
  connection: AbortController,
  tokens: Tokens,
  { setLive, setReach }: { setLive: (live: boolean) => void; setReach: (reached: boolean) => void },
  onEvent: (event: LiveEvent) => void,
): Promise<void> {
  let watch: ReturnType<typeof setTimeout> | undefined
  let connected = false
  const alive = () => {
    clearTimeout(watch)
    watch = setTimeout(() => connection.abort(), SILENCE)
  }
  try {
    const bearer = await tokens.current()
    const response = await fetch(lastId === null ? '/api/events' : `/api/events?after=${lastId}`, {
      headers: { accept: 'text/event-stream', ...(bearer !== null && { authorization: `Bearer ${bearer}` }) },
      signal: connection.signal,
    })
    connected = true
    // Refused, although it seemed fresh (a clock was moved, a session ended): the next round comes with a new one, or none.
    if (response.status === 401 && bearer !== null) await tokens.renew(bearer)
    if (!response.ok || !response.body) return
    setReach(true)
    setLive(true)
    alive()
    for await (const message of readEventStream(response.body, alive)) {
      const event = JSON.parse(message.data) as LiveEvent
      onEvent({ ...event, id: Number(message.id || event.id) })
    }
  } catch {
    // A broken stream is an ordinary thing: pages ask at intervals until it is back. One that cannot even begin means that
    // nobody is there.
    if (!connected && !connection.signal.aborted) setReach(false)
  } finally {
    clearTimeout(watch)
  }
}
