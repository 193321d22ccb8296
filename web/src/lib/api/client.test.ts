import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error'
import { noteReach, useReach } from '../reach'
import { call, takeTokensFrom } from './client'
import { defaultRetries } from './transport'

type Answer = { status: number; body?: unknown } | 'broken'

/** Answers requests one after the other, and records them. */
function answering(...answers: Answer[]) {
  const sent: { url: string; headers: Headers }[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, headers: new Headers(init.headers) })
    const next = answers.shift() ?? 'broken'
    if (next === 'broken') return Promise.reject(new TypeError('network'))
    return Promise.resolve(new Response(JSON.stringify(next.body ?? { success: true }), { status: next.status }))
  })
  return sent
}

const signedOut = { citizen: () => null, current: () => Promise.resolve(null), renew: () => Promise.resolve(null) }
const candidateId = '01890a5d-ac96-774b-bcce-b302099a8058'

describe('calls', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    takeTokensFrom(signedOut)
    noteReach(true)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('are made three times, 1 s and 2 s apart, when the network or the server fails', async () => {
    const sent = answering('broken', { status: 503 }, { status: 200, body: { success: true, totalCitizens: 3 } })
    const answer = call('system.stats', {})
    await vi.advanceTimersByTimeAsync(999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await answer).toMatchObject({ totalCitizens: 3 })
    expect(sent).toHaveLength(3)
  })

  it('are given up after the third attempt', async () => {
    const sent = answering('broken', { status: 500 }, 'broken', { status: 200 })
    const answer = call('system.stats', {}).catch((thrown: unknown) => thrown)
    await vi.advanceTimersByTimeAsync(3000)
    expect(await answer).toMatchObject({ status: 0, code: 'network' })
    expect(sent).toHaveLength(3)
    expect(useReach.getState().reached).toBe(false)
  })

  it('have a time limit, after which they count as not answered', async () => {
    vi.useRealTimers()
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error))),
    )
    expect(defaultRetries).toEqual({ timeout: 15_000, pauses: [1000, 2000] })
    const error = await call('system.stats', {}, { retries: { timeout: 30, pauses: [1, 1] } }).catch((e: unknown) => e)
    expect(error).toMatchObject({ status: 0, code: 'timeout' })
  })

  it.each([
    ['breaks off on the way', () => new ReadableStream({ start: (reader) => reader.error(new TypeError('network')) })],
    ['is a page of the network’s own', () => '<html>Please sign in to the hotel</html>'],
  ])('take an answer that %s for none: it is asked again, and then the nation counts as away', async (_, body) => {
    let asked = 0
    vi.stubGlobal('fetch', () => {
      asked++
      return Promise.resolve(new Response(body(), { status: 200 }))
    })
    const error = call('system.stats', {}).catch((thrown: unknown) => thrown)
    await vi.advanceTimersByTimeAsync(3000)
    expect(await error).toMatchObject({ status: 0, code: 'network' })
    expect(asked).toBe(3)
    expect(useReach.getState().reached).toBe(false)
  })

  it('are not waited for when an answer has begun and does not end', async () => {
    vi.useRealTimers()
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      const endless = new ReadableStream({
        start: (reader) => signal!.addEventListener('abort', () => reader.error(signal!.reason)),
      })
      return Promise.resolve(new Response(endless, { status: 200 }))
    })
    const error = await call('system.stats', {}, { retries: { timeout: 30, pauses: [1] } }).catch((e: unknown) => e)
    expect(error).toMatchObject({ status: 0, code: 'timeout' })
  })

  it.each([
    ['the gateway is away', 'HTTP 404: the gateway is away'],
    ['<html>nginx</html>', 'HTTP 404: Not Found'],
  ])('say the status and the text where the server had no sentence: %s', async (body, said) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status: 404, statusText: 'Not Found' })))
    const error = await call('system.stats', {}).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: said, sentence: said })
  })

  it.each([
    ['a proxy without a server behind it', {}, false],
    ['a nation that is busy', { error: 'The nation is busy.', code: 'busy', requestId: 'one' }, true],
  ])('know %s', async (_, body, reached) => {
    answering(...[1, 2, 3].map(() => ({ status: 503, body })))
    const answer = call('system.stats', {}).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(3000)
    await answer
    expect(useReach.getState().reached).toBe(reached)
  })

  it('tell that the nation answers again', async () => {
    noteReach(false)
    answering({ status: 200 })
    await call('system.stats', {})
    expect(useReach.getState().reached).toBe(true)
  })

  it('repeat a change under one and the same key', async () => {
    const sent = answering('broken', { status: 200 })
    const answer = call('votes.cast', { candidateId })
    await vi.advanceTimersByTimeAsync(1000)
    await answer
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toBeTruthy()
    expect(keys[0]).toBe(keys[1])
  })

  it('are not repeated when the server refuses, and carry its code, sentence and details', async () => {
    const details = [{ path: 'bio', code: 'too_small', message: 'Please fill this in.' }]
    const sent = answering({
      status: 400,
      body: { success: false, error: 'Some fields are missing or not valid.', code: 'invalid_input', details },
    })
    const error = await call('votes.cast', { candidateId }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      message: 'HTTP 400: Some fields are missing or not valid.',
      code: 'invalid_input',
      details,
    })
    expect(sent).toHaveLength(1)
  })

  it('go on with a fresh token when the old one is no longer taken', async () => {
    takeTokensFrom({ citizen: () => null, current: () => Promise.resolve('old'), renew: () => Promise.resolve('new') })
    const sent = answering(
      { status: 401, body: { success: false, error: 'expired', code: 'token_expired' } },
      { status: 200 },
    )
    await call('votes.cast', { candidateId })
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new'])
    expect(sent[0]!.headers.get('idempotency-key')).toBe(sent[1]!.headers.get('idempotency-key'))
  })

  describe('after the next citizen signed in in another tab', () => {
    const ended = { status: 401, body: { success: false, error: 'This session has ended.', code: 'session_ended' } }
    const ready = { status: 200, body: { success: true, totalCitizens: 3 } }
    /** A page that shows Ada, until it fetches a token. */
    const sharedBrowser = (at: 'current' | 'renew') => {
      let citizen = 'ada'
      const next = () => Promise.resolve((citizen = 'ben'))
      takeTokensFrom({
        citizen: () => citizen,
        current: () => (at === 'current' ? next() : Promise.resolve('ada')),
        renew: next,
      })
    }

    it.each([
      ['whose token had run out', 'current', [], 0],
      ['whose session was ended', 'renew', [ended], 1],
    ] as const)(
      'change nothing of what was pressed on the page of the one before, %s',
      async (_, at, answers, asked) => {
        sharedBrowser(at)
        const sent = answering(...answers, { status: 200 })
        const error = await call('votes.cast', { candidateId }).catch((thrown: unknown) => thrown)
        expect(error).toMatchObject({
          status: 401,
          sentence: 'Another citizen has signed in in this browser. Your change was not made.',
        })
        expect(sent).toHaveLength(asked)
        // The page is the next citizen's now, and what they press is sent.
        answering({ status: 200 })
        await call('votes.cast', { candidateId })
      },
    )

    it('read on', async () => {
      sharedBrowser('renew')
      answering(ended, ready)
      expect(await call('system.stats', {})).toMatchObject({ totalCitizens: 3 })
    })
  })

  it('read on as a visitor when the session is over, and change nothing', async () => {
    takeTokensFrom({ citizen: () => null, current: () => Promise.resolve('ended'), renew: () => Promise.resolve(null) })
    const ended = { status: 401, body: { success: false, error: 'This session has ended.', code: 'session_ended' } }
    const sent = answering(ended, { status: 200, body: { success: true, totalCitizens: 3 } }, ended)
    expect(await call('system.stats', {})).toMatchObject({ totalCitizens: 3 })
    expect(sent[1]!.headers.get('authorization')).toBeNull()
    await expect(call('votes.cast', { candidateId })).rejects.toMatchObject({ code: 'session_ended' })
    expect(sent).toHaveLength(3)
  })

  it('ask with what was given, and leave out what was not', async () => {
    const sent = answering({ status: 200 })
    await call('candidates.list', { position: 'president', search: undefined, limit: 5 })
    expect(sent[0]!.url).toBe('/api/candidates/list?position=president&limit=5')
  })
})
