import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { XApp } from '.'

/** An X that answers lookups with what the test says. */
let answer: { status: number; headers?: Record<string, string>; body: unknown }
let lookups = 0
let server: Server
beforeAll(async () => {
  server = createServer((request, response) => {
    const isToken = request.url === '/oauth2/token'
    if (!isToken) lookups += 1
    const { status, headers = {}, body } = isToken ? { status: 200, body: { access_token: 'token' } } : answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())
beforeEach(() => (lookups = 0))

const warned: unknown[] = []
function xApp(): XApp {
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const names = { clientId: 'a', clientSecret: 'b', apiKey: 'c', apiSecret: 'd', authorizeUrl: apiUrl }
  return new XApp({ ...names, apiUrl }, { warn: (facts: unknown) => void warned.push(facts) })
}

const account = (id: string, facts: object = {}) => ({
  ...{ id, name: `Name ${id}`, username: `name_${id}`, created_at: '2020-01-01T00:00:00Z' },
  ...{ profile_image_url: 'https://pbs.twimg.com/a_normal.jpg', public_metrics: { followers_count: 5 } },
  ...facts,
})
const found = (data: unknown[], headers: Record<string, string> = {}) => ({ status: 200, headers, body: { data } })

it('An answer whose accounts are not understood is no answer', async () => {
  answer = found([account('1', { public_metrics: undefined }), account('2', { public_metrics: undefined })])
  await expect(xApp().users(['1', '2'])).rejects.toMatchObject({ name: 'XRefusal', limited: false })
  answer = found([account('1', { public_metrics: undefined })])
  await expect(xApp().users(['1', '2'])).rejects.toMatchObject({ name: 'XRefusal' })
})

it('A single account that is not understood is left out and logged, and does not count as missing', async () => {
  answer = found([account('1'), account('2', { public_metrics: { followers_count: 2 ** 32 } })])
  warned.length = 0
  const { profiles, missing } = await xApp().users(['1', '2'])
  expect([profiles.map(({ id }) => id), missing]).toEqual([['1'], []])
  expect(warned).toEqual([{ xId: '2', fields: ['public_metrics.followers_count'] }])
})

it('A picture whose address does not fit, and X’s drawing for an account without one, are left out; the rest counts', async () => {
  const address = (length: number) => `https://pbs.twimg.com/${'a'.repeat(length - 33)}_normal.jpg`
  answer = found([
    account('1', { profile_image_url: address(511) }),
    account('2', { profile_image_url: address(512) }),
    account('3', { profile_image_url: 'none' }),
    account('4', {
      profile_image_url: 'https://abs.twimg.com/sticky/default_profile_images/default_profile_normal.png',
    }),
  ])
  const { profiles } = await xApp().users(['1', '2', '3', '4'])
  expect(profiles.map(({ avatarUrl }) => avatarUrl?.length ?? null)).toEqual([512, null, null, null])
})

it('X is not asked before the instant that it named, and what it refuses says how long that is', async () => {
  const reset = { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 120) }
  for (const first of [{ status: 429, headers: reset, body: {} }, found([account('1')], reset)]) {
    lookups = 0
    const x = xApp()
    answer = first
    await x.users(['1']).catch(() => undefined)
    answer = found([account('1')])
    const refusal = (await x.users(['1']).catch((error: unknown) => error)) as { limited: boolean; untilMs: number }
    expect(refusal).toMatchObject({ name: 'XRefusal', limited: true })
    expect(refusal.untilMs).toBeGreaterThan(60_000)
    expect(refusal.untilMs).toBeLessThanOrEqual(121_000)
    expect(lookups).toBe(1)
  }
})

it('X is asked again after a failure that is no refusal', async () => {
  const x = xApp()
  answer = { status: 500, body: {} }
  await expect(x.users(['1'])).rejects.toMatchObject({ limited: false })
  answer = found([account('1')])
  expect((await x.users(['1'])).profiles).toHaveLength(1)
})
