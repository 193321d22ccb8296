import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, takeTokensFrom } from '../api/client'
import { clearFailedCalls, logFailedCall, MOST_KINDS, QUIET } from './failed-calls'
import { clearLog, GATHER, log } from './log'

const id = '01890a5d-ac96-774b-bcce-b302099a8058'
const written = () => log.entries().map(({ level, message, detail }) => `${level} ${message} (${detail})`)

/** Every call is answered so; what goes to the log is collected. */
function answering(status: number | 'never' | 'broken', body: object = {}) {
  const sent: string[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url === '/api/logs') sent.push(init.body as string)
    if (status === 'broken') return Promise.reject(new TypeError('network'))
    if (status !== 'never') return Promise.resolve(new Response(JSON.stringify(body), { status }))
    return new Promise((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
    )
  })
  return sent
}
const retries = { timeout: 20, pauses: [1] }
const fails = () =>
  call('candidates.get', { candidateId: id }, { retries, bearer: 'eyJhbGciOi.secret.token' }).catch(() => undefined)

describe('a call that failed', () => {
  beforeEach(() => {
    clearLog()
    clearFailedCalls()
    takeTokensFrom({ citizen: () => null, current: () => Promise.resolve(null), renew: () => Promise.resolve(null) })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    clearLog()
  })

  it.each([
    [503, 'busy', 'error Call failed: candidates.get: 503 busy (request r-1, 1 since the page was opened)'],
    [
      503,
      'feature_off',
      'error Call failed: candidates.get: 503 feature_off (request r-1, 1 since the page was opened)',
    ],
    [404, 'not_found', 'warn Call failed: candidates.get: 404 not_found (request r-1, 1 since the page was opened)'],
  ])('is written down with status, code and request: %s %s', async (status, code, line) => {
    answering(status, { success: false, error: 'No.', code, requestId: 'r-1' })
    await fails()
    expect(written()).toEqual([line])
  })

  it.each([
    ['never', 'timeout'],
    ['broken', 'network'],
  ] as const)('is written down when the answer is %s', async (answer, code) => {
    answering(answer)
    await fails()
    expect(written()).toEqual([`error Call failed: candidates.get: 0 ${code} (request ?, 1 since the page was opened)`])
  })

  it('tells nothing of who asked, what for, and with which token', async () => {
    const sent = answering(503, { success: false, error: `No, ${id}.`, code: 'busy', requestId: `Ada ${id}` })
    await fails()
    await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: GATHER + 2000 })
    expect(sent[0]).toContain('candidates.get: 503 busy')
    for (const secret of [id, 'secret', 'Ada', 'No,']) expect(sent[0]).not.toContain(secret)
  })

  it('leaves out refused tokens, which are renewed, and the log’s own call', () => {
    logFailedCall('polls.list', { status: 401, code: 'token_expired' })
    logFailedCall('system.logs', { status: 503, code: 'busy' })
    expect(written()).toEqual([])
  })

  it('is written once a minute, with how often it happened', () => {
    vi.useFakeTimers()
    for (let times = 0; times < 50; times++)
      logFailedCall('polls.list', { status: 503, code: 'busy', requestId: `${times}` })
    expect(written()).toHaveLength(1)
    vi.advanceTimersByTime(QUIET)
    logFailedCall('polls.list', { status: 503, code: 'busy', requestId: 'last' })
    expect(written()[1]).toBe('error Call failed: polls.list: 503 busy (request last, 51 since the page was opened)')
  })

  it('does not storm when everything fails at once', () => {
    vi.useFakeTimers()
    for (let kind = 0; kind < 200; kind++) logFailedCall(`call.${kind}`, { status: 503, code: 'busy' })
    expect(written()).toHaveLength(MOST_KINDS)
  })
})
