import { createPanelAccount, resetPanelAccount, revokePanelAccount } from '@nation/core/admin'
import { deriveKeys } from '@nation/core/auth'
import { change } from '@nation/core/platform'
import { aCitizen } from '@nation/core/testing'
import { URI } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { testSecret, useTestApi } from '../testing'

const api = useTestApi()
const password = 'a long enough password'
let username: string
let made = 0

async function account(withTotp = false) {
  const citizen = await aCitizen(api.nation.database)
  const input = { username, password, handle: citizen.handle, withTotp }
  const { totpAddress } = await change(api.nation.runtime, {}, (ctx) =>
    createPanelAccount(ctx, deriveKeys(testSecret), input),
  )
  return { citizen, totpAddress }
}

const enter = (body: object) => api.send('POST', '/api/admin?action=authenticate', { body })

/** What a token that does not count is told. */
const invalid = { success: true, valid: false }

describe('The admin panel’s gate', () => {
  // Guesses are counted by account name in Redis, which outlives a test.
  beforeEach(() => {
    username = `boss${process.pid}.${Date.now()}.${++made}`
  })

  it('opens for the right password and answers a token that verifies', async () => {
    const { citizen } = await account()
    const answer = await enter({ username, password })
    expect(answer.body).toMatchObject({ success: true, adminId: citizen.uid })
    const token = String(answer.body.token)
    expect((await api.send('GET', '/api/admin/verify', { token })).body).toMatchObject({ valid: true })
    expect((await api.send('GET', '/api/admin/verify')).body).toMatchObject({ valid: false })
    await api.send('POST', '/api/admin/logout', { token, body: {} })
    expect((await api.send('GET', '/api/admin/verify', { token })).body).toEqual(invalid)
  })

  it('has a call that says of every token whether it counts: of a forged, an expired and an ended one, too', async () => {
    await account()
    const token = String((await enter({ username, password })).body.token)
    const verify = (given: string) => api.send('GET', '/api/admin/verify', { token: given })
    for (const forged of [`${token.slice(0, -4)}AAAA`, 'no.token.at-all'])
      expect([await verify(forged), (await verify(forged)).status]).toMatchObject([{ body: invalid }, 200])
    const before = api.nation.clock.now()
    api.nation.clock.set(new Date(before.getTime() + 9 * 3_600_000))
    expect((await verify(token)).body).toEqual(invalid)
    // Every other call refuses it.
    expect((await api.send('GET', '/api/admin/security', { token })).status).toBe(401)
    api.nation.clock.set(before)
    expect((await verify(token)).body).toEqual({ success: true, valid: true })
  })

  it('sends at the sign-in the proof that it sends again, only to the session’s token, when that session has ended', async () => {
    await account()
    const [one, other] = [(await enter({ username, password })).body, (await enter({ username, password })).body]
    expect(one.farewell).not.toBe(other.farewell)
    const ask = (token: string) => api.send('GET', '/api/admin/security', { token })
    await api.send('POST', '/api/admin/logout', { token: String(one.token), body: {} })
    const ended = await ask(String(one.token))
    expect(ended.body).toMatchObject({ code: 'session_ended', facts: { farewell: one.farewell } })
    expect(JSON.stringify((await ask(String(other.token))).body)).not.toContain(String(other.farewell))
    const forged = await ask(`${String(one.token).slice(0, -4)}AAAA`)
    expect(forged.body).not.toHaveProperty('facts')
  })

  it('says the same to a wrong password and to an unknown name', async () => {
    await account()
    const wrong = await enter({ username, password: 'another long password' })
    const unknown = await enter({ username: `${username}x`, password })
    expect([wrong.status, wrong.body.error]).toEqual([401, 'Invalid credentials'])
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
  })

  it('takes a second factor’s code once', async () => {
    const { totpAddress } = await account(true)
    const totp = URI.parse(totpAddress ?? '')
    const code = totp.generate({ timestamp: api.nation.clock.now().getTime() })
    expect((await enter({ username, password })).status).toBe(401)
    expect((await enter({ username, password, totp: code })).status).toBe(200)
    expect((await enter({ username, password, totp: code })).status).toBe(401)
  })

  it('makes one account of two that are made at the same moment', async () => {
    const { handle } = await aCitizen(api.nation.database)
    const input = { username, password, handle, withTotp: false }
    const make = () => change(api.nation.runtime, {}, (ctx) => createPanelAccount(ctx, deriveKeys(testSecret), input))
    await Promise.all(Array.from({ length: 6 }, make))
    const kinds: { kind: string }[] = await api.nation.database.query(
      `SELECT kind FROM journal WHERE JSON_VALUE(facts, '$.username') = ? ORDER BY id`,
      [username],
    )
    expect(kinds.filter(({ kind }) => kind === 'admin.account-created')).toHaveLength(1)
    expect(kinds).toHaveLength(6)
    expect((await enter({ username, password })).status).toBe(200)
  })

  it('makes old panel tokens worthless when the password is renewed', async () => {
    const { citizen } = await account()
    const token = String((await enter({ username, password })).body.token)
    const renewed = { username, password: `${password} 2`, handle: citizen.handle, withTotp: false }
    await change(api.nation.runtime, {}, (ctx) => createPanelAccount(ctx, deriveKeys(testSecret), renewed))
    expect((await api.send('GET', '/api/admin/verify', { token })).body).toEqual(invalid)
    expect((await enter({ username, password })).status).toBe(401)
  })

  it('is reset by a command that makes no account: old password, token and known browser count no more', async () => {
    const keys = deriveKeys(testSecret)
    const reset = (name: string, word = `${password} 2`) =>
      change(api.nation.runtime, {}, (ctx) =>
        resetPanelAccount(ctx, keys, { username: name, password: word, withTotp: false }),
      )
    await account()
    const entered = await enter({ username, password })
    const [cookie = ''] = (entered.headers.getSetCookie()[0] ?? '').split(';')
    const devices = () => api.nation.database.query<object[]>('SELECT id FROM panel_devices WHERE revoked_at IS NULL')
    expect(await devices()).toHaveLength(1)
    await expect(reset(`${username}x`)).rejects.toThrow(/no panel account/)
    await expect(reset(username, 'short')).rejects.toThrow(/12 characters/)
    expect((await api.send('GET', '/api/admin/verify', { token: String(entered.body.token) })).body).toMatchObject({
      valid: true,
    })
    await reset(username)
    expect((await api.send('GET', '/api/admin/verify', { token: String(entered.body.token) })).body).toEqual(invalid)
    expect((await enter({ username, password })).status).toBe(401)
    expect(await devices()).toEqual([])
    const again = await api.send('POST', '/api/admin?action=authenticate', {
      body: { username, password: `${password} 2` },
      headers: { cookie },
    })
    expect(again.status).toBe(200)
    await change(api.nation.runtime, {}, (ctx) => revokePanelAccount(ctx, username))
    await expect(reset(username)).rejects.toThrow(/is revoked/)
  })

  it('keeps a second factor when only the password is renewed, and never changes hands', async () => {
    const { citizen, totpAddress } = await account(true)
    const renewed = { username, password: `${password} 2`, handle: citizen.handle, withTotp: false }
    const keys = deriveKeys(testSecret)
    await change(api.nation.runtime, {}, (ctx) => createPanelAccount(ctx, keys, renewed))
    expect((await enter({ username, password: `${password} 2` })).status).toBe(401)
    const code = URI.parse(totpAddress ?? '').generate({ timestamp: api.nation.clock.now().getTime() })
    expect((await enter({ username, password: `${password} 2`, totp: code })).status).toBe(200)
    const other = await aCitizen(api.nation.database)
    const taken = change(api.nation.runtime, {}, (ctx) =>
      createPanelAccount(ctx, keys, { ...renewed, handle: other.handle }),
    )
    await expect(taken).rejects.toThrow(/another citizen/)
  })

  it('is bound to a citizen who is known for certain, although handles on X change hands', async () => {
    const [first] = await Promise.all([0, 1].map(() => aCitizen(api.nation.database, { handle: 'reused' })))
    const create = (handle: string) =>
      change(api.nation.runtime, {}, (ctx) =>
        createPanelAccount(ctx, deriveKeys(testSecret), { username, password, handle, withTotp: false }),
      )
    await expect(create('@reused')).rejects.toThrow(/Several citizens/)
    await create(first?.uid ?? '')
    expect((await enter({ username, password })).body).toMatchObject({ adminId: first?.uid })
  })

  it('is closed for good to an account that was revoked, and to its tokens', async () => {
    await account()
    const token = String((await enter({ username, password })).body.token)
    await change(api.nation.runtime, {}, (ctx) => revokePanelAccount(ctx, username))
    expect((await api.send('GET', '/api/admin/verify', { token })).body).toEqual(invalid)
    expect((await enter({ username, password })).status).toBe(401)
  })

  it('closes its sessions when the citizen signs out everywhere', async () => {
    const { citizen } = await account()
    const token = String((await enter({ username, password })).body.token)
    const own = await api.tokenOf(citizen)
    expect((await api.send('POST', '/api/auth/logout-everywhere', { token: own, body: {} })).body).toMatchObject({
      ended: 2,
    })
    expect((await api.send('GET', '/api/admin/verify', { token })).body).toEqual(invalid)
  })
})
