import { describe, expect, it } from 'vitest'
import { awaitsGovernment } from '../bank/government'
import type { Citizen } from '../citizens/citizen.entity'
import { read } from '../platform'
import { aCitizen, useTestNation } from '../testing'
import { cancelElection } from './cancel-election'
import { listCandidates } from './candidates.queries'
import { createCandidate } from './candidates.service'
import { createElection, currentElection, getElection, listElections } from './elections.service'
import { advanceElections } from './rollover'
import { electionResults } from './results.service'
import { nextOpening } from './roll-reading'
import { runAgain } from './run-again'
import { aCandidate, as, campaign, vote } from './testing'

const nation = useTestNation()
const hour = 3_600_000
const day = 24 * hour
const at = (ms: number) => nation.clock.set(new Date(ms))
const rows = (sql: string) => nation.database.query<Record<string, unknown>[]>(sql)
// The clock stands at Tuesday, 2026-01-06 12:00; the week's election ends with that week.
const opens = Date.parse('2026-01-14T00:00:00.000Z')
const closes = opens + 3 * day

const aPresident = () => aCitizen(nation.database, { role: 'government', governmentRole: 'president' })
const plan = async (who: Citizen, startsAt = opens, endsAt = closes) =>
  (await as(nation.runtime, who, (ctx) => createElection(ctx, { startsAt, endsAt }))).election.id
const cancel = (who: Citizen, electionId: string, reason = 'The dates were mistaken.') =>
  as(nation.runtime, who, (ctx) => cancelElection(ctx, { electionId, reason }))
const codeOf = (deed: Promise<unknown>): Promise<string | null> =>
  deed.then(
    () => null,
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
const listed = async (status: 'all' | 'upcoming' | 'past' | 'cancelled') =>
  (await read(nation.runtime, null, (ctx) => listElections(ctx, { status, limit: 50 }))).elections.map(({ id }) => id)

describe('An election that is cancelled', () => {
  it('is only in the list of cancelled ones, says that it was cancelled and why, and everybody hears of it', async () => {
    await advanceElections(nation.runtime)
    const president = await aPresident()
    const electionId = await plan(president)
    const answer = await cancel(president, electionId)
    expect(answer).toMatchObject({
      candidacies: 0,
      election: {
        id: electionId,
        isActive: false,
        phase: null,
        status: 'cancelled',
        cancelled: { at: nation.clock.now().getTime(), reason: 'The dates were mistaken.' },
      },
    })
    for (const status of ['all', 'upcoming', 'past'] as const) expect(await listed(status)).not.toContain(electionId)
    expect(await listed('cancelled')).toEqual([electionId])
    const { election } = await read(nation.runtime, null, (ctx) => getElection(ctx, { electionId }))
    expect(election).toMatchObject({
      isActive: false,
      phase: null,
      status: 'cancelled',
      nextInstant: null,
      cancelled: { reason: 'The dates were mistaken.' },
    })
    // Also once its dates are over: it was never held.
    at(closes + hour)
    const later = await read(nation.runtime, null, (ctx) => electionResults(ctx, { electionId }))
    expect(later).toMatchObject({ final: false, election: { phase: null, status: 'cancelled' } })
    expect(election.positions.some((one) => one.votingOpen || one.candidaciesOpen)).toBe(false)
    expect(await rows(`SELECT actor, visibility, facts FROM journal WHERE kind = 'elections.cancelled'`)).toMatchObject(
      [{ actor: president.uid, visibility: 'public' }],
    )
  })

  it('frees its candidates: the candidacy stays readable, and can be run again elsewhere', async () => {
    await advanceElections(nation.runtime)
    const president = await aPresident()
    const electionId = await plan(president)
    const { citizen, id } = await aCandidate(nation.runtime, 'secretary', { electionId })
    expect(await cancel(president, electionId)).toMatchObject({ candidacies: 1 })
    const [stored] = await rows(`SELECT status, active_citizen_id, won FROM candidacies`)
    expect(stored).toMatchObject({ status: 'archived', active_citizen_id: null, won: 0 })
    expect(await rows(`SELECT role FROM citizens WHERE id = ${citizen.id}`)).toEqual([{ role: 'citizen' }])
    const list = await read(nation.runtime, null, (ctx) =>
      listCandidates(ctx, { electionId, sort: 'votes', limit: 10, userId: undefined }),
    )
    expect(list.candidates).toMatchObject([{ id, cancelled: true, voting: { open: false }, may: { edit: false } }])
    const again = await as(nation.runtime, citizen, (ctx) =>
      runAgain(ctx, { candidateId: id, position: undefined, electionId: undefined, userId: undefined }),
    )
    expect(again.candidate).toMatchObject({ position: 'secretary', status: 'active', cancelled: false })
    expect(again.candidate.electionId).not.toBe(electionId)
  })

  it('takes neither candidacies nor votes, on its dates either', async () => {
    await advanceElections(nation.runtime)
    const president = await aPresident()
    const electionId = await plan(president)
    const { id } = await aCandidate(nation.runtime, 'president', { electionId })
    await cancel(president, electionId)
    const newcomer = await aCitizen(nation.database)
    const stand = as(nation.runtime, newcomer, (ctx) => createCandidate(ctx, campaign('president', { electionId })))
    expect(await codeOf(stand)).toBe('election_cancelled')
    at(opens + hour)
    await advanceElections(nation.runtime)
    expect(await codeOf(vote(nation.runtime, newcomer, id))).toBe('election_cancelled')
  })

  it('leaves its days to others: they can be planned anew, and else the nation fills them', async () => {
    await advanceElections(nation.runtime)
    const president = await aPresident()
    const first = await plan(president)
    expect(await codeOf(plan(president))).toBe('election_overlaps')
    await cancel(president, first)
    const second = await plan(president)
    await cancel(president, second)
    // The roll is read for the opening that there is, not for one that there was.
    expect(await nextOpening(nation.database.manager, new Date(opens - hour / 2))).toBeNull()
    at(opens + hour)
    expect((await advanceElections(nation.runtime)).map(({ step }) => step)).toContain('open')
    const { election } = await read(nation.runtime, null, (ctx) => currentElection(ctx))
    expect(election).toMatchObject({
      status: 'active',
      createdBy: null,
      startsAt: Date.parse('2026-01-12T00:00:00Z'),
      endsAt: Date.parse('2026-01-19T00:00:00Z'),
    })
    // No payment waits for its government: salaries that are due after its dates are paid.
    at(closes + hour)
    await advanceElections(nation.runtime)
    expect(await awaitsGovernment(nation.database.manager, closes + hour)).toBe(false)
  })
})

describe('An election that opens by itself', () => {
  const monday = Date.parse('2026-01-12T00:00:00.000Z')
  const opening = async (ms: number) => (await nextOpening(nation.database.manager, new Date(ms)))?.getTime() ?? null
  const opened = async () => (await advanceElections(nation.runtime)).filter(({ step }) => step === 'open').length
  const announced = async () => (await read(nation.runtime, null, (ctx) => currentElection(ctx))).nextOpening

  it('because the one behind a short gap was cancelled waits for its roll, and no second time', async () => {
    await advanceElections(nation.runtime)
    const president = await aPresident()
    const electionId = await plan(president, monday + 12 * hour, monday + 3 * day)
    at(monday + 11 * hour)
    await advanceElections(nation.runtime)
    expect([await announced(), await opened()]).toEqual([monday + 12 * hour, 0])
    // The next one is planned on the first free day: the gap would be too short again.
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const next = await plan(admin, monday + 3 * day, monday + 4 * day)
    await cancel(admin, electionId)
    expect([await opening(monday + 11 * hour), await opened()]).toEqual([monday + 12 * hour, 0])
    expect(await announced()).toBe(monday + 12 * hour)
    await cancel(admin, next)
    expect(await announced()).toBe(monday + 12 * hour)
    at(monday + 12 * hour - 1)
    expect([await opening(monday + 12 * hour - 1), await opened()]).toEqual([monday + 12 * hour, 0])
    at(monday + 12 * hour)
    expect(await opened()).toBe(1)
    const { election } = await read(nation.runtime, null, (ctx) => currentElection(ctx))
    expect(election).toMatchObject({ startsAt: monday + 12 * hour, endsAt: monday + 7 * day, createdBy: null })
  })

  it('is announced from a late cancellation on for the instant at which it opens, and not for the Monday that was free before', async () => {
    await advanceElections(nation.runtime)
    expect(await announced()).toBe(monday)
    const president = await aPresident()
    const electionId = await plan(president, monday, monday + 3 * day)
    expect(await announced()).toBe(monday)
    at(monday - hour / 2)
    await cancel(president, electionId)
    const opensAt = monday + hour / 2
    expect(await announced()).toBe(opensAt)
    for (const ms of [monday, opensAt - 1]) {
      at(ms)
      expect([await opened(), await announced()]).toEqual([0, opensAt])
    }
    at(opensAt)
    expect([await opened(), await announced()]).toEqual([1, monday + 7 * day])
    const { election } = await read(nation.runtime, null, (ctx) => currentElection(ctx))
    expect(election).toMatchObject({ startsAt: opensAt, endsAt: monday + 7 * day, createdBy: null })
  })

  it('on Monday has its roll read in the hour before, also where nothing ends at that instant', async () => {
    await advanceElections(nation.runtime)
    const president = await aPresident()
    await plan(president, monday, monday + 6 * day + 12 * hour)
    const next = monday + 7 * day
    expect(await opening(next - hour / 2)).toBe(next)
    expect(await opening(next - 2 * hour)).toBeNull()
  })
})

describe('Cancelling an election', () => {
  it('is possible up to the last millisecond before the opening, and not from it on, also where no worker has opened it', async () => {
    const president = await aPresident()
    const electionId = await plan(president)
    at(opens)
    expect(await codeOf(cancel(president, electionId))).toBe('election_opened')
    expect(await rows(`SELECT stage FROM elections`)).toEqual([{ stage: 'planned' }])
    at(opens - 1)
    expect(await codeOf(cancel(president, electionId))).toBeNull()
  })

  it('is refused once the election was opened, whatever a slower clock says', async () => {
    const president = await aPresident()
    const electionId = await plan(president)
    at(opens)
    await advanceElections(nation.runtime)
    at(opens - 1)
    expect(await codeOf(cancel(president, electionId))).toBe('election_opened')
    expect(await rows(`SELECT cancelled_at, stage FROM elections`)).toEqual([
      { cancelled_at: null, stage: 'phase_one' },
    ])
  })

  it('is for the president who planned it, and for administrators', async () => {
    const [president, before] = [await aPresident(), await aPresident()]
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const own = await plan(president)
    const others = await plan(before, closes, closes + 2 * day)
    expect(await codeOf(cancel(president, others))).toBe('election_not_yours')
    expect(await codeOf(cancel(president, own))).toBeNull()
    expect(await codeOf(cancel(admin, others))).toBeNull()
  })

  it('needs an election that there is, and one that was not cancelled before', async () => {
    const president = await aPresident()
    const electionId = await plan(president)
    expect(await codeOf(cancel(president, '01890a5d-ac96-774b-bcce-b302099a8057'))).toBe('election_not_found')
    expect(await codeOf(cancel(president, electionId))).toBeNull()
    expect(await codeOf(cancel(president, electionId))).toBe('election_cancelled')
  })

  it('by ten people at once cancels once', async () => {
    const admins = await Promise.all(Array.from({ length: 10 }, () => aCitizen(nation.database, { isAdmin: true })))
    const electionId = await plan(admins[0]!)
    const codes = await Promise.all(admins.map((admin) => codeOf(cancel(admin, electionId))))
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === 'election_cancelled')).toHaveLength(9)
    expect(await rows(`SELECT id FROM journal WHERE kind = 'elections.cancelled'`)).toHaveLength(1)
  })

  it('leaves no candidate, also when one stands at the same moment', async () => {
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const electionId = await plan(admin)
    const citizens = await Promise.all(Array.from({ length: 8 }, () => aCitizen(nation.database)))
    const stand = (citizen: Citizen) =>
      codeOf(as(nation.runtime, citizen, (ctx) => createCandidate(ctx, campaign('president', { electionId }))))
    const [early, done, late] = await Promise.all([
      Promise.all(citizens.slice(0, 4).map(stand)),
      cancel(admin, electionId),
      Promise.all(citizens.slice(4).map(stand)),
    ])
    const stood = [...early, ...late].filter((code) => code === null)
    expect([...early, ...late].every((code) => code === null || code === 'election_cancelled')).toBe(true)
    expect(done.candidacies).toBe(stood.length)
    expect(await rows(`SELECT id FROM candidacies WHERE status = 'active'`)).toEqual([])
    expect(await rows(`SELECT id FROM citizens WHERE role = 'candidate'`)).toEqual([])
  })
})
