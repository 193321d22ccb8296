import { restMs } from './pace'
import type { Channel, Locks, OpenChannel } from './types'

/** Web Locks: one holder in all windows of an origin; a window that ends gives its locks back. */
export const webLocks: Locks = {
  exclusive: (name, work, signal) => navigator.locks.request(`replica ${name}`, signal ? { signal } : {}, work),
}

/** A BroadcastChannel: windows of an origin hear each other, and not themselves. */
export const openBroadcast: OpenChannel = (name, hear): Channel => {
  const channel = new BroadcastChannel(`replica ${name}`)
  channel.onmessage = ({ data }: MessageEvent<Parameters<typeof hear>[0]>) => hear(data)
  return {
    tell: (message) => channel.postMessage(message),
    close: () => channel.close(),
  }
}

/** Resolves after half a minute, twice that after each round that failed, or as soon as the signal is given. */
export const rest = (signal: AbortSignal, failures = 0): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, restMs(failures))
    signal.addEventListener('abort', done, { once: true })
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
