import type { Citizen } from '@nation/core/citizens'
import { aCitizen, aPoll, anInterview, anElection, anOfficial, aRunningBank, emptyTables } from '@nation/core/testing'
import { governmentRoles, type GovernmentRole } from '@nation/domain/permissions'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApi, type Answer } from '../testing'

const api = useTestApi()
const now = () => api.nation.clock.now()
const citizen = (facts: Partial<Citizen> = {}) => aCitizen(api.nation.database, facts)
const official = (office: GovernmentRole) => anOfficial(api.nation.database, office, { from: now() })

/** Everybody who can come; each differs from 'citizen' in the one fact that gives the name. */
const people: Readonly<Record<string, () => Promise<Citizen | null>>> = {
  visitor: () => Promise.resolve(null),
  citizen: () => citizen(),
  candidate: () => citizen({ role: 'candidate' }),
  moderator: () => citizen({ role: 'moderator' }),
  ...Object.fromEntries(governmentRoles.map((office) => [office, () => official(office)])),
  admin: () => citizen({ isAdmin: true }),
  superAdmin: () => citizen({ isSuperAdmin: true }),
  panel: () => citizen({ isAdmin: true }),
}

const tokenOf = async (who: string, person: Citizen | null): Promise<{ token?: string }> => {
  if (!person) return {}
  return { token: who === 'panel' ? await api.panelTokenOf(person) : await api.tokenOf(person) }
}

/** Roles, terms and what the journal tells of seats: a refusal changes nothing of it. */
async function state(): Promise<string> {
  const rows = await Promise.all([
    api.nation.database.query('SELECT id, role, government_role FROM citizens ORDER BY id'),
    api.nation.database.query('SELECT * FROM terms ORDER BY id'),
    api.nation.database.query(`SELECT kind, subject FROM journal WHERE kind LIKE 'government.%' ORDER BY id`),
  ])
  return JSON.stringify(rows)
}

const update = (sent: { token?: string }, body: object): Promise<Answer> =>
  api.send('POST', '/api/members?action=update-role', { ...sent, body })

interface Power {
  readonly name: string
  readonly office: GovernmentRole
  readonly removal: boolean
}

/** The two that differ from all others, and one of those. */
const offices = ['president', 'secretary', 'justiceMinister'] as const

const powers: readonly Power[] = offices.flatMap((office) => [
  { name: `appoint a ${office}`, office, removal: false },
  { name: `remove the ${office}`, office, removal: true },
])

/** What the tables of requirements 1.6 and 2.6 say: null where it is allowed, otherwise the code of the refusal. */
function refusalOf(who: string, { office }: Power): string | null {
  if (who === 'visitor') return 'unauthenticated'
  if (['admin', 'superAdmin', 'panel'].includes(who)) return null
  if (who === 'president') return office === 'president' ? 'admin_only' : null
  return 'president_only'
}

describe('The powers over seats', () => {
  beforeEach(() => emptyTables(api.nation.database))

  it.each(powers)('to $name are those of the administrators and the president alone', async (power) => {
    for (const [who, make] of Object.entries(people)) {
      await emptyTables(api.nation.database)
      const person = await make()
      const sent = await tokenOf(who, person)
      // The office's holder is the one who would be removed, or whose seat is to be filled.
      const own = person?.governmentRole === power.office
      const member = power.removal ? (own ? person : await official(power.office)) : await citizen()
      const before = await state()
      const answer = await update(sent, {
        userId: member.uid,
        governmentRole: power.removal ? 'citizen' : power.office,
      })
      const refusal = refusalOf(who, power)
      expect([who, answer.body.code ?? answer.status]).toEqual([who, refusal ?? 200])
      if (refusal !== null) expect(await state()).toBe(before)
      else expect(answer.body.member).toMatchObject({ governmentRole: power.removal ? null : power.office })
    }
  })

  it('to resign are those of the office’s holder, also of an administrator, and not of the panel', async () => {
    for (const [who, make] of Object.entries(people)) {
      await emptyTables(api.nation.database)
      const person = await make()
      const office = person?.governmentRole ?? 'secretary'
      const before = await state()
      const answer = await api.send('POST', '/api/government?action=resign', {
        ...(await tokenOf(who, person)),
        body: { office },
      })
      const refusal = {
        visitor: 'unauthenticated',
        panel: 'panel_administers',
      }[who]
      const expected = person?.governmentRole ? 200 : (refusal ?? 'not_in_office')
      expect([who, answer.body.code ?? answer.status]).toEqual([who, expected])
      if (expected !== 200) expect(await state()).toBe(before)
    }
  })
})

describe('What is refused', () => {
  async function scene() {
    const admin = await citizen({ isAdmin: true })
    const [secretary, member] = [await official('secretary'), await citizen()]
    return { admin, secretary, member, sent: { token: await api.tokenOf(admin) } }
  }
  type Scene = Awaited<ReturnType<typeof scene>>

  const bad: readonly [
    what: string,
    status: number,
    code: string,
    sentence: (scene: Scene) => string,
    body: (scene: Scene) => object | Promise<object>,
  ][] = [
    [
      'a filled seat',
      409,
      'office_taken',
      ({ secretary }) => `This office is held by ${secretary.username}, elected by citizens. Remove them first.`,
      ({ member }) => ({ userId: member.uid, governmentRole: 'secretary' }),
    ],
    [
      'a second office',
      409,
      'already_official',
      ({ secretary }) => `${secretary.username} is Secretary of State already. Remove them from it first.`,
      ({ secretary }) => ({ userId: secretary.uid, governmentRole: 'justiceMinister' }),
    ],
    [
      'a citizen who has left',
      404,
      'citizen_not_found',
      () => 'Profile not found',
      async () => ({ userId: (await citizen({ leftAt: now() })).uid, governmentRole: 'raidMinister' }),
    ],
    [
      'nobody',
      404,
      'citizen_not_found',
      () => 'Profile not found',
      () => ({ userId: '01890a5d-ac96-774b-bcce-b302099a80ff', governmentRole: 'raidMinister' }),
    ],
    [
      'oneself',
      403,
      'self_appointment',
      () => 'You cannot appoint yourself to an office.',
      ({ admin }) => ({ userId: admin.uid, governmentRole: 'raidMinister' }),
    ],
    [
      'an office that does not exist',
      400,
      'invalid_input',
      () => 'Some fields are missing or not valid.',
      ({ member }) => ({ userId: member.uid, governmentRole: 'treasurer' }),
    ],
    [
      'a removal of a member without an office',
      409,
      'no_office',
      () => 'This member holds no office.',
      ({ member }) => ({ userId: member.uid, governmentRole: 'citizen' }),
    ],
    [
      'a removal from another office than the one that they hold',
      409,
      'other_office',
      ({ secretary }) => `${secretary.username} is now Secretary of State. Please check again.`,
      ({ secretary }) => ({ userId: secretary.uid, governmentRole: 'citizen', fromOffice: 'raidMinister' }),
    ],
  ]

  it.each(bad)('is %s: %i %s', async (_, status, code, sentence, body) => {
    const it = await scene()
    const sent = await body(it)
    const before = await state()
    expect(await update(it.sent, sent)).toMatchObject({ status, body: { code, error: sentence(it) } })
    expect(await state()).toBe(before)
  })

  it('is a resignation from an office that one does not hold', async () => {
    const { secretary } = await scene()
    const before = await state()
    const token = await api.tokenOf(secretary)
    const answer = await api.send('POST', '/api/government/resign', { token, body: { office: 'president' } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'not_in_office' } })
    expect(await state()).toBe(before)
  })

  it('is every change between the end of an election and the seating of its government', async () => {
    await emptyTables(api.nation.database)
    const began = now()
    await anElection(api.nation.runtime)
    const it = await scene()
    api.nation.clock.set(new Date(began.getTime() + 7 * 86_400_000))
    const before = await state()
    const token = await api.tokenOf(it.admin)
    const answers = [
      await update({ token }, { userId: it.member.uid, governmentRole: 'raidMinister' }),
      await update({ token }, { userId: it.secretary.uid, governmentRole: 'citizen' }),
      await api.send('POST', '/api/government/resign', {
        token: await api.tokenOf(it.secretary),
        body: { office: 'secretary' },
      }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [409, 'seats_changing']))
    expect(await state()).toBe(before)
  })
})

describe('An office', () => {
  beforeEach(async () => {
    await emptyTables(api.nation.database)
    api.nation.clock.set(new Date('2026-01-06T12:00:00.000Z'))
  })
  const later = (minutes: number) => api.nation.clock.set(new Date(now().getTime() + minutes * 60_000))
  const officePage = async (query = '') =>
    (await api.send('GET', `/api/government?action=office&office=secretary${query}`)).body

  it('tells everybody who held it: how they came in, and how and by whom the term ended', async () => {
    const [admin, vera, milo] = [
      await citizen({ isAdmin: true, username: 'Alma' }),
      await citizen({ username: 'Vera' }),
      await citizen({ username: 'Milo' }),
    ]
    const sent = { token: await api.tokenOf(admin) }
    expect(await officePage()).toMatchObject({ elected: true, vacantSince: null, terms: [], nextCursor: null })
    await update(sent, { userId: vera.uid, governmentRole: 'secretary' })
    later(2)
    await update(sent, { userId: vera.uid, governmentRole: 'citizen', fromOffice: 'secretary' })
    later(2)
    await update(sent, { userId: milo.uid, governmentRole: 'secretary' })
    later(2)
    const answer = await api.send('POST', '/api/government/resign', {
      token: await api.tokenOf(milo),
      body: { office: 'secretary' },
    })
    expect(answer.body).toMatchObject({ message: 'You have resigned as Secretary of State.', endedAt: now().getTime() })
    const page = await officePage()
    expect(page).toMatchObject({
      vacantSince: now().getTime(),
      terms: [
        { username: 'Milo', how: 'appointed', appointedBy: 'Alma', endedHow: 'resigned', endedBy: null },
        { username: 'Vera', how: 'appointed', appointedBy: 'Alma', endedHow: 'removed', endedBy: 'Alma' },
      ],
    })
    const first = await officePage('&limit=1')
    expect(first.terms).toHaveLength(1)
    const second = await officePage(`&limit=1&cursor=${String(first.nextCursor)}`)
    expect(second).toMatchObject({ terms: [{ username: 'Vera' }], nextCursor: null })
    expect((await officePage('&cursor=bm9uc2Vuc2U')).code).toBe('invalid_input')
    const other = `/api/government?action=office&office=president&cursor=${String(first.nextCursor)}`
    expect((await api.send('GET', other)).body).toMatchObject({
      code: 'invalid_input',
      details: [{ path: 'cursor', message: 'This is not a cursor of this list.' }],
    })
  })

  it('that ended tells its former holder when and how; citizens who never held one read that there is none', async () => {
    const [admin, vera] = [await citizen({ isAdmin: true, username: 'Alma' }), await citizen()]
    const mine = async (one: Citizen) =>
      (await api.send('GET', '/api/government?action=my-term', { token: await api.tokenOf(one) })).body.term
    expect(await mine(vera)).toBeNull()
    const sent = { token: await api.tokenOf(admin) }
    await update(sent, { userId: vera.uid, governmentRole: 'justiceMinister' })
    expect(await mine(vera)).toMatchObject({ office: 'justiceMinister', endedAt: null, endedHow: null })
    later(5)
    await update(sent, { userId: vera.uid, governmentRole: 'citizen' })
    expect(await mine(vera)).toMatchObject({ endedAt: now().getTime(), endedHow: 'removed', endedBy: 'Alma' })
  })
})

describe('The overview', () => {
  const read = async (one: Citizen | null) =>
    (await api.send('GET', '/api/government?action=overview', one ? { token: await api.tokenOf(one) } : {})).body

  it('tells everybody of the cabinet, polls and the week, and of themselves those who may open the dashboard', async () => {
    await emptyTables(api.nation.database)
    await anElection(api.nation.runtime)
    const admin = await citizen({ isAdmin: true })
    await aRunningBank(api.nation.runtime, admin, 1_000)
    const [secretary, justice] = [await official('secretary'), await official('justiceMinister')]
    const closesAt = now().getTime() + 3_600_000
    await aPoll(api.nation.runtime, secretary, { question: 'Which bridge?', closesAt })
    await anInterview(api.nation.runtime, admin)
    const shared = await read(null)
    expect(shared).toMatchObject({
      cabinet: { filled: 1, seats: 9 },
      activePolls: 1,
      activeInterviews: 1,
      closingPolls: [{ question: 'Which bridge?', closesAt }],
      week: { startsAt: Date.UTC(2026, 0, 5), endsAt: Date.UTC(2026, 0, 12) },
      nextPayment: now().getTime() + 7 * 86_400_000,
      you: null,
    })
    expect(await read(await citizen())).toEqual(shared)
    expect(await read(secretary)).toMatchObject({
      you: {
        role: 'Secretary of State',
        office: {
          office: 'secretary',
          since: now().getTime(),
          until: Date.UTC(2026, 0, 12),
          salary: { amount: 100, amountCents: '10000', dueAt: shared.nextPayment },
        },
        chatMessages: 0,
        interviews: null,
      },
    })
    // Communication shows the admin chat: that is what is counted.
    const say = async (token: string, call: string, body: object) =>
      expect(await api.send('POST', `/api/${call}`, { token, body })).toMatchObject({ status: 200 })
    await say(await api.panelTokenOf(admin), 'admin-chat/send-message', { message: 'Bread is short.' })
    const secretarys = await api.tokenOf(secretary)
    await say(secretarys, 'messenger/send-group-message', { groupId: 'government', message: 'One' })
    await say(secretarys, 'messenger/send-group-message', { groupId: 'government', message: 'Two' })
    expect((await read(secretary)).you).toMatchObject({ chatMessages: 1 })
    expect((await read(justice)).you).toMatchObject({ office: { office: 'justiceMinister', salary: null } })
    expect(await read(admin)).toMatchObject({
      you: { role: 'Admin', office: null, interviews: [{ responses: 0, newestAt: null }] },
    })
  })
})
