import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'

const source = readFileSync(path.resolve(import.meta.dirname, '../../public/sw.js'), 'utf8')

/** The worker in a world of the test's own. Answers what it responds to a request with. */
function startWorker(parts: { readonly caches: object; readonly fetch: (request: object) => Promise<unknown> }) {
  const listeners = new Map<string, (event: object) => void>()
  const world = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: { origin: 'https://nation.example' },
    registration: {},
    clients: {},
    navigator: {},
    URL,
    ...parts,
  }
  runInNewContext(source, world)
  return (to: string) => {
    const respondWith = vi.fn<(answer: Promise<unknown>) => void>()
    const request = { method: 'GET', url: `https://nation.example${to}`, mode: 'cors' }
    listeners.get('fetch')!({ request, respondWith, waitUntil: () => undefined })
    return respondWith.mock.calls[0]?.[0]
  }
}

it('code comes from the network where the device’s storage fails', async () => {
  const fails = () => Promise.reject(new DOMException('The disk is full.', 'UnknownError'))
  const answerTo = startWorker({
    caches: { match: fails, open: fails },
    fetch: () => Promise.resolve('from the network'),
  })
  expect(await answerTo('/assets/app-1a2b.js')).toBe('from the network')
})
