import { allCalls, type Call } from '@nation/domain/contract'
import { openRedis } from '@nation/core/platform'
import { aCitizen, testRedisUrl } from '@nation/core/testing'
import { hostileTexts } from '@nation/domain/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'
import { bodyLimit } from './read-input'

const api = useTestApi()

/** Calls by whose texts strangers and citizens can reach the process: one without a sign-in, and those with long texts. */
const chosen = ['system.logs', 'candidates.update', 'polls.create', 'interviews.submit'] as const
const calls = (allCalls as readonly Call[]).filter(({ id }) => (chosen as readonly string[]).includes(id))

/** Headers that a part of the frame reads, or a library under it. */
const headers = [
  'x-request-id',
  'idempotency-key',
  'user-agent',
  'accept-language',
  'accept-encoding',
  'accept',
  'authorization',
  'cookie',
  'content-type',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'if-none-match',
  'if-modified-since',
  'last-event-id',
  'origin',
  'range',
  'referer',
]

/** What is counted of calls: here it is asked what each costs, not how many there may be. */
const redis = openRedis(testRedisUrl())
afterAll(() => redis.disconnect())

async function deleteLimits(): Promise<void> {
  const counted = await redis.keys('limit:*')
  if (counted.length > 0) await redis.del(...counted)
}

/** Milliseconds of the processor that a request may take in all, its sender's and an answer's writing included. */
const most = 150

const visible = Object.entries(hostileTexts)
  .map(([what, make]) => [what, make(15_000).replaceAll(/[^\x20-\x7e]/g, ';')] as const)
  .filter(([, text]) => text.trim() !== '')

/** The processor's time of a request, in milliseconds: the least of as many tries as it takes to be below what is allowed. */
async function costOfRequest(send: () => Promise<{ status: number }>): Promise<number> {
  let least = Infinity
  for (let i = 0; i < 5 && least > most; i++) {
    await deleteLimits()
    const before = process.cpuUsage()
    const { status } = await send()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
    expect(status).not.toBe(429)
    expect(status).toBeLessThan(500)
  }
  return least
}

/** A body at the limit with this text in each field that is a text in the call's example, however deep. */
function bodyWith(call: Call, text: string): string {
  const places = JSON.stringify(call.example).match(/:"/g)?.length ?? 1
  const part = text.slice(0, Math.floor(bodyLimit / 3 / places) - 200)
  return JSON.stringify(call.example, (_, value: unknown) => (typeof value === 'string' ? part : value))
}

describe('A hostile request', () => {
  it.each(calls.map((call) => [call.id, call] as const))(
    'with hostile texts in its body delays no other request at %s',
    async (_, call) => {
      const citizen = await aCitizen(api.nation.database, { isAdmin: true })
      const token = call.access === 'anyone' ? undefined : await api.tokenOf(citizen)
      for (const [what, make] of Object.entries(hostileTexts)) {
        const body = bodyWith(call, make(bodyLimit))
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(2 * bodyLimit)
        const cost = await costOfRequest(() => api.send(call.method, call.canonical, { ...(token && { token }), body }))
        expect(cost, what).toBeLessThan(most)
      }
    },
  )

  it.each(headers)('with a hostile %s is answered as soon as any other', async (name) => {
    for (const [what, text] of visible) {
      const cost = await costOfRequest(() => api.send('POST', '/api/logs', { headers: { [name]: text }, body: {} }))
      expect(cost, what).toBeLessThan(most)
    }
  })

  it('with a hostile path or query is answered as soon as any other', async () => {
    for (const [what, text] of visible) {
      const part = encodeURIComponent(text).slice(0, 14_000).replace(/%.?$/, '')
      for (const path of [
        `/api/candidates/list?search=${part}`,
        `/api/candidates/list?${part}`,
        `/api/citizen/interviews/${part}`,
        `/api/${part}`,
        `/${part}`,
        `/media/${part}`,
        `/${text.slice(0, 14_000).replaceAll(/[^\w./-]/g, '/')}`,
      ]) {
        expect(await costOfRequest(() => api.send('GET', path)), `${what} in ${path.slice(0, 40)}`).toBeLessThan(most)
      }
    }
  })
})
