import type { Citizen } from '@nation/core/citizens'
import { type CitizenContext } from '@nation/core/platform'
import { setLimit } from '@nation/core/system'
import { aCandidate, aCitizen, anElection, as } from '@nation/core/testing'
import { limitRules } from '@nation/domain/system'
import { describe, expect, it } from 'vitest'
import { useTestApi, type Answer } from '../testing'

const api = useTestApi()

const person = (facts: Partial<Citizen> = {}) => aCitizen(api.nation.database, facts)
const panel = async () => api.panelTokenOf(await person({ isAdmin: true, username: 'Grace' }))
const post = (path: string, body: object, token?: string, headers: Record<string, string> = {}): Promise<Answer> =>
  api.send('POST', `/api/system/${path}`, { ...(token !== undefined && { token }), body, headers })
const read = async (token: string) => (await api.send('GET', '/api/system/panel-settings', { token })).body
const settings = async () => (await api.send('GET', '/api/settings')).body
const entriesOf = (kind: string) =>
  api.nation.database.query<{ actor: string; facts: unknown }[]>('SELECT actor, facts FROM journal WHERE kind = ?', [
    kind,
  ])
const initial = {
  minFollowers: limitRules.minFollowers.initial,
  candidacyTokens: limitRules.candidacyTokens.initial,
}

describe('A limit', () => {
  it('holds from now on: for who stands after it, and not for who stands already', async () => {
    const token = await panel()
    const citizen = await person({ followers: 150 })
    await anElection(api.nation.runtime)
    const stands = await aCandidate(api.nation.runtime, 'president')
    const mine = async () =>
      (await api.send('GET', '/api/candidates/mine', { token: await api.tokenOf(citizen) })).body.eligibleForCandidacy
    expect(await mine()).toBe(true)
    expect((await post('set-limit', { limit: 'minFollowers', value: 151, version: 0 }, token)).status).toBe(200)
    expect(await mine()).toBe(false)
    const own = await api.send('GET', `/api/user/get-user?uid=${citizen.uid}`, { token: await api.tokenOf(citizen) })
    expect(own.body.user).toMatchObject({ eligibleForCandidacy: false })
    const holdings = await api.send('GET', '/api/holdings/get', { token: await api.tokenOf(citizen) })
    expect(holdings.body.candidacy).toMatchObject({ eligible: false, missingFollowers: 1 })
    expect((await api.send('GET', `/api/candidates/get?candidateId=${stands.id}`)).body.candidate).toMatchObject({
      status: 'active',
    })
    expect((await settings()).limits).toEqual({ ...initial, minFollowers: 151 })
  })

  it('of $ON is what every position asks for, and what a verified holder has', async () => {
    const token = await panel()
    await anElection(api.nation.runtime)
    const { id } = await aCandidate(api.nation.runtime, 'president')
    const candidate = async () => (await api.send('GET', `/api/candidates/get?candidateId=${id}`)).body.candidate
    const asked = async () =>
      new Set(
        (
          (await api.send('GET', '/api/elections/current')).body.election as {
            positions: { tokenRequirement: number }[]
          }
        ).positions.map(({ tokenRequirement }) => tokenRequirement),
      )
    expect(await candidate()).toMatchObject({ verifiedHolder: true })
    await post('set-limit', { limit: 'candidacyTokens', value: 900_000_000, version: 0 }, token)
    expect(await candidate()).toMatchObject({ verifiedHolder: false })
    expect(await asked()).toEqual(new Set([900_000_000]))
  })

  it('says who changed it and when, and goes back to its default', async () => {
    const token = await panel()
    const first = await read(token)
    expect(first.limits).toEqual([
      { limit: 'minFollowers', value: 100, ...limitRules.minFollowers, version: 0, changedAt: null, changedBy: null },
      { limit: 'candidacyTokens', value: 50_000, ...limitRules.candidacyTokens, version: 0, changedAt: null, changedBy: null }, // oxfmt-ignore
    ])
    const changedAt = api.nation.clock.now().getTime()
    const second = await post('set-limit', { limit: 'candidacyTokens', value: 0, version: 0 }, token)
    expect(second.body.limits).toMatchObject([{}, { value: 0, version: 1, changedAt, changedBy: 'Grace' }])
    const third = await post('set-limit', { limit: 'candidacyTokens', value: null, version: 1 }, token)
    expect(third.body.limits).toMatchObject([{}, { value: 50_000, version: 2 }])
    expect((await entriesOf('system.limit-changed')).map(({ facts }) => facts)).toEqual([
      { limit: 'candidacyTokens', from: 50_000, to: 0 },
      { limit: 'candidacyTokens', from: 0, to: 50_000 },
    ])
  })

  it('that stays the same number writes no entry', async () => {
    const token = await panel()
    await post('set-limit', { limit: 'minFollowers', value: 100, version: 0 }, token)
    await post('set-limit', { limit: 'minFollowers', value: null, version: 1 }, token)
    expect((await post('set-limit', { limit: 'minFollowers', value: null, version: 2 }, token)).status).toBe(200)
    expect((await read(token)).limits).toMatchObject([{ value: 100, version: 2 }, {}])
    expect(await entriesOf('system.limit-changed')).toEqual([])
  })

  it('that another administrator changed in the meantime is left as it is', async () => {
    const token = await panel()
    const set = (value: number, version: number) => post('set-limit', { limit: 'minFollowers', value, version }, token)
    const answers = await Promise.all([200, 300, 400, 500].map((value) => set(value, 0)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'setting_changed',
      error: expect.stringMatching(/^Another administrator changed this setting/) as string,
    })
    const won = [200, 300, 400, 500][answers.findIndex(({ status }) => status === 200)]
    expect((await settings()).limits).toMatchObject({ minFollowers: won })
    expect(await entriesOf('system.limit-changed')).toHaveLength(1)
    expect((await set(600, 1)).status).toBe(200)
  })

  it.each([
    ['below its bounds', { limit: 'minFollowers', value: -1, version: 0 }],
    ['above its bounds', { limit: 'minFollowers', value: 1_000_001, version: 0 }],
    ['above those of $ON', { limit: 'candidacyTokens', value: 1_000_000_001, version: 0 }],
    ['in parts', { limit: 'candidacyTokens', value: 0.5, version: 0 }],
    ['as a text', { limit: 'candidacyTokens', value: '7', version: 0 }],
    ['that does not exist', { limit: 'votingAccountMonths', value: 7, version: 0 }],
    ['without the version that was seen', { limit: 'minFollowers', value: 7 }],
  ])('%s is refused, and nothing changes', async (_, body) => {
    const token = await panel()
    expect(await post('set-limit', body, token)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect((await settings()).limits).toEqual(initial)
    expect(await entriesOf('system.limit-changed')).toEqual([])
  })

  it('is changed once by a request that comes twice', async () => {
    const token = await panel()
    const send = () =>
      post('set-limit', { limit: 'minFollowers', value: 250, version: 0 }, token, { 'idempotency-key': 'once-only-1' })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect(await entriesOf('system.limit-changed')).toHaveLength(1)
  })

  it('is the panel’s: no administrator changes it with their own sign-in', async () => {
    const admin = await person({ isSuperAdmin: true })
    const body = { limit: 'minFollowers', value: 1, version: 0 }
    expect((await post('set-limit', body)).status).toBe(401)
    expect(await post('set-limit', body, await api.tokenOf(admin))).toMatchObject({ status: 403, body: { code: 'panel_only' } }) // oxfmt-ignore
    expect((await settings()).limits).toEqual(initial)
  })

  it('that another process changed is read by the next request', async () => {
    await settings()
    const grace = await person({ isAdmin: true })
    await as(api.nation.runtime, grace, (ctx: CitizenContext) =>
      setLimit(ctx, { limit: 'minFollowers', value: 321, version: 0 }),
    )
    expect((await settings()).limits).toMatchObject({ minFollowers: 321 })
  })
})

/** Those of the environment, in the tests' own nation. */
const configured = [{ name: 'X', url: 'https://x.com/nation' }]

describe('Links', () => {
  const links = [
    { name: 'X', url: 'https://x.com/nation' },
    { name: 'Wiki', url: 'https://wiki.example/?page=nation' },
  ]

  it('are shown in their order to everybody, win over those of the environment, and go back to them', async () => {
    const token = await panel()
    expect((await settings()).links).toEqual(configured)
    const set = await post('set-links', { links, version: 0 }, token)
    expect(set.body.links).toMatchObject({ list: links, set: true, version: 1, changedBy: 'Grace', configured })
    expect((await settings()).links).toEqual(links)
    await post('set-links', { links: links.toReversed(), version: 1 }, token)
    expect((await settings()).links).toEqual(links.toReversed())
    await post('set-links', { links: null, version: 2 }, token)
    expect(await read(token)).toMatchObject({ links: { list: configured, set: false, version: 3 } })
    expect(await entriesOf('system.links-changed')).toHaveLength(3)
    // None at all is a setting, too.
    await post('set-links', { links: [], version: 3 }, token)
    expect((await settings()).links).toEqual([])
  })

  it('that another administrator changed in the meantime are left as they are', async () => {
    const token = await panel()
    await post('set-links', { links, version: 0 }, token)
    const late = await post('set-links', { links: [], version: 0 }, token)
    expect(late).toMatchObject({ status: 409, body: { code: 'setting_changed' } })
    expect((await settings()).links).toEqual(links)
  })

  it.each([
    ['http', [{ name: 'X', url: 'http://x.com' }], 'links.0.url'],
    ['a script', [{ name: 'X', url: 'javascript:alert(1)' }], 'links.0.url'],
    ['a name in the address', [{ name: 'X', url: 'https://x.com@evil.example' }], 'links.0.url'],
    ['no name', [{ name: ' ', url: 'https://x.com' }], 'links.0.name'],
    ['a name twice', [links[0]!, { name: 'x', url: 'https://x.example' }], 'links.1.name'],
    ['an address twice', [links[0]!, { name: 'Y', url: 'https://x.com/nation' }], 'links.1.url'],
    ['a name that is too long', [{ name: 'x'.repeat(25), url: 'https://x.com' }], 'links.0.name'],
    ['thirteen', Array.from({ length: 13 }, (_, n) => ({ name: `Site ${n}`, url: `https://${n}.example` })), 'links'],
  ])('with %s are refused, and nothing changes', async (_, wrong, field) => {
    const token = await panel()
    const answer = await post('set-links', { links: wrong, version: 0 }, token)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(JSON.stringify(answer.body)).toContain(field)
    expect((await settings()).links).toEqual(configured)
    expect(await entriesOf('system.links-changed')).toEqual([])
  })
})
