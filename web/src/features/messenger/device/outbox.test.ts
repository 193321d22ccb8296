import { beforeEach, describe, expect, it, vi } from 'vitest'
import { noConnection } from '../../../lib/api/api-error'
import { takeTokensFrom } from '../../../lib/api/client'
import { removeStored, keep, storedKeys, MESSENGER_KEYS } from '../../../lib/store/device'
import { saveDraft, readDraft } from './drafts'
import { followOutbox, openOutbox, putOutgoing, useOutbox, type Outgoing } from './outbox'
import { retry, sendEverything, sendMessage, tooManyAtOnce, unableToSend, waitsForLimit } from './send'
import { fillStorage } from '../../../testing/full-storage'

const ADA = '01890a5d-ac96-774b-bcce-b302099a8057'
const MINA = '01890a5d-ac96-774b-bcce-b302099a8058'

interface Body {
  message: string
  clientId: string
}

let bodies: Body[]
let answer: (body: Body) => Response | Promise<Response>

const entries = () => useOutbox.getState().entries
const ok = () => Response.json({ success: true, messageId: ADA, number: bodies.length, timestamp: 0 })
const refused = (status: number, code: string, error: string) => () =>
  Response.json({ success: false, code, error, requestId: 'x' }, { status })

beforeEach(() => {
  bodies = []
  answer = ok
  takeTokensFrom({ citizen: () => null, current: () => Promise.resolve('token'), renew: () => Promise.resolve(null) })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (!url.startsWith('/api/messenger/')) return Promise.resolve(Response.json({ success: true }))
    const body = JSON.parse(init.body as string) as Body
    bodies.push(body)
    return Promise.resolve(answer(body))
  })
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: { request: (_: string, __: object, run: () => Promise<void>) => run() },
  })
  openOutbox(ADA)
})

const states = () => entries().map(({ text, state }) => `${text}: ${state}`)

describe('the outbox', () => {
  it('sends messages in the order in which they were written, each under an id of its own', async () => {
    for (const text of ['one', 'two', 'three']) sendMessage('citizens', text, null)
    await vi.waitFor(() => expect(states()).toEqual(['one: sent', 'two: sent', 'three: sent']), { timeout: 15_000 })
    expect(bodies.map(({ message }) => message)).toEqual(['one', 'two', 'three'])
    expect(new Set(bodies.map(({ clientId }) => clientId)).size).toBe(3)
  })

  it('waits for a tab that sends in the same conversation, but not for good: the system may have suspended it', async () => {
    const limit = new AbortController()
    const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    const request = (_: string, { signal }: { signal?: AbortSignal }) =>
      new Promise((__, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('The time is over.', 'TimeoutError')))
      })
    vi.stubGlobal('navigator', { onLine: true, locks: { request } })
    sendMessage('citizens', 'one', null)
    await vi.waitFor(() => expect(limits).toHaveBeenCalledOnce(), { timeout: 15_000 })
    expect(states()).toEqual(['one: waiting'])
    limit.abort()
    await vi.waitFor(() => expect(states()).toEqual(['one: sent']), { timeout: 15_000 })
  })

  it('keeps what failed over a reload, with the sentence that says why, and sends it again under the same id', async () => {
    answer = refused(400, 'invalid_input', 'There are too many letters.')
    sendMessage('citizens', 'one', null)
    await vi.waitFor(() => expect(states()).toEqual(['one: failed']), { timeout: 15_000 })
    useOutbox.setState({ entries: [] })
    openOutbox(ADA)
    expect(entries()[0]).toMatchObject({
      text: 'one',
      problem: 'There are too many letters.',
      code: 'invalid_input',
      passing: false,
    })
    sendEverything()
    expect(states()).toEqual(['one: failed'])
    answer = ok
    retry(entries()[0]!)
    await vi.waitFor(() => expect(states()).toEqual(['one: sent']), { timeout: 15_000 })
    expect(bodies[1]!.clientId).toBe(bodies[0]!.clientId)
  })

  it.each([
    ['message_id_reused', 409, unableToSend],
    ['message_request_waits', 409, 'It waits.'],
  ])('says of %s what its writer can use', async (code, status, problem) => {
    answer = refused(status, code, 'It waits.')
    sendMessage('citizens', 'one', null)
    await vi.waitFor(() => expect(entries()[0]?.problem).toBe(problem), { timeout: 15_000 })
  })

  it('tells a lost connection by its own sentence, and tries again by itself once there is one', async () => {
    vi.useFakeTimers()
    answer = () => Promise.reject(new TypeError('network'))
    sendMessage('citizens', 'one', null)
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(entries()[0]).toMatchObject({ state: 'failed', problem: noConnection, passing: true })
    answer = ok
    sendEverything()
    await vi.waitFor(() => expect(states()).toEqual(['one: sent']), { timeout: 15_000 })
    expect(new Set(bodies.map(({ clientId }) => clientId)).size).toBe(1)
  })

  it.each([
    ['the nation was too busy', refused(503, 'busy', 'Busy.')],
    ['there was no answer', () => Promise.reject(new TypeError('network'))],
    ['a proxy did not let it through', () => new Response('<html>Forbidden</html>', { status: 403 })],
  ])('sends nothing before a message that is tried again, because %s', async (_, failing) => {
    vi.useFakeTimers()
    answer = (body) => (body.message === 'one' ? failing() : ok())
    for (const text of ['one', 'two']) sendMessage('citizens', text, null)
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(states()).toEqual(['one: failed', 'two: waiting'])
    expect(new Set(bodies.map(({ message }) => message))).toEqual(new Set(['one']))
    bodies = []
    answer = ok
    sendEverything()
    await vi.waitFor(() => expect(states()).toEqual(['one: sent', 'two: sent']), { timeout: 15_000 })
    expect(bodies.map(({ message }) => message)).toEqual(['one', 'two'])
  })

  it.each([
    ['failed', refused(503, 'busy', 'Busy.')],
    ['sent', ok],
  ])(
    'does not send a message again and again where the device has no room to write down that it was %s',
    async (state, says) => {
      vi.useFakeTimers()
      answer = says
      sendMessage('citizens', 'one', null)
      const makeRoom = fillStorage()
      await vi.advanceTimersByTimeAsync(10_000)
      const sent = bodies.length
      await vi.advanceTimersByTimeAsync(10_000)
      vi.useRealTimers()
      makeRoom()
      expect(states()).toEqual([`one: ${state}`])
      expect(bodies).toHaveLength(sent)
      expect(sent).toBeLessThan(5)
    },
  )

  it('goes on past a message that was refused for good, and does not wait for one of another conversation', async () => {
    answer = ({ message }) => (message === 'one' ? refused(400, 'invalid_input', 'No.')() : ok())
    for (const text of ['one', 'two']) sendMessage('citizens', text, null)
    await vi.waitFor(() => expect(states()).toEqual(['one: failed', 'two: sent']), { timeout: 15_000 })
  })

  it('waits as long as the nation says where there were too many at once, and then goes on in order', async () => {
    vi.useFakeTimers()
    let left = 20
    const limited = refused(429, 'rate_limited', 'Rate limit exceeded.')
    answer = () => {
      if (left-- > 0) return ok()
      const { status, statusText } = limited()
      return new Response(limited().body, { status, statusText, headers: { 'retry-after': '12' } })
    }
    const texts = Array.from({ length: 25 }, (_, place) => `number ${place}`)
    for (const text of texts) sendMessage('citizens', text, null)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(bodies).toHaveLength(21)
    expect(states().slice(19, 22)).toEqual(['number 19: sent', 'number 20: failed', 'number 21: waiting'])
    expect(entries()[20]).toMatchObject({ problem: tooManyAtOnce, code: 'rate_limited', passing: true })
    // The sentence of another version decides nothing: messages outlive it on the device.
    expect(waitsForLimit({ ...entries()[20]!, problem: 'In other words.' })).toBe(true)
    expect(waitsForLimit({ ...entries()[20]!, code: 'busy' })).toBe(false)
    left = 20
    // Neither the connection's return nor another message moves it before its time.
    sendEverything()
    sendMessage('citizens', 'the last', null)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(bodies).toHaveLength(21)
    await vi.advanceTimersByTimeAsync(2_000)
    sendEverything()
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    expect(new Set(entries().map(({ state }) => state))).toEqual(new Set(['sent']))
    expect(bodies.slice(20).map(({ message }) => message)).toEqual(['number 20', ...texts.slice(20), 'the last'])
  })

  it.each([
    ['retried in another tab', 'one: sent', 2],
    ['discarded in another tab', '', 1],
  ])('an attempt that fails after its message was %s changes nothing', async (what, left, sent) => {
    const stop = followOutbox()
    let fail = (_: Response) => {}
    answer = () => new Promise((resolve) => (fail = resolve))
    sendMessage('citizens', 'one', null)
    await vi.waitFor(() => expect(bodies).toHaveLength(1), { timeout: 15_000 })
    const [key] = storedKeys(MESSENGER_KEYS)
    const retried = JSON.stringify({ ...entries()[0]!, state: 'waiting', retries: 1 })
    const value = what.startsWith('retried') ? retried : null
    keep(key!, value)
    dispatchEvent(new StorageEvent('storage', { key: key!, newValue: value }))
    answer = ok
    fail(refused(400, 'invalid_input', 'No.')())
    await vi.waitFor(() => expect(states().join()).toBe(left), { timeout: 15_000 })
    expect(bodies).toHaveLength(sent)
    stop()
  })

  it('looks what another tab has sent before it sends', async () => {
    const stop = followOutbox()
    const waiting: Outgoing = {
      ...{ clientId: 'a', room: 'citizens', text: 'one', replyTo: null, images: [], at: 1 },
      ...{ state: 'waiting', retries: 0, problem: null, code: null, passing: false, heldUntil: null, number: null },
    }
    putOutgoing(waiting)
    // The other tab's word is on the device before this one is notified.
    const [key] = storedKeys(MESSENGER_KEYS)
    const sent = JSON.stringify({ ...waiting, state: 'sent', number: 7 })
    keep(key!, sent)
    sendEverything()
    await new Promise((resolve) => setTimeout(resolve))
    expect(bodies).toEqual([])
    dispatchEvent(new StorageEvent('storage', { key: key!, newValue: sent }))
    expect(states()).toEqual(['one: sent'])
    stop()
  })

  it('is its citizen’s alone: another one finds neither messages nor drafts, and signing out leaves none behind', async () => {
    answer = refused(400, 'invalid_input', 'No.')
    sendMessage('citizens', 'one', null)
    saveDraft(ADA, 'citizens', { text: 'half a', replyTo: null, images: [] })
    await vi.waitFor(() => expect(states()).toEqual(['one: failed']), { timeout: 15_000 })
    expect(readDraft(ADA, 'citizens').text).toBe('half a')
    expect(readDraft(MINA, 'citizens').text).toBe('')
    openOutbox(MINA)
    expect(entries()).toEqual([])
    expect(storedKeys(MESSENGER_KEYS)).toEqual([])
    saveDraft(MINA, 'citizens', { text: 'mine', replyTo: null, images: [] })
    removeStored(MESSENGER_KEYS)
    expect(readDraft(MINA, 'citizens').text).toBe('')
  })

  it('believes nothing of what it finds on the device', () => {
    for (const [index, stored] of ['{', '[]', '{"clientId":1}', 'null', '7'].entries()) {
      keep(`${MESSENGER_KEYS}out.${ADA}.${index}`, stored)
    }
    openOutbox(ADA)
    expect(entries()).toEqual([])
  })
})
