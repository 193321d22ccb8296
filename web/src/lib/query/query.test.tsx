import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeTokensFrom } from '../api/client'
import { forget, FRESH_FOR, queryClient, retryFailed, useCall, useChange } from './query'

let asked: number
let working: boolean

function Citizens() {
  const { data, isError } = useCall('system.stats', {})
  return <p>{data ? `${data.totalCitizens} citizens` : isError ? 'failed' : 'loading'}</p>
}

function Register() {
  const { mutate } = useChange('auth.logout', ['system.stats'])
  return <button onClick={() => mutate({})}>change</button>
}

const show = (...children: React.ReactNode[]) =>
  render(createElement(QueryClientProvider, { client: queryClient }, ...children))

/** Lets what is under way come to its end, all attempts included. */
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

const texts = () => screen.getAllByText(/citizens|failed|loading/).map((element) => element.textContent)

describe('what was read', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    queryClient.clear()
    takeTokensFrom({ citizen: () => null, current: () => Promise.resolve(null), renew: () => Promise.resolve(null) })
    asked = 0
    working = true
    vi.stubGlobal('fetch', () => {
      asked++
      if (!working) return Promise.reject(new TypeError('network'))
      return Promise.resolve(Response.json({ success: true, totalCitizens: asked, seatsFilled: 9, seats: 9 }))
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('is asked for once, however many want it', async () => {
    show(<Citizens key="1" />, <Citizens key="2" />, <Citizens key="3" />)
    await pass(100)
    expect(texts()).toEqual(Array(3).fill('1 citizens'))
    expect(asked).toBe(1)
  })

  it('stays fresh for a minute', async () => {
    const { unmount } = show(<Citizens />)
    await pass(FRESH_FOR - 1000)
    unmount()
    const again = show(<Citizens />)
    await pass(100)
    expect(asked).toBe(1)
    again.unmount()
    await pass(1000)
    show(<Citizens />)
    await pass(100)
    expect(asked).toBe(2)
  })

  it('is read again at once after a change or an event, past the cache', async () => {
    show(<Citizens />)
    await pass(100)
    await act(() => forget(['system.stats']))
    await pass(100)
    expect(texts()).toEqual(['2 citizens'])
  })

  it('is read again once one has changed it, past the cache and past what was asked before', async () => {
    let answer = (_: Response) => {}
    const late = new Promise<Response>((resolve) => (answer = resolve))
    const answered = (totalCitizens: number) =>
      Response.json({ success: true, totalCitizens, seatsFilled: 9, seats: 9 })
    let readings = 0
    vi.stubGlobal('fetch', (url: string) => {
      if (url.startsWith('/api/auth')) return Promise.resolve(Response.json({ success: true }))
      readings++
      return readings === 1 ? late : Promise.resolve(answered(7))
    })
    show(<Citizens key="1" />, <Register key="2" />)
    await pass(100)
    expect([readings, texts()]).toEqual([1, ['loading']])
    fireEvent.click(screen.getByRole('button', { name: 'change' }))
    await pass(100)
    // An answer to a question from before the change is shown as it was then, and replaced afterwards.
    answer(answered(6))
    await pass(100)
    expect(texts()).toEqual(['7 citizens'])
    expect(readings).toBe(2)
  })

  it('fails after its third attempt, and the screen that shows it gets the error', async () => {
    working = false
    show(<Citizens />)
    await pass(4000)
    expect(texts()).toEqual(['failed'])
    expect(asked).toBe(3)
  })

  it('heals wherever it failed, once the nation is back', async () => {
    working = false
    show(<Citizens />)
    await pass(4000)
    working = true
    void retryFailed()
    await pass(100)
    expect(texts()).toEqual(['4 citizens'])
  })

  it('stays on screen when the network fails later', async () => {
    show(<Citizens />)
    await pass(100)
    working = false
    void act(() => void forget(['system.stats']))
    await pass(4000)
    expect(texts()).toEqual(['1 citizens'])
  })
})
