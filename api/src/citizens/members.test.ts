import { Citizen } from '@nation/core/citizens'
import { Term } from '@nation/core/elections'
import { aCitizen } from '@nation/core/testing'
import { governmentRoles } from '@nation/domain/permissions'
import { describe, expect, it } from 'vitest'
import { useTestApi, type Answer } from '../testing'

const api = useTestApi()

const citizen = (facts: Partial<Citizen> = {}) => aCitizen(api.nation.database, facts)
const official = (governmentRole: Citizen['governmentRole']) => citizen({ role: 'government', governmentRole })
const again = (one: Citizen) => api.nation.database.getRepository(Citizen).findOneByOrFail({ id: one.id })

async function appoint(by: Citizen, member: Citizen, governmentRole: string): Promise<Answer> {
  const body = { userId: member.uid, role: 'government', governmentRole }
  return api.send('POST', '/api/members?action=update-role', { token: await api.tokenOf(by), body })
}

async function manage(by: Citizen, body: object): Promise<Answer> {
  return api.send('POST', '/api/admin?action=update-role', { token: await api.panelTokenOf(by), body })
}

describe('A member', () => {
  it('is appointed to a vacant office and removed from it, with a term that begins and ends', async () => {
    const admin = await citizen({ isAdmin: true })
    const member = await citizen()
    const answer = await appoint(admin, member, 'justiceMinister')
    expect(answer).toMatchObject({
      status: 200,
      body: { member: { governmentRole: 'justiceMinister', role: 'government' } },
    })
    expect(await again(member)).toMatchObject({ governmentRole: 'justiceMinister', role: 'government' })
    api.nation.clock.set(new Date(api.nation.clock.now().getTime() + 60_000))
    expect(await appoint(admin, member, 'citizen')).toMatchObject({
      status: 200,
      body: { member: { governmentRole: null } },
    })
    expect(await again(member)).toMatchObject({ governmentRole: null, role: 'citizen' })
    const [term] = await api.nation.database.getRepository(Term).find()
    expect(term).toMatchObject({
      office: 'justiceMinister',
      how: 'appointed',
      appointedBy: admin.id,
      activeOffice: null,
    })
    expect(term!.endedAt!.getTime() - term!.startedAt.getTime()).toBe(60_000)
  })

  it('is appointed by the president, but not to the president’s own office, which an administrator fills', async () => {
    const president = await official('president')
    const member = await citizen()
    expect(await appoint(president, member, 'president')).toMatchObject({ status: 403, body: { code: 'admin_only' } })
    expect(await appoint(president, member, 'secretary')).toMatchObject({ status: 200 })
    expect(await appoint(await citizen({ isAdmin: true }), await citizen(), 'president')).toMatchObject({ status: 200 })
  })

  it.each(['citizen', 'minister', 'moderator'])('is not appointed by a %s', async (who) => {
    const by = { citizen: {}, minister: { governmentRole: 'primeMinister' }, moderator: { role: 'moderator' } }[who]
    const member = await citizen()
    expect(await appoint(await citizen(by as Partial<Citizen>), member, 'secretary')).toMatchObject({
      status: 403,
      body: { code: 'president_only', error: 'Only the President can appoint staff members' },
    })
    expect(await again(member)).toMatchObject({ governmentRole: null })
    expect(await api.nation.database.getRepository(Term).count()).toBe(0)
  })

  it('holds one office, and an office has one holder, also when many are appointed at once', async () => {
    const admin = await citizen({ isAdmin: true })
    const members = await Promise.all(Array.from({ length: 6 }, () => citizen()))
    const token = await api.tokenOf(admin)
    const send = (userId: string, governmentRole: string) =>
      api.send('POST', '/api/members/update-role', { token, body: { userId, governmentRole } })
    const answers = await Promise.all(members.map((one) => send(one.uid, 'secretary')))
    expect(answers.map((one) => one.body.code ?? 'done').toSorted()).toEqual([
      'done',
      ...Array<string>(5).fill('office_taken'),
    ])
    const holder = members[answers.findIndex((one) => one.status === 200)]!
    expect(await send(holder.uid, 'justiceMinister')).toMatchObject({ status: 409, body: { code: 'already_official' } })
    const seats = await api.nation.database.getRepository(Citizen).countBy({ governmentRole: 'secretary' })
    expect(seats).toBe(1)
  })

  it('is listed by pages, searched by name and handle, and filtered by vacancy', async () => {
    await citizen({ username: 'Ada Lovelace', handle: 'ada' })
    await citizen({ username: 'Zx100%', handle: 'percent_one' })
    await official('secretary')
    const list = async (query: string) => (await api.send('GET', `/api/members?action=get-all&${query}`)).body
    const first = await list('limit=2')
    const second = await list(`limit=2&cursor=${String(first.nextCursor)}`)
    expect([first.members, second.members, second.nextCursor]).toMatchObject([
      [{ governmentRole: 'secretary' }, { username: 'Zx100%' }],
      [{ username: 'Ada Lovelace' }],
      null,
    ])
    const names = (answer: Answer['body']) => (answer.members as { username: string }[]).map((one) => one.username)
    expect(names(await list('search=LOVE'))).toEqual(['Ada Lovelace'])
    expect(names(await list('search=%2540ada'.replace('%25', '%')))).toEqual(['Ada Lovelace'])
    expect(names(await list('search=zx100'))).toEqual(['Zx100%'])
    expect(names(await list('search=%25'))).toEqual([])
    expect(names(await list('vacant=true'))).toHaveLength(2)
    expect(JSON.stringify(first.members)).not.toMatch(/wallet|isAdmin|balance/i)
    expect((await api.send('GET', '/api/members/get-all?cursor=bm9uc2Vuc2U')).body.code).toBe('invalid_input')
  })

  it('who left is neither listed nor counted, and has no page', async () => {
    await citizen()
    const gone = await citizen({ leftAt: api.nation.clock.now() })
    expect((await api.send('GET', '/api/citizens')).body).toMatchObject({ totalCitizens: 1, citizens: [{}] })
    expect((await api.send('GET', `/api/user?action=get-user&uid=${gone.uid}`)).status).toBe(404)
    expect((await appoint(await citizen({ isAdmin: true }), gone, 'secretary')).body.code).toBe('citizen_not_found')
  })

  it('of every office can be appointed by an administrator', async () => {
    const admin = await citizen({ isAdmin: true })
    for (const office of governmentRoles) expect((await appoint(admin, await citizen(), office)).status).toBe(200)
  })
})

describe('The administration', () => {
  it('lists citizens with what it may know, by filter and by pages', async () => {
    const admin = await citizen({ isAdmin: true, username: 'Alma' })
    await citizen({ role: 'moderator', username: 'Milo' })
    const token = await api.panelTokenOf(admin)
    const list = async (query: string) => (await api.send('GET', `/api/admin?action=users&${query}`, { token })).body
    expect(await list('filter=admins')).toMatchObject({
      total: 1,
      users: [{ username: 'Alma', isAdmin: true, role: 'admin' }],
    })
    expect(await list('filter=moderators')).toMatchObject({
      total: 1,
      users: [{ username: 'Milo', isModerator: true }],
    })
    expect(await list('search=mil')).toMatchObject({ total: 1, users: [{ username: 'Milo' }] })
    expect(await list('limit=1')).toMatchObject({ total: 2, users: [{ username: 'Milo' }] })
  })

  it('is closed to an administrator without the panel’s own sign-in', async () => {
    const token = await api.tokenOf(await citizen({ isAdmin: true, isSuperAdmin: true }))
    expect(await api.send('GET', '/api/admin?action=users', { token })).toMatchObject({
      status: 403,
      body: { code: 'panel_only' },
    })
    expect(
      await api.send('POST', '/api/admin/update-role', {
        token,
        body: { userId: (await citizen()).uid, isAdmin: true },
      }),
    ).toMatchObject({
      status: 403,
      body: { code: 'panel_only' },
    })
  })

  it('only administers: nothing that a citizen does for themselves is done by the panel’s sign-in', async () => {
    const admin = await citizen({ isAdmin: true, walletAddress: 'AlmasWallet' })
    const [panel, own] = [await api.panelTokenOf(admin), await api.tokenOf(admin)]
    const unlink = (token: string) =>
      api.send('POST', '/api/user/update-wallet', { token, body: { walletAddress: null } })
    expect(await unlink(panel)).toMatchObject({ status: 403, body: { code: 'panel_administers' } })
    expect((await again(admin)).walletAddress).toBe('AlmasWallet')
    const leave = { token: panel, body: { confirm: admin.handle } }
    expect((await api.send('POST', '/api/user/delete-account', leave)).body.code).toBe('panel_administers')
    expect((await unlink(own)).status).toBe(200)
    const office = { userId: (await citizen()).uid, governmentRole: 'secretary' }
    expect((await api.send('POST', '/api/members/update-role', { token: panel, body: office })).status).toBe(200)
  })

  it('makes administrators and moderators, and takes that away', async () => {
    const admin = await citizen({ isAdmin: true })
    const one = await citizen()
    expect(await manage(admin, { userId: one.uid, isAdmin: true, isModerator: true })).toMatchObject({
      status: 200,
      body: { user: { isAdmin: true, isModerator: true } },
    })
    expect(await again(one)).toMatchObject({ isAdmin: true, role: 'moderator' })
    await manage(admin, { userId: one.uid, isAdmin: false, isModerator: false })
    expect(await again(one)).toMatchObject({ isAdmin: false, role: 'citizen' })
    expect((await manage(admin, { userId: one.uid })).body.code).toBe('invalid_input')
  })

  it('is closed, from then on, to the panel of a former administrator', async () => {
    const [admin, one] = [await citizen({ isAdmin: true }), await citizen({ isAdmin: true })]
    const token = await api.panelTokenOf(one)
    const list = () => api.send('GET', '/api/admin?action=users', { token })
    expect((await list()).status).toBe(200)
    await manage(admin, { userId: one.uid, isModerator: true })
    expect((await list()).status).toBe(200)
    await manage(admin, { userId: one.uid, isAdmin: false })
    expect(await list()).toMatchObject({ status: 401, body: { code: 'session_ended' } })
    const accounts = await api.nation.database.query<{ revoked_at: Date | null }[]>(
      'SELECT revoked_at FROM panel_accounts WHERE citizen_id = ?',
      [one.id],
    )
    expect(accounts.map((account) => account.revoked_at)).toEqual([api.nation.clock.now()])
    const entries = await api.nation.database.query<{ actor: string }[]>(
      "SELECT actor FROM journal WHERE kind = 'admin.account-revoked' AND subject = ?",
      [one.uid],
    )
    expect(entries).toEqual([{ actor: admin.uid }])
  })

  it('keeps its last administrator, also when two take each other’s powers away at once', async () => {
    const [a, b] = [await citizen({ isAdmin: true }), await citizen({ isSuperAdmin: true })]
    const answers = await Promise.all([
      manage(a, { userId: b.uid, isAdmin: false }),
      manage(b, { userId: a.uid, isAdmin: false }),
    ])
    // The second request is refused: it would remove the last one, or, a moment later, its caller is no administrator any more.
    expect([200, 401, 409]).toEqual(expect.arrayContaining(answers.map((one) => one.status)))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    const left = (await Promise.all([again(a), again(b)])).filter((one) => one.isAdmin || one.isSuperAdmin)
    expect(left).toHaveLength(1)
    expect(await manage(left[0]!, { userId: left[0]!.uid, isAdmin: false })).toMatchObject({
      status: 409,
      body: { code: 'last_administrator' },
    })
  })
})
