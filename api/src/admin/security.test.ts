import { createPanelAccount } from '@nation/core/admin'
import { deriveKeys } from '@nation/core/auth'
import { change, createLogger } from '@nation/core/platform'
import { aCitizen, lockWaits } from '@nation/core/testing'
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

  it('is required: an account without one gets instructions, after its password was right', async () => {
    await account(api)
    const refused = await enter({})
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_missing'])
    expect(refused.body.error).toMatch(/admin-create/)
    expect((await enter({ password: 'another long password' })).body.code).toBe('credentials_invalid')
  })

  it('that was stored under another NATION_SECRET is reported in the same way, and made anew where it is needed', async () => {
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
    const renewal = { password, recoveryCode: recoveryCodes[1] }
    const renewed = await api.send('POST', '/api/admin/renew-recovery-codes', { token, body: renewal })
    expect(renewed.status).toBe(200)
    const journal: unknown = await api.nation.database.query('SELECT kind, facts FROM journal')
    const recorded = api.logLines.join('\n') + JSON.stringify(journal)
    for (const secret of [password, totp, ...recoveryCodes.slice(0, 2), token]) expect(recorded).not.toContain(secret)
    const lines: string[] = []
    const log = createLogger('api', 'info', { write: (line: string) => void lines.push(line) })
    log.info({ input: { recoveryCode: 'ABCD', totp: '123456', answer: { recoveryCodes: ['EFGH'] } } }, 'call')
    expect(lines.join()).not.toMatch(/ABCD|123456|EFGH/)
  })
})

describe('What the panel says of its sign-ins', () => {
  const api = useTestApi({ trustProxy: true })
  // From a network of its own: tries of a network are counted together, over all tests.
  const enter = (body: object, headers: Record<string, string> = {}) =>
    entering(api)(body, { 'x-forwarded-for': '203.0.113.80', ...headers })
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
    expect((await api.send('GET', '/api/admin/verify', { token: tokenOf(old) })).body).toMatchObject({ valid: false })
    expect((await api.send('GET', '/api/admin/verify', { token })).body).toMatchObject({ valid: true })
    for (let i = 0; i < 5; i++) await enter({ password: `guess ${i}` }, from)
    expect((await enter({}, { cookie, ...from })).status).toBe(429)
    const again = await enter({}, { cookie, 'x-forwarded-for': '203.0.113.6' })
    expect([again.status, cookieOf(again) === cookie]).toEqual([200, false])
  })

  it('is the account’s own: a device of another account is not found', async () => {
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

  it('is how many recovery codes are left; new ones are made for a caller who proves the owner', async () => {
    const { recoveryCodes, code } = await account(api, { withTotp: true })
    const token = tokenOf(await enter({ totp: code() }))
    await enter({ recoveryCode: recoveryCodes[0] })
    expect(await security(token)).toMatchObject({ secondFactor: true, recoveryCodes: { left: 9 } })
    const renew = (body: object) =>
      api.send('POST', '/api/admin/renew-recovery-codes', { token, body: { password, ...body } })
    expect((await renew({ password: 'another long password' })).body.code).toBe('password_wrong')
    const fresh = (await renew({ recoveryCode: recoveryCodes[1] })).body.recoveryCodes as string[]
    expect(fresh).toHaveLength(10)
    expect((await enter({ recoveryCode: recoveryCodes[2] })).status).toBe(401)
    expect((await enter({ recoveryCode: fresh[0] })).status).toBe(200)
    await account(api, { name: `${username}x` })
    const plain = tokenOf(await enter({ username: `${username}x` }))
    const refused = await api.send('POST', '/api/admin/renew-recovery-codes', { token: plain, body: { password } })
    expect([refused.status, refused.body.code]).toEqual([409, 'no_second_factor'])
  })

  it('is no reason for new recovery codes without a code of the second factor: those before stay good', async () => {
    const { recoveryCodes, code } = await account(api, { withTotp: true })
    const token = tokenOf(await enter({ totp: code() }))
    const renew = (body: object = {}) =>
      api.send('POST', '/api/admin/renew-recovery-codes', { token, body: { password, ...body } })
    // The last of them opened the panel: each code is good once.
    for (const body of [{}, { totp: '000000' }, { recoveryCode: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ' }, { totp: code() }]) {
      const refused = await renew(body)
      expect([refused.status, refused.body.code, refused.body.recoveryCodes]).toEqual([403, 'code_wrong', undefined])
    }
    expect((await enter({ recoveryCode: recoveryCodes[0] })).status).toBe(200)
    later(30_000)
    expect((await renew({ totp: code() })).status).toBe(200)
    // The code that renewed them was good once, too.
    expect((await enter({ totp: code() })).status).toBe(401)
  })

  it('is what was guessed in the panel, too: wrong passwords and codes, from where they came', async () => {
    const { code } = await account(api, { withTotp: true })
    const token = tokenOf(await enter({ totp: code() }))
    later(1_000)
    const guess = (call: string, body: object, from: string) =>
      api.send('POST', `/api/admin/${call}`, { token, body, headers: { 'x-forwarded-for': from } })
    for (const [call, from] of [
      ['renew-recovery-codes', '192.0.2.1'],
      ['begin-second-factor', '198.51.100.7'],
    ] as const) {
      expect((await guess(call, { password: 'another long password' }, from)).body.code).toBe('password_wrong')
      expect((await guess(call, { password, totp: '000000' }, from)).body.code).toBe('code_wrong')
    }
    later(30_000)
    const next = tokenOf(await enter({ totp: code() }))
    expect(await security(next)).toMatchObject({ failedTries: { tries: 4, networks: 2 } })
  })

  it('is which sessions are open: each is ended by itself, once, and no session of another account', async () => {
    await account(api)
    const [first, second] = [tokenOf(await enter({})), tokenOf(await enter({}))]
    const name = `${username}x`
    await account(api, { name })
    const other = tokenOf(await enter({ username: name }))
    const sessions = (await security(second)).sessions as { id: string; current: boolean }[]
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true])
    const sessionId = sessions.find(({ current }) => !current)?.id
    const end = (token: string) => api.send('POST', '/api/admin/end-session', { token, body: { sessionId } })
    expect((await end(other)).body.code).toBe('panel_session_not_found')
    const both = await Promise.all([end(second), end(second)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await api.send('GET', '/api/admin/verify', { token: first })).body).toMatchObject({ valid: false })
    expect((await security(second)).sessions).toHaveLength(1)
    expect((await security(other)).sessions).toHaveLength(1)
  })

  it('goes with the account', async () => {
    const { citizen } = await account(api, { withTotp: true })
    await api.nation.database.query('DELETE FROM panel_accounts WHERE citizen_id = ?', [citizen.id])
    for (const table of ['panel_devices', 'panel_recovery_codes']) {
      expect(await api.nation.database.query(`SELECT * FROM ${table}`)).toEqual([])
    }
  })
})

describe('A second factor that is set up in the panel', () => {
  const api = useTestApi()
  const enter = entering(api)
  const begin = (token: string, body: object = {}) =>
    api.send('POST', '/api/admin/begin-second-factor', { token, body: { password, ...body } })
  const confirm = (token: string, totp: string) =>
    api.send('POST', '/api/admin/confirm-second-factor', { token, body: { totp } })
  const codeOf = (answer: { body: Record<string, unknown> }, ms = 0) =>
    URI.parse(String(answer.body.totpAddress)).generate({ timestamp: api.nation.clock.now().getTime() + ms })
  const later = (ms: number) => api.nation.clock.set(new Date(api.nation.clock.now().getTime() + ms))

  it('counts once a code of it was shown; then sign-ins need it, other sessions have ended, and recovery codes work', async () => {
    await account(api)
    const [token, other] = [tokenOf(await enter({})), tokenOf(await enter({}))]
    const begun = await begin(token)
    expect((await enter({})).status).toBe(200)
    const code = codeOf(begun)
    const confirmed = await confirm(token, code)
    const recoveryCodes = confirmed.body.recoveryCodes as string[]
    expect([confirmed.status, recoveryCodes.length]).toEqual([200, 10])
    expect((await api.send('GET', '/api/admin/verify', { token: other })).body).toMatchObject({ valid: false })
    expect((await api.send('GET', '/api/admin/verify', { token })).body).toMatchObject({ valid: true })
    expect((await enter({})).status).toBe(401)
    // The code that confirmed it was good once.
    expect((await enter({ totp: code })).status).toBe(401)
    later(30_000)
    expect((await enter({ totp: codeOf(begun) })).status).toBe(200)
    expect((await enter({ recoveryCode: recoveryCodes[0] })).status).toBe(200)
    expect((await enter({ recoveryCode: recoveryCodes[0] })).status).toBe(401)
    const stored = JSON.stringify(await api.nation.database.query('SELECT * FROM panel_accounts'))
    const secret = new URL(String(begun.body.totpAddress)).searchParams.get('secret') ?? ''
    const recorded =
      stored + api.logLines.join() + JSON.stringify(await api.nation.database.query('SELECT facts FROM journal'))
    for (const hidden of [secret, recoveryCodes[1] ?? '', code]) expect(recorded).not.toContain(hidden)
  })

  it('needs the password, and a code or a recovery code of the one that there is', async () => {
    const { code, recoveryCodes } = await account(api, { withTotp: true })
    const token = tokenOf(await enter({ totp: code() }))
    expect((await begin(token, { password: 'another long password' })).body.code).toBe('password_wrong')
    expect((await begin(token)).body.code).toBe('code_wrong')
    // Each code is good once: this one opened the panel.
    expect((await begin(token, { totp: code() })).body.code).toBe('code_wrong')
    expect((await begin(token, { recoveryCode: recoveryCodes[0] })).status).toBe(200)
    expect((await begin(token, { recoveryCode: recoveryCodes[0] })).body.code).toBe('code_wrong')
    later(30_000)
    expect((await begin(token, { totp: code() })).status).toBe(200)
    // What was begun and not confirmed changes nothing.
    later(30_000)
    expect((await enter({ totp: code() })).status).toBe(200)
  })

  it('that cannot be read is no reason to do without one', async () => {
    const { recoveryCodes, code } = await account(api, { withTotp: true })
    const token = tokenOf(await enter({ totp: code() }))
    await api.nation.database.query("UPDATE panel_accounts SET totp_secret = 'unreadable' WHERE username = ?", [
      username,
    ])
    for (const body of [{}, { totp: '123456' }, { recoveryCode: recoveryCodes[0] }]) {
      expect((await begin(token, body)).body.code).toBe('code_wrong')
    }
  })

  it.each([
    ['its session has ended', 'UPDATE panel_sessions SET ended_at = created_at WHERE id = ?'],
    [
      'its account was revoked',
      `UPDATE panel_accounts a JOIN panel_sessions s ON s.account_id = a.id SET a.revoked_at = s.created_at WHERE s.id = ?`,
    ],
  ])('is refused to a confirmation that waited, and then %s', async (_, end) => {
    await account(api)
    const token = tokenOf(await enter({}))
    const code = codeOf(await begin(token))
    const { body } = await api.send('GET', '/api/admin/security', { token })
    const [session] = body.sessions as { id: string }[]
    const holder = api.nation.database.createQueryRunner()
    await holder.startTransaction('READ COMMITTED')
    try {
      await holder.query('SELECT id FROM panel_accounts WHERE username = ? FOR UPDATE', [username])
      const confirming = confirm(token, code)
      await expect.poll(() => lockWaits(api.nation.database), { timeout: 10_000, interval: 100 }).toBe(1)
      await holder.query(end, [session?.id])
      await holder.commitTransaction()
      expect((await confirming).body.code).toBe('session_ended')
    } finally {
      await holder.release()
    }
    const accounts: unknown = await api.nation.database.query(
      'SELECT totp_secret FROM panel_accounts WHERE username = ?',
      [username],
    )
    expect(accounts).toMatchObject([{ totp_secret: null }])
    expect(await api.nation.database.query('SELECT id FROM panel_recovery_codes')).toEqual([])
  })

  it('is confirmed once, by a right code, within ten minutes, and only where it was begun', async () => {
    await account(api)
    const token = tokenOf(await enter({}))
    expect((await confirm(token, '123456')).body.code).toBe('second_factor_not_begun')
    const first = await begin(token)
    later(10 * 60_000 + 1)
    expect((await confirm(token, codeOf(first))).body.code).toBe('second_factor_not_begun')
    const second = await begin(token)
    expect((await confirm(token, codeOf(first))).body.code).toBe('code_wrong')
    const both = await Promise.all([1, 2].map(() => confirm(token, codeOf(second))))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is refused in a form that is none', async () => {
    await account(api)
    const token = tokenOf(await enter({}))
    for (const body of [{ password: '' }, { password: 7 }, { totp: '12' }, { recoveryCode: 'x' }, { secret: 'mine' }])
      expect((await begin(token, body)).body.code).toBe('invalid_input')
    for (const totp of ['', '12345', '1234567', 'abcdef'])
      expect((await confirm(token, totp)).body.code).toBe('invalid_input')
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
