import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { channelOfTabs, leadTabs, oneTabAtATime } from './tabs'

/** As Firefox refuses locks, channels and storage while cookies are blocked. */
const refused = () => new DOMException('The operation is insecure.', 'SecurityError')

const locksBy = (request: (...given: never[]) => unknown) =>
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })

afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks')
  vi.unstubAllGlobals()
})

describe('tabs of a browser that stores nothing for the site', () => {
  beforeEach(() => {
    locksBy(() => Promise.reject(refused()))
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw refused()
        }
      },
    )
  })

  it('do what one tab would do for all, each by itself', async () => {
    expect(await oneTabAtATime('renewal', () => Promise.resolve('renewed'))).toBe('renewed')
  })

  it('lead themselves', async () => {
    const lead = vi.fn<() => void>()
    leadTabs('live', new AbortController().signal, lead)
    await vi.waitFor(() => expect(lead).toHaveBeenCalledOnce(), { timeout: 15_000 })
  })

  it('have no channel, and start all the same', () => {
    expect(channelOfTabs('nation-live')).toBeNull()
  })
})

it('what fails under the lock is not done again', async () => {
  locksBy((...given: never[]) => (given as unknown as [string, () => Promise<unknown>])[1]())
  const run = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no answer')))
  await expect(oneTabAtATime('renewal', run)).rejects.toThrow('no answer')
  expect(run).toHaveBeenCalledOnce()
})

it('what waits for another tab’s turn is done without it after a while: that tab may be suspended', async () => {
  const limit = new AbortController()
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  locksBy(
    (...given: never[]) =>
      new Promise((_, reject) => {
        const [, { signal }] = given as unknown as [string, { signal: AbortSignal }]
        signal.addEventListener('abort', () => reject(new DOMException('The time is over.', 'TimeoutError')))
      }),
  )
  const run = vi.fn(() => Promise.resolve('renewed'))
  const renewing = oneTabAtATime('renewal', run, 20_000)
  await Promise.resolve()
  expect([run.mock.calls.length, limits.mock.calls]).toEqual([0, [[20_000]]])
  limit.abort()
  expect(await renewing).toBe('renewed')
})

it('a tab that stops waiting to lead does not lead', async () => {
  const end = new AbortController()
  locksBy(
    (...given: never[]) =>
      new Promise((_, reject) => {
        const [, { signal }] = given as unknown as [string, { signal: AbortSignal }]
        signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      }),
  )
  const lead = vi.fn<() => void>()
  leadTabs('live', end.signal, lead)
  end.abort()
  await new Promise((resolve) => setTimeout(resolve))
  expect(lead).not.toHaveBeenCalled()
})
