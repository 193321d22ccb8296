import { allCalls, type Call } from '@nation/domain/contract'
import { aCitizen, emptyTables } from '@nation/core/testing'
import { describe, expect, it } from 'vitest'
import { formOf, useTestApi, type Answer } from '../testing'

const api = useTestApi()
const calls = (allCalls as readonly Call[]).filter((call) => (call.kind ?? 'json') === 'json')
const anotherCitizen = '01890a5d-ac96-774b-bcce-b302099a80ff'

/** Values that no field should choke on: refused with a reason, or taken for what they are. */
const hostile: readonly unknown[] = [
  null,
  -1,
  1e308,
  true,
  [],
  {},
  { $gt: '' },
  { '\ud800': ['https://example.org/a.png'] },
  { 'a\u0000b': 'x' },
  '',
  ' ',
  "' OR 1=1; DROP TABLE citizens; -- ",
  '%',
  '\u0000',
  '\ud800',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'x'.repeat(9_000),
  'ﷺ'.repeat(500),
]

const hostileBodies = [
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '"text"',
  '[[]]',
  '{"a":'.repeat(2_000),
  `{"userId":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
]

/** What belongs into the path stands there, whatever it is; the rest is sent. */
function inPath(call: Call, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const path = call.canonical.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]).toWellFormed()
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { path, rest }
}

async function send(call: Call, token: string, input: Record<string, unknown>): Promise<Answer> {
  const { path, rest } = inPath(call, input)
  if (call.method === 'GET' || call.method === 'DELETE') {
    const query = new URLSearchParams(
      Object.entries(rest).map(([name, value]) => [name, String(value).toWellFormed()] as [string, string]),
    )
    return api.send(call.method, `${path}?${query.toString()}`, { token })
  }
  return api.send(call.method, path, { token, body: call.body === 'multipart' ? formOf(rest) : rest })
}

/** Who comes furthest with this call: an administrator, in the panel where it is the panel's. */
async function mostPowerful(call: Call): Promise<string> {
  const admin = await aCitizen(api.nation.database, { isAdmin: true, isSuperAdmin: true })
  return call.access === 'panel' ? api.panelTokenOf(admin) : api.tokenOf(admin)
}

function expectMannered(answer: Answer, what: string): void {
  expect(answer.status, what).not.toBe(500)
  expect(JSON.stringify(answer.body), what).not.toMatch(/SELECT |INSERT |ER_|node_modules|at \w+ \(/)
  if (answer.status >= 400)
    expect(answer.body, what).toMatchObject({
      success: false,
      error: expect.any(String) as string,
      code: expect.any(String) as string,
    })
}

describe('An attacker', () => {
  it.each(calls.map((call) => [call.id, call] as const))(
    'gets no 500 and no insight from %s, whatever stands in its fields',
    async (_, call) => {
      const example = call.example
      for (const field of Object.keys(call.input.shape)) {
        let token = await mostPowerful(call)
        for (const value of hostile) {
          const answer = await send(call, token, { ...example, [field]: value })
          expectMannered(answer, `${field} = ${JSON.stringify(value)?.slice(0, 60)}`)
          // What was done may have been done to oneself, and limits are one's own.
          if (answer.status !== 400) token = await mostPowerful(call)
        }
        await emptyTables(api.nation.database)
      }
    },
  )

  it.each(calls.filter((call) => call.method !== 'GET').map((call) => [call.id, call] as const))(
    'gets nothing from %s with a body that is no honest object',
    async (_, call) => {
      const token = await mostPowerful(call)
      for (const body of hostileBodies) {
        const answer = await api.send(call.method, call.canonical, { token, body })
        expectMannered(answer, body.slice(0, 40))
        expect(answer.status, body.slice(0, 40)).toBeGreaterThanOrEqual(400)
      }
    },
  )

  it('is refused by every call that names its caller, in another citizen’s name', async () => {
    const asking = calls.filter((call) => call.actors.length > 0)
    expect(asking.length).toBeGreaterThan(3)
    for (const call of asking) {
      for (const field of call.actors) {
        // A caller who may not make the call at all gets that refusal first.
        const citizen = await aCitizen(api.nation.database, { isAdmin: typeof call.access === 'object' })
        const token = call.access === 'panel' ? await api.panelTokenOf(citizen) : await api.tokenOf(citizen)
        const answer = await send(call, token, { ...(call.example as object), [field]: anotherCitizen })
        expect([call.id, field, answer.status, answer.body.code]).toEqual([call.id, field, 403, 'not_yourself'])
      }
    }
  })

  it('gets an error for the field that no call has, from every call', async () => {
    for (const call of calls) {
      const token = await mostPowerful(call)
      const answer = await send(call, token, { ...(call.example as object), surprise: '1' })
      expect([call.id, answer.status, answer.body.code]).toEqual([call.id, 400, 'invalid_input'])
    }
  })

  it('does not reach files outside the web folder', async () => {
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
      '/media/%2e%2e%2f%2e%2e%2fetc/passwd',
      '/media/%00',
      '/assets/%',
      '/.env',
      '/%',
    ]) {
      const answer = await api.send('GET', path)
      expect([path, answer.status]).toEqual([path, expect.toBeOneOf([400, 404])])
    }
  })
})
