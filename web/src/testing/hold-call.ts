import { vi } from 'vitest'

/** Keeps the answers of a call back until what is returned is called: for what a screen shows while it waits. */
export const holdCall = (path: string): (() => void) =>
  hold(path, async (released, ask) => {
    await released
    return ask()
  })

/** The same, of a call that the nation has taken: its answer alone is under way. */
export const holdAnswer = (path: string): (() => void) =>
  hold(path, async (released, ask) => {
    const answer = await ask()
    await released
    return answer
  })

type Held = (released: Promise<void>, ask: () => Promise<Response>) => Promise<Response>

function hold(path: string, held: Held): () => void {
  const through = globalThis.fetch
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const ask = () => through(url, init)
    return url.split('?')[0] === path ? held(released, ask) : ask()
  })
  return release
}
