import { isHeard, newestHeard, pauseAfter, readOnce, SILENCE, type LiveEvent } from './live'

/** How long an event waits for the shared stream to bring it, too, in milliseconds. */
const otherMs = 250

interface Listener {
  /** What the shared stream does not bring. */
  readonly heard: (event: LiveEvent) => void
  /** Events were missed. */
  readonly missed: () => void
  /** The nation takes the session no more; nothing follows. */
  readonly refused: () => void
}

/**
 * Reads a stream of its own for this tab alone, behind what the shared one brought, until it is ended or refused: for a session that only
 * this tab has. Returns a function that ends it.
 */
export function hearAlone(token: string, { heard, missed, refused }: Listener): () => void {
  const end = new AbortController()
  let last = newestHeard()
  let connection = new AbortController()
  end.signal.addEventListener('abort', () => connection.abort())
  const tokens = {
    current: () => Promise.resolve(token),
    renew: (_: string, byNation: boolean) => {
      if (byNation) {
        end.abort()
        refused()
      }
      return Promise.resolve(null)
    },
  }
  const hooks = { after: () => last, setLive: () => undefined, setReach: () => undefined }
  void (async () => {
    for (let failures = 0; !end.signal.aborted;) {
      connection = new AbortController()
      const began = Date.now()
      await readOnce(connection, tokens, hooks, (message) => {
        if (message.type === 'attached') last ??= message.id
        if (message.type === 'reset') {
          last = message.id
          missed()
        }
        if (message.type !== 'event') return
        const { event } = message
        last = event.id
        setTimeout(() => {
          if (!end.signal.aborted && !isHeard(event)) heard(event)
        }, otherMs)
      })
      failures = Date.now() - began > SILENCE ? 0 : failures + 1
      if (!end.signal.aborted) await pauseAfter(failures)
    }
  })()
  return () => end.abort()
}
