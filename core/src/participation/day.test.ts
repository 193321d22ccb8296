import { salaryPresets } from '@nation/domain/bank'
import { mostAttempts } from '@nation/domain/work'
import { describe, expect, it } from 'vitest'
import { payDueCycles, recordFunding, updatePercentages } from '../bank'
import { aRunningBank } from '../bank/testing'
import type { Citizen } from '../citizens'
import { advanceElections } from '../elections'
import { castPollVotes } from '../polls'
import { block, markAsRead, report, setNotice } from '../messenger'
import { talkIn } from '../messenger/testing'
import { read, type CitizenContext } from '../platform'
import {
  aCandidate,
  aCitizen,
  anElection,
  anInterview,
  anOfficial,
  aPoll,
  as,
  aTask,
  aTuesday,
  publishCounts,
  respond,
  respondToTask,
  signedIn,
  useTestNation,
  vote,
} from '../testing'
import { readDay } from '.'

const nation = useTestNation()
const talk = talkIn(nation)

const dayOf = (who: Citizen) => read(nation.runtime, signedIn(who), (ctx) => readDay(ctx as CitizenContext))
const inHours = (hours: number) => new Date(aTuesday.getTime() + hours * 3_600_000)
const president = () => anOfficial(nation.database, 'president', { from: aTuesday })
const voteOn = (who: Citizen, pollId: string) =>
  as(nation.runtime, who, (ctx) => castPollVotes(ctx, [{ caller: ctx.caller, input: { pollId, optionIndex: 0 } }]))

const nothing = {
  success: true,
  eligibleToVote: true,
  votes: null,
  polls: { total: 0, first: [] },
  interviews: { total: 0, first: [] },
  tasks: null,
  conversations: { total: 0, first: [] },
  mentions: [],
  candidacy: null,
  outcome: null,
  vacancies: null,
  reports: null,
  bank: null,
  work: null,
  now: aTuesday.getTime(),
}

describe('A citizen’s day', () => {
  it('has nothing that waits in an empty nation', async () => {
    expect(await dayOf(await aCitizen(nation.database))).toEqual(nothing)
  })

  it('tells for which open offices they have not voted and until when, and leaves out those without a candidate', async () => {
    const election = await anElection(nation.runtime)
    const ada = await aCitizen(nation.database)
    expect((await dayOf(ada)).votes).toBeNull()
    const stands = await aCandidate(nation.runtime, 'president')
    await aCandidate(nation.runtime, 'secretary')
    // The ministries open on Thursday.
    await aCandidate(nation.runtime, 'minister_marketing')
    const votes = { electionId: election.uid, open: 2, closesAt: Date.UTC(2026, 0, 8, 12) }
    expect((await dayOf(ada)).votes).toEqual({ ...votes, positions: ['president', 'secretary'] })
    await vote(nation.runtime, ada, stands.id)
    expect((await dayOf(ada)).votes).toEqual({ ...votes, positions: ['secretary'] })
    // Somebody comes to stand for the third.
    await aCandidate(nation.runtime, 'prime_minister')
    expect((await dayOf(ada)).votes).toEqual({ ...votes, open: 3, positions: ['prime_minister', 'secretary'] })
    nation.clock.set(new Date(Date.UTC(2026, 0, 8, 12)))
    expect((await dayOf(ada)).votes).toEqual({
      electionId: election.uid,
      open: 1,
      positions: ['minister_marketing'],
      closesAt: Date.UTC(2026, 0, 12),
    })
  })

  it('asks those who may not vote yet for no vote, and for their answers all the same', async () => {
    await anElection(nation.runtime)
    await aCandidate(nation.runtime, 'president')
    await aPoll(nation.runtime, await president())
    await anInterview(nation.runtime, await aCitizen(nation.database, { isAdmin: true }))
    const newcomer = await aCitizen(nation.database, { xCreatedAt: inHours(-24) })
    const day = await dayOf(newcomer)
    expect(day).toMatchObject({ eligibleToVote: false, votes: null, polls: { total: 0, first: [] } })
    expect(day.interviews.total).toBe(1)
  })

  it('names the three polls that close first, and counts the others; what they voted on and what is closed waits no more', async () => {
    const maker = await president()
    const late = await aPoll(nation.runtime, maker, { question: 'Late?', closesAt: inHours(48).getTime() })
    const never = await aPoll(nation.runtime, maker, { question: 'Never?' })
    const soon = await aPoll(nation.runtime, maker, { question: 'Soon?', closesAt: inHours(2).getTime() })
    const voted = await aPoll(nation.runtime, maker, { question: 'Voted?', closesAt: inHours(3).getTime() })
    await aPoll(nation.runtime, maker, { question: 'Without an end?' })
    const ada = await aCitizen(nation.database)
    await voteOn(ada, voted.id)
    const named = ({ id, question, closesAt }: typeof late) => ({ id, question, closesAt })
    expect((await dayOf(ada)).polls).toEqual({ total: 4, first: [soon, late, never].map(named) })
    nation.clock.set(inHours(2))
    expect((await dayOf(ada)).polls).toMatchObject({ total: 3, first: [{ id: late.id }, { id: never.id }, {}] })
  })

  it('names the newest interviews that they have not answered', async () => {
    const alma = await aCitizen(nation.database, { isAdmin: true })
    const ada = await aCitizen(nation.database)
    const first = await anInterview(nation.runtime, alma, { title: 'The harbour' })
    const second = await anInterview(nation.runtime, alma, { title: 'The bridge' })
    await anInterview(nation.runtime, alma, { title: 'Closed', isActive: false })
    expect((await dayOf(ada)).interviews).toEqual({
      total: 2,
      first: [
        { id: second.id, title: 'The bridge' },
        { id: first.id, title: 'The harbour' },
      ],
    })
    await respond(nation.runtime, ada, second)
    expect((await dayOf(ada)).interviews).toEqual({ total: 1, first: [{ id: first.id, title: 'The harbour' }] })
  })

  it('tells who wrote to them directly, until it is read; not whom they silenced or block, and nothing of what they wrote', async () => {
    const [ada, ben, cleo, dora] = (await Promise.all(
      ['Ada', 'Ben', 'Cleo', 'Dora'].map((username) =>
        aCitizen(nation.database, { username, isAdmin: username !== 'Ada' }),
      ),
    )) as [Citizen, Citizen, Citizen, Citizen]
    const withBen = await talk.start(ben, ada)
    await talk.sayTo(ben, withBen, 'Shall we meet?')
    await talk.sayTo(ben, withBen, 'At the harbour.')
    const withCleo = await talk.start(cleo, ada)
    await talk.sayTo(cleo, withCleo, 'Hello')
    await talk.sayTo(dora, await talk.start(dora, ada), 'Hello')
    expect((await dayOf(ada)).conversations.total).toBe(3)
    await as(nation.runtime, ada, (ctx) => setNotice(ctx, { conversationId: withCleo, notice: false }))
    await as(nation.runtime, ada, (ctx) => block(ctx, { citizenId: dora.uid }))
    expect((await dayOf(ada)).conversations).toEqual({
      total: 1,
      first: [{ id: withBen, username: 'Ben', unread: 2 }],
    })
    expect((await dayOf(ben)).conversations.total).toBe(0)
    await as(nation.runtime, ada, (ctx) => markAsRead(ctx, { conversationId: withBen, number: undefined }))
    expect((await dayOf(ada)).conversations).toEqual({ total: 0, first: [] })
  })

  it('counts unread mentions by group, and no other talk', async () => {
    const [ada, ben] = [await aCitizen(nation.database, { handle: 'ada' }), await aCitizen(nation.database)]
    await talk.say(ben, 'Good morning')
    expect((await dayOf(ada)).mentions).toEqual([])
    await talk.say(ben, 'What does @ada say?')
    await talk.say(ben, 'And @ada again?')
    expect((await dayOf(ada)).mentions).toEqual([{ group: 'citizens', count: 2 }])
    await as(nation.runtime, ada, (ctx) => markAsRead(ctx, { conversationId: 'citizens', number: undefined }))
    expect((await dayOf(ada)).mentions).toEqual([])
  })

  it('tells how their votes went in the last election, for a week, once its winners are seated', async () => {
    const { uid } = await anElection(nation.runtime)
    const [first, second, other] = [
      await aCandidate(nation.runtime, 'president'),
      await aCandidate(nation.runtime, 'president'),
      await aCandidate(nation.runtime, 'secretary'),
    ]
    const [ada, ben] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    await vote(nation.runtime, ada, second.id)
    await vote(nation.runtime, ada, other.id)
    await vote(nation.runtime, ben, first.id)
    await vote(nation.runtime, await aCitizen(nation.database), first.id)
    expect((await dayOf(ada)).outcome).toBeNull()
    const ended = new Date(Date.UTC(2026, 0, 12))
    nation.clock.set(ended)
    expect((await dayOf(ada)).outcome).toBeNull()
    await advanceElections(nation.runtime)
    const outcome = { electionId: uid, endedAt: ended.getTime() }
    expect((await dayOf(ada)).outcome).toEqual({ ...outcome, votes: 2, won: 1 })
    expect((await dayOf(ben)).outcome).toEqual({ ...outcome, votes: 1, won: 1 })
    expect((await dayOf(await aCitizen(nation.database))).outcome).toBeNull()
    nation.clock.set(new Date(ended.getTime() + 7 * 86_400_000))
    expect((await dayOf(ada)).outcome).toBeNull()
  })

  it('tells a candidate their place by the public counts', async () => {
    await anElection(nation.runtime)
    const [first, second] = [
      await aCandidate(nation.runtime, 'president'),
      await aCandidate(nation.runtime, 'president'),
    ]
    const own = {
      position: 'president',
      candidates: 2,
      opensAt: Date.UTC(2026, 0, 5),
      closesAt: Date.UTC(2026, 0, 8, 12),
      endsAt: Date.UTC(2026, 0, 12),
    }
    expect((await dayOf(first.citizen)).candidacy).toEqual({
      ...own,
      id: first.id,
      rank: 1,
      level: true,
      votes: 0,
      supportersCount: 0,
    })
    expect((await dayOf(second.citizen)).candidacy).toMatchObject({ rank: 2 })
    const voter = await aCitizen(nation.database)
    await vote(nation.runtime, voter, second.id)
    await publishCounts(nation.runtime)
    expect((await dayOf(second.citizen)).candidacy).toMatchObject({
      id: second.id,
      rank: 1,
      level: false,
      supportersCount: 1,
    })
    expect((await dayOf(first.citizen)).candidacy).toMatchObject({ rank: 2, level: false, candidates: 2 })
    expect((await dayOf(voter)).candidacy).toBeNull()
  })
})

describe('An official’s day', () => {
  it('has the open tasks of their office and of all, the first due first; not what they gave or answered', async () => {
    const maker = await president()
    const official = await anOfficial(nation.database, 'financeMinister', { from: aTuesday })
    const undated = await aTask(nation.runtime, maker, { title: 'Undated', assignedTo: 'financeMinister' })
    const due = await aTask(nation.runtime, maker, { title: 'Due', dueDate: inHours(1).getTime() })
    const answered = await aTask(nation.runtime, maker, { title: 'Answered', dueDate: inHours(2).getTime() })
    await aTask(nation.runtime, maker, { title: 'Another’s', assignedTo: 'raidMinister' })
    await respondToTask(nation.runtime, official, answered.id)
    const expected = (overdue: boolean) => ({
      total: 2,
      first: [
        { id: due.id, title: 'Due', dueDate: inHours(1).getTime(), overdue },
        { id: undated.id, title: 'Undated', dueDate: null, overdue: false },
      ],
    })
    expect((await dayOf(official)).tasks).toEqual(expected(false))
    nation.clock.set(inHours(1))
    expect((await dayOf(official)).tasks).toEqual(expected(true))
    expect((await dayOf(maker)).tasks).toEqual({ total: 0, first: [] })
    expect((await dayOf(await aCitizen(nation.database, { isAdmin: true }))).tasks).toBeNull()
  })

  it('names the vacant offices to those who may fill them', async () => {
    const head = await president()
    const secretary = await anOfficial(nation.database, 'secretary', { from: aTuesday })
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const ministries = [
      'financeMinister',
      'creativityMinister',
      'raidMinister',
      'developmentMinister',
      'citizensMinister',
      'marketingMinister',
    ]
    expect((await dayOf(head)).vacancies).toEqual(['primeMinister', ...ministries])
    expect((await dayOf(admin)).vacancies).toEqual(['primeMinister', ...ministries])
    await anOfficial(nation.database, 'primeMinister', { from: aTuesday })
    expect((await dayOf(head)).vacancies).toEqual(ministries)
    expect((await dayOf(secretary)).vacancies).toBeNull()
  })

  it('names the office of Justice, to which nobody is elected, while the bank pays it and nobody holds it', async () => {
    const admin = await aCitizen(nation.database, { isAdmin: true })
    expect((await dayOf(admin)).vacancies).not.toContain('justiceMinister')
    await as(nation.runtime, admin, (ctx) =>
      updatePercentages(ctx, { salaryPercentages: { ...salaryPresets.panel }, adminId: undefined }),
    )
    expect((await dayOf(admin)).vacancies).toContain('justiceMinister')
    await anOfficial(nation.database, 'justiceMinister', { from: aTuesday })
    expect((await dayOf(admin)).vacancies).not.toContain('justiceMinister')
  })

  it('has the president’s own office vacant for administrators alone', async () => {
    const admin = await aCitizen(nation.database, { isSuperAdmin: true })
    expect((await dayOf(admin)).vacancies).toContain('president')
  })
})

describe('A moderator’s day', () => {
  it('counts the open reports, without those about themselves', async () => {
    const [ada, ben] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    const moderator = await aCitizen(nation.database, { role: 'moderator' })
    const { messageId } = await talk.say(ben, 'You fool')
    await as(nation.runtime, ada, (ctx) => report(ctx, { messageId, reason: 'It insults.' }))
    const own = await talk.say(moderator, 'You fool')
    await as(nation.runtime, ada, (ctx) => report(ctx, { messageId: own.messageId, reason: 'It insults.' }))
    expect((await dayOf(moderator)).reports).toBe(1)
    expect((await dayOf(await aCitizen(nation.database, { isAdmin: true }))).reports).toBe(2)
    expect((await dayOf(ada)).reports).toBeNull()
  })
})

describe('An administrator’s day', () => {
  const admin = () => aCitizen(nation.database, { isAdmin: true })
  const sql = (text: string, values: unknown[] = []) => nation.database.query(text, values)

  it('has nothing of the bank and of the nation’s work where nothing waits; officials and moderators have neither', async () => {
    const bank = { payday: null, salaries: 0, lacks: 0, lacksCents: '0', dueAt: null }
    expect(await dayOf(await admin())).toMatchObject({ bank, work: { failing: [], stuck: 0 } })
    expect(await dayOf(await aCitizen(nation.database, { isSuperAdmin: true }))).toMatchObject({ bank })
    for (const other of [await president(), await aCitizen(nation.database, { role: 'moderator' })])
      expect(await dayOf(other)).toMatchObject({ bank: null, work: null })
  })

  it('says what the treasury lacks before the cycle is due, that a payment is due, and what is to be marked as paid', async () => {
    const alma = await admin()
    await anOfficial(nation.database, 'president', { from: aTuesday })
    await aRunningBank(nation.runtime, alma, 1_000)
    const dueAt = aTuesday.getTime() + 7 * 86_400_000
    const lacking = (lacks: number) => ({ payday: null, salaries: 0, lacks, lacksCents: String(lacks * 100), dueAt })
    expect((await dayOf(alma)).bank).toEqual(lacking(1_000))
    // Half of it is the government's.
    const fund = (amount: number) =>
      as(nation.runtime, alma, (ctx) => recordFunding(ctx, { amount, reference: 'Fees', adminId: undefined }))
    await fund(1_900)
    expect((await dayOf(alma)).bank).toEqual(lacking(50))
    await fund(100)
    expect((await dayOf(alma)).bank).toEqual(lacking(0))
    nation.clock.set(new Date(dueAt))
    expect((await dayOf(alma)).bank).toMatchObject({ payday: dueAt, salaries: 0, lacks: 0 })
    await payDueCycles(nation.runtime)
    expect((await dayOf(alma)).bank).toMatchObject({ payday: null, salaries: 1, dueAt: dueAt + 7 * 86_400_000 })
  })

  it('names jobs that failed, and counts work that has failed too often; not what is tried again by itself', async () => {
    const alma = await admin()
    await sql(
      "INSERT INTO jobs (name, failures) VALUES ('bank.pay-due', 1), ('polls.close-due', 0), ('citizens.erase', 3)",
    )
    for (const [seq, attempts] of [mostAttempts, mostAttempts - 1, mostAttempts].entries())
      await sql('INSERT INTO journal_work (seq, handler, attempts) VALUES (?, ?, ?)', [
        seq + 1_000_000,
        'citizens.keep-portrait',
        attempts,
      ])
    expect((await dayOf(alma)).work).toEqual({ failing: ['bank.pay-due'], stuck: 2 })
    await sql('UPDATE journal_work SET done_at = ?', [aTuesday])
    expect((await dayOf(alma)).work).toEqual({ failing: ['bank.pay-due'], stuck: 0 })
  })
})
