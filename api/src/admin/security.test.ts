import { createPanelAccount } from '@nation/core/admin'
import { deriveKeys } from '@nation/core/auth'
import { change, createLogger } from '@nation/core/platform'
import { aCitizen } from '@nation/core/testing'
import type { ParameterizedContext } from 'koa'
import { URI } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '../frame/deps'
import { testSecret, useTestApi, type TestApi } from '../testing'
import { writeDevice } from './device-cookie'

const password = 'a long enough password'
let username: string
let made = 0
// Tries are counted in Redis, which outlives a test.
beforeEach(() => {
  username = `sec${process.pid}.${Date.now()}.${++made}`
})

async function account(api: TestApi, facts: { withTotp?: boolean; secret?: string; name?: string } = {}) {
  const citizen = await aCitizen(api.nation.database)
  const keys = deriveKeys(facts.secret ?? testSecret)
  const input = {
    username: facts.name ?? username,
    password,
    handle: citizen.handle,
    withTotp: facts.withTotp ?? false,
  }
  const { totpAddress, recoveryCodes } = await change(api.nation.runtime, {}, (ctx) =>
    createPanelAccount(ctx, keys, input),
  )
  const code = () => URI.parse(totpAddress ?? '').generate({ timestamp: api.nation.clock.now().getTime() })
  return { citizen, recoveryCodes, code }
}

const entering =
  (api: TestApi) =>
  (body: object, headers: Record<string, string> = {}) =>
    api.send('POST', '/api/admin?action=authenticate', { body: { username, password, ...body }, headers })

const cookieOf = (answer: { headers: Headers }) => (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
const tokenOf = (answer: { body: Record<string, unknown> }) => String(answer.body.token)

describe('A second factor', () => {
  const api = useTestApi({ panelSecondFactor: true })
  const enter = entering(api)

  it('is required: an account without one is told what to do, after its password was right', async () => {
    await account(api)
    const refused = await enter({})
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_missing'])
    expect(refused.body.error).toMatch(/admin-create/)
    expect((await enter({ password: 'another long password' })).body.code).toBe('credentials_invalid')
  })

  it('that was stored under another NATION_SECRET is told of in the same way, and made anew where it is needed', async () => {
    const { citizen, code } = await account(api, { withTotp: true, secret: 'another secret of thirty-two characters' })
    expect((await enter({ totp: code() })).body.code).toBe('second_factor_missing')
    const input = { username, password, handle: citizen.handle, withTotp: false, needsTotp: true }
    const renew = () => change(api.nation.runtime, {}, (ctx) => createPanelAccount(ctx, deriveKeys(testSecret), input))
    const { totpAddress, recoveryCodes } = await renew()
    expect(recoveryCodes).toHaveLength(10)
    const totp = URI.parse(totpAddress ?? '').generate({ timestamp: api.nation.clock.now().getTime() })
    expect((await enter({ totp })).status).toBe(200)
    expect(await renew()).toEqual({ totpAddress: null, recoveryCodes: [] })
  })

  it('may be a recovery code, each once, however it is typed', async () => {
    const { recoveryCodes } = await account(api, { withTotp: true })
    const [first = '', second = ''] = recoveryCodes
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await enter({ recoveryCode: first.toLowerCase().replaceAll('-', ' ') })).status).toBe(200)
    expect((await enter({ recoveryCode: first })).status).toBe(401)
    const both = await Promise.all([1, 2].map(() => enter({ recoveryCode: second })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await enter({ recoveryCode: second, password: 'another long password' })).status).toBe(401)
  })

  it('leaves no password and no code in the log or the journal', async () => {
    const { recoveryCodes, code } = await account(api, { withTotp: true })
    const totp = code()
    const token = tokenOf(await enter({ totp }))
    await enter({ recoveryCode: recoveryCodes[0] })
    await enter({ recoveryCode: recoveryCodes[0], totp: '123456' })
    await api.send('POST', '/api/admin/renew-recovery-codes', { token, body: { password } })
    const journal: unknown = await api.nation.database.query('SELECT kind, facts FROM journal')
    const kept = api.logLines.join('\n') + JSON.stringify(journal)
    for (const secret of [password, totp, recoveryCodes[0] ?? '', token]) expect(kept).not.toContain(secret)
    const lines: string[] = []
    const log = createLogger('api', 'info', { write: (line: string) => void lines.push(line) })
    log.info({ input: { recoveryCode: 'ABCD', totp: '123456', answer: { recoveryCodes: ['EFGH'] } } }, 'call')
    expect(lines.join()).not.toMatch(/ABCD|123456|EFGH/)
  })
})

describe('What the panel says of its sign-ins', () => {
  const api = useTestApi({ trustProxy: true })
  const enter = entering(api)
  const security = async (token: string) => (await api.send('GET', '/api/admin/security', { token })).body
  const later = (ms: number) => api.nation.clock.set(new Date(api.nation.clock.now().getTime() + ms))

  it('is what failed since the last one: how often, when, from how many networks', async () => {
    await account(api)
    const first = tokenOf(await enter({}))
    expect(await security(first)).toMatchObject({ previousSignInAt: null, failedTries: { tries: 0, lastAt: null } })
    const signedInAt = api.nation.clock.now().getTime()
    later(60_000)
    for (const from of ['192.0.2.1', '192.0.2.1', '198.51.100.7']) {
      await enter({ password: 'a guess' }, { 'x-forwarded-for': from })
      later(1_000)
    }
    const second = tokenOf(await enter({}))
    const failedTries = { tries: 3, networks: 2, firstAt: signedInAt + 60_000, lastAt: signedInAt + 62_000 }
    expect(await security(second)).toMatchObject({ username, previousSignInAt: signedInAt, failedTries })
    later(1_000)
    expect(await security(tokenOf(await enter({})))).toMatchObject({ failedTries: { tries: 0 } })
  })

  it('is which devices are known; one that is revoked is a stranger, its sessions end, its cookie never works again', async () => {
    await account(api)
    const from = { 'x-forwarded-for': '203.0.113.5' }
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const old = await enter({}, { 'user-agent': firefox, ...from })
    const cookie = cookieOf(old)
    later(60_000)
    const token = tokenOf(await enter({}))
    const known = (await security(token)).devices as { id: string; label: string; current: boolean }[]
    expect(known.map(({ label, current }) => [label, current])).toEqual([
      ['A browser', true],
      ['Firefox on Linux', false],
    ])
    // The same browser comes again: it stays one device.
    expect(cookieOf(await enter({}, { cookie, ...from }))).toBe(cookie)
    expect((await security(token)).devices).toHaveLength(2)

    const deviceId = known[1]?.id ?? ''
    const revoke = () => api.send('POST', '/api/admin/revoke-device', { token, body: { deviceId } })
    expect((await revoke()).status).toBe(200)
    expect((await revoke()).body.code).toBe('device_not_found')
    expect((await api.send('GET', '/api/admin/verify', { token: tokenOf(old) })).status).toBe(401)
    expect((await api.send('GET', '/api/admin/verify', { token })).status).toBe(200)
    for (let i = 0; i < 5; i++) await enter({ password: `guess ${i}` }, from)
    expect((await enter({}, { cookie, ...from })).status).toBe(429)
    const again = await enter({}, { cookie, 'x-forwarded-for': '203.0.113.6' })
    expect([again.status, cookieOf(again) === cookie]).toEqual([200, false])
  })

  it('is nobody else’s: a device of another account is not there to be revoked', async () => {
    await account(api)
    const own = tokenOf(await enter({}))
    const [device] = (await security(own)).devices as { id: string }[]
    const name = `${username}x`
    await account(api, { name })
    const other = tokenOf(await enter({ username: name }))
    const body = { deviceId: device?.id }
    expect((await api.send('POST', '/api/admin/revoke-device', { token: other, body })).status).toBe(404)
    expect((await security(own)).devices).toHaveLength(1)
  })

  it('is how many recovery codes are left; new ones are made for who knows the password', async () => {
    const { recoveryCodes, code } = await account(api, { withTotp: true })
    const token = tokenOf(await enter({ totp: code() }))
    await enter({ recoveryCode: recoveryCodes[0] })
    expect(await security(token)).toMatchObject({ secondFactor: true, recoveryCodes: { left: 9 } })
    const renew = (secret: string) =>
      api.send('POST', '/api/admin/renew-recovery-codes', { token, body: { password: secret } })
    expect((await renew('another long password')).body.code).toBe('password_wrong')
    const fresh = (await renew(password)).body.recoveryCodes as string[]
    expect(fresh).toHaveLength(10)
    expect((await enter({ recoveryCode: recoveryCodes[1] })).status).toBe(401)
    expect((await enter({ recoveryCode: fresh[0] })).status).toBe(200)
    await account(api, { name: `${username}x` })
    const plain = tokenOf(await enter({ username: `${username}x` }))
    const refused = await api.send('POST', '/api/admin/renew-recovery-codes', { token: plain, body: { password } })
    expect([refused.status, refused.body.code]).toEqual([409, 'no_second_factor'])
  })

  it('goes with the account', async () => {
    const { citizen } = await account(api, { withTotp: true })
    await api.nation.database.query('DELETE FROM panel_accounts WHERE citizen_id = ?', [citizen.id])
    for (const table of ['panel_devices', 'panel_recovery_codes']) {
      expect(await api.nation.database.query(`SELECT * FROM ${table}`)).toEqual([])
    }
  })
})

describe('A device’s cookie', () => {
  const api = useTestApi()

  it('is for the panel’s path alone, strict, and out of scripts’ reach', async () => {
    await account(api)
    const [cookie = ''] = (await entering(api)({})).headers.getSetCookie()
    expect(cookie).toMatch(/^nation_panel_[0-9a-f]{8}=/)
    expect(cookie.toLowerCase()).toMatch(/path=\/api\/admin;.*samesite=strict; httponly$/)
    const stored: unknown = await api.nation.database.query('SELECT secret_hash FROM panel_devices')
    expect(JSON.stringify(stored)).not.toContain(cookie.split('.')[1])
  })

  it('is bound to https where the nation is', () => {
    const deps = { keys: deriveKeys(testSecret), config: { origin: 'https://nation.example' } } as Deps
    const set: unknown[] = []
    const http = { cookies: { set: (...args: unknown[]) => set.push(...args) } } as unknown as ParameterizedContext
    writeDevice(deps, http, { device: 'a', secret: 'b' })
    expect(set).toMatchObject([
      expect.stringMatching(/^__Secure-nation_panel_/),
      expect.stringContaining('a.b.'),
      { secure: true, httpOnly: true, sameSite: 'strict', path: '/api/admin' },
    ])
  })
})
