import { allCalls } from '@nation/domain/contract'
import { featuresOfCall, type FeatureName } from '@nation/domain/system'
import { advanceElections } from '@nation/core/elections'
import { change } from '@nation/core/platform'
import { switchFeature } from '@nation/core/system'
import { aCandidate, aCitizen, anElection } from '@nation/core/testing'
import { describe, expect, it, vi } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()
const panel = async () => api.panelTokenOf(await aCitizen(api.nation.database, { isAdmin: true }))
const set = async (token: string, feature: string, enabled: boolean) =>
  api.send('POST', '/api/system/set-feature', { token, body: { feature, enabled } })
const settings = async () => (await api.send('GET', '/api/settings')).body.features
/** The operator's command, in a process of its own: this API hears of it within a second. */
const command = (feature: FeatureName, enabled: boolean) =>
  change(api.nation.runtime, {}, (ctx) => switchFeature(ctx, feature, enabled, null))

describe('A feature that is switched off', () => {
  it('answers 503 to everybody, at every call of its own and at no other', async () => {
    const token = await panel()
    expect((await set(token, 'elections', false)).status).toBe(200)
    const off = allCalls.filter((call) => featuresOfCall(call).includes('elections'))
    expect(off.map((call) => call.id)).toEqual(
      expect.arrayContaining(['elections.current', 'candidates.list', 'votes.cast']),
    )
    for (const call of off) {
      for (const sent of [{}, { token }]) {
        const body = call.method === 'GET' ? {} : { body: call.example }
        const answer = await api.send(call.method, call.canonical, { ...sent, ...body })
        expect([call.id, answer.status, answer.body.code]).toEqual([call.id, 503, 'feature_off'])
      }
    }
    for (const path of ['/api/stats', '/api/settings', '/api/members/get-government'])
      expect((await api.send('GET', path)).status).toBe(200)
    expect(await settings()).toEqual({ elections: false, voting: true, admin: true })
    expect((await set(token, 'elections', true)).status).toBe(200)
    expect((await api.send('GET', '/api/elections/current')).status).toBe(200)
  })

  it('takes no vote while voting is off, shows candidates all the same, and counts again when it is on', async () => {
    const token = await panel()
    const voter = await api.tokenOf(await aCitizen(api.nation.database))
    await anElection(api.nation.runtime)
    const { id: candidateId } = await aCandidate(api.nation.runtime, 'president')
    const vote = () => api.send('POST', '/api/votes/cast', { token: voter, body: { candidateId } })
    await set(token, 'voting', false)
    expect(await vote()).toMatchObject({ status: 503, body: { code: 'feature_off' } })
    expect((await api.send('GET', '/api/candidates/list')).body.total).toBe(1)
    await set(token, 'voting', true)
    expect((await vote()).status).toBe(200)
  })

  it('is noticed within a moment when another process switched it, and tells everybody in the journal', async () => {
    await command('admin', false)
    const token = await panel()
    await vi.waitFor(async () => expect(await settings()).toMatchObject({ admin: false }), { timeout: 5_000 })
    for (const [method, path] of [
      ['GET', '/api/system/features'],
      ['GET', '/api/admin/verify'],
    ] as const)
      expect((await api.send(method, path, { token })).body.code).toBe('feature_off')
    await command('admin', true)
    await vi.waitFor(async () => expect((await api.send('GET', '/api/system/features', { token })).status).toBe(200), {
      timeout: 5_000,
    })
    const entries = await api.nation.database.query<{ actor: string | null; visibility: string }[]>(
      `SELECT actor, visibility FROM journal WHERE kind = 'system.feature-switched'`,
    )
    expect(entries).toEqual(Array(2).fill({ actor: null, visibility: 'public' }))
  })

  it('lets what runs go to its end, and begins no new week', async () => {
    await advanceElections(api.nation.runtime)
    const weeks = async () =>
      (await api.nation.database.query<{ stage: string }[]>('SELECT stage FROM elections')).map((one) => one.stage)
    await command('elections', false)
    api.nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
    await advanceElections(api.nation.runtime)
    expect(await weeks()).toEqual(['completed'])
    await command('elections', true)
    await advanceElections(api.nation.runtime)
    expect(await weeks()).toEqual(['completed', 'phase_one'])
  })
})

describe('Switching', () => {
  it('is the panel’s, and the panel itself cannot be switched in it', async () => {
    const admin = await aCitizen(api.nation.database, { isSuperAdmin: true })
    const [own, gated] = [await api.tokenOf(admin), await api.panelTokenOf(admin)]
    expect(await set(own, 'voting', false)).toMatchObject({ status: 403, body: { code: 'panel_only' } })
    expect(await set(gated, 'admin', false)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(await settings()).toEqual({ elections: true, voting: true, admin: true })
    expect((await set(gated, 'voting', false)).body.features).toMatchObject([
      { feature: 'elections', enabled: true, changeable: true, changedAt: null, changedBy: null },
      { feature: 'voting', enabled: false, changeable: true, changedBy: admin.username },
      { feature: 'admin', enabled: true, changeable: false },
    ])
  })

  it('to its present value changes nothing and writes no entry', async () => {
    const token = await panel()
    await set(token, 'voting', true)
    await set(token, 'voting', false)
    await set(token, 'voting', false)
    const entries: unknown[] = await api.nation.database.query(
      `SELECT id FROM journal WHERE kind = 'system.feature-switched'`,
    )
    expect(entries).toHaveLength(1)
  })
})
