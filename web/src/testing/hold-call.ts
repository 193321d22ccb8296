import { vi } from 'vitest'

/** Keeps the answers of a call back until what is returned is called: for what a screen shows while it waits. */
export function holdCall(path: string): () => void {
  const through = globalThis.fetch
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.split('?')[0] === path) await held
    return through(url, init)
  })
  return release
}
