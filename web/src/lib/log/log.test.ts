import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useUi } from '../store/ui'
import { noteCall, readDiagnostics } from './diagnostics'
import { clearLog, GATHER, log, startLog } from './log'

interface Sent {
  entries: { level: string; message: string; detail?: string; times: number }[]
}

let sent: Sent[]
let stop: () => void

function answer(...statuses: (number | 'broken')[]) {
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    expect(url).toBe('/api/logs')
    expect(init.keepalive).toBe(true)
    sent.push(JSON.parse(init.body as string) as Sent)
    const status = statuses.shift() ?? 200
    return status === 'broken'
      ? Promise.reject(new TypeError('network'))
      : Promise.resolve(new Response('{}', { status }))
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  clearLog()
  sent = []
  answer()
  stop = startLog()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const messages = () => sent.map(({ entries }) => entries.map(({ message }) => message))

describe('the log of a browser', () => {
  it('sends errors and warnings together, and keeps the rest', async () => {
    log.debug('a')
    log.info('b')
    log.warn('c')
    log.error('d', new Error('why'))
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(GATHER)
    expect(messages()).toEqual([['c', 'd']])
    expect(sent[0]!.entries[1]!.detail).toContain('why')
    expect(log.entries().map(({ message }) => message)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('remembers the last hundred entries', () => {
    for (let index = 0; index < 130; index++) log.info(`entry ${index}`)
    expect(log.entries()).toHaveLength(100)
    expect(log.entries()[0]!.message).toBe('entry 30')
  })

  it('says once how often the same thing happened in a row', async () => {
    for (let index = 0; index < 5; index++) log.error('again')
    await vi.advanceTimersByTimeAsync(GATHER)
    expect(sent).toHaveLength(1)
    expect(sent[0]!.entries).toMatchObject([{ message: 'again', times: 5 }])
  })

  it('sends at most twenty at a time', async () => {
    for (let index = 0; index < 45; index++) log.error(`error ${index}`)
    await vi.advanceTimersByTimeAsync(3 * GATHER)
    expect(sent.map(({ entries }) => entries.length)).toEqual([20, 20, 5])
  })

  it('never tells of its own failure, and tries again with the next entry only', async () => {
    answer('broken', 503, 200)
    log.error('first')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(messages()).toEqual([['first']])
    log.error('second')
    await vi.advanceTimersByTimeAsync(60_000)
    log.error('third')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(messages()).toEqual([['first'], ['first', 'second'], ['first', 'second', 'third']])
    expect(log.entries()).toHaveLength(3)
  })

  it('does not send again what was refused', async () => {
    answer(429)
    log.error('first')
    await vi.advanceTimersByTimeAsync(GATHER)
    log.error('second')
    await vi.advanceTimersByTimeAsync(GATHER)
    expect(messages()).toEqual([['first'], ['second']])
  })

  it('leaves with the browser what waits when the page goes', async () => {
    const left: Blob[] = []
    vi.stubGlobal('navigator', { sendBeacon: (_: string, body: Blob) => left.push(body) > 0 })
    log.error('last words')
    dispatchEvent(new Event('pagehide'))
    expect(left).toHaveLength(1)
    expect(left[0]!.type).toBe('application/json')
    expect(await left[0]!.text()).toContain('last words')
    await vi.advanceTimersByTimeAsync(GATHER)
    expect(sent).toEqual([])
  })

  it('writes down uncaught errors', () => {
    dispatchEvent(Object.assign(new Event('error'), { message: 'boom', error: new Error('boom') }))
    dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('late') }))
    expect(log.entries().map(({ message }) => message)).toEqual(['boom', 'Unhandled rejection'])
  })

  it('remembers no secret', () => {
    log.info('Authorization: Bearer abc.def.ghi')
    expect(JSON.stringify(log.entries())).not.toContain('abc.def')
  })
})

describe('the diagnostic setting', () => {
  it('is off, and then calls leave no trace', () => {
    for (let calls = 0; calls < 20; calls++) noteCall('GET', '/api/stats')(200)
    expect(log.entries()).toEqual([])
  })

  it('is turned on and off by the address, and stays', () => {
    readDiagnostics('?diagnostics=on')
    expect(useUi.getState().diagnostics).toBe(true)
    readDiagnostics('?other=1')
    expect(localStorage.getItem('ui')).toContain('"diagnostics":true')
    readDiagnostics('?diagnostics=off')
    expect(useUi.getState().diagnostics).toBe(false)
  })

  it('shows each call, and warns of more than ten in five seconds', async () => {
    const shown = (['debug', 'warn'] as const).map((level) => vi.spyOn(console, level).mockImplementation(() => {}))
    useUi.setState({ diagnostics: true })
    const warnings = () => log.entries().filter(({ level }) => level === 'warn')
    for (let calls = 0; calls < 10; calls++) noteCall('GET', `/api/${calls}`)(200)
    expect(warnings()).toEqual([])
    await vi.advanceTimersByTimeAsync(5000)
    for (let calls = 0; calls < 11; calls++) noteCall('GET', `/api/later/${calls}`)(503)
    expect(warnings().map(({ message }) => message)).toEqual(['More than 10 calls in 5 s'])
    expect(shown[0]).toHaveBeenCalledWith('GET /api/0: 200 after 0 ms')
    expect(shown[1]).toHaveBeenCalledTimes(1)
    for (const spy of shown) spy.mockRestore()
  })
})
