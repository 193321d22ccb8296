import type { CallInput } from '@nation/domain/contract'
import { describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { weekOf } from '@nation/domain/elections'
import { change, read } from '../platform'
import { aCitizen, useTestNation } from '../testing'
import { writeCursor } from '../platform/cursor'
import { cancelElection } from './cancel-election'
import { createElection, currentElection, getElection, listElections, planElection } from './elections.service'
import { electionResults } from './results.service'
import { advanceElections } from './rollover'
import { aCandidate, anElection, as, publishCounts, vote } from './testing'
import { voteStatus } from './votes.service'
import { whyThisWeight } from './weight.service'

const nation = useTestNation()
const day = 86_400_000
const monday = Date.parse('2026-01-12T00:00:00.000Z')
const current = () => read(nation.runtime, null, (ctx) => currentElection(ctx))
const plan = (citizen: Citizen, startsAt: number, endsAt: number) =>
  as(nation.runtime, citizen, (ctx) => createElection(ctx, { startsAt, endsAt }))
const status = (citizen: Citizen, input: Partial<CallInput<'votes.status'>> = {}) =>
  as(nation.runtime, citizen, (ctx) => voteStatus(ctx, input as CallInput<'votes.status'>))

describe('The current election', () => {
  it('is none in a nation that never had one', async () => {
    expect(await current()).toMatchObject({ election: null })
  })

  it('says what is open, and when the rest opens and closes', async () => {
    await anElection(nation.runtime)
    await aCandidate(nation.runtime, 'president')
    const { election, now } = await current()
    expect(now).toBe(nation.clock.now().getTime())
    expect(election).toMatchObject({
      isActive: true,
      phase: 'phase_one',
      status: 'active',
      resultsReady: false,
      totalCandidates: 1,
      startDate: Date.parse('2026-01-05T00:00:00Z'),
      endDate: monday,
      nextInstant: Date.parse('2026-01-08T12:00:00Z'),
    })
    expect(election?.positions.map((one) => [one.order, one.votingOpen, one.candidateCount])).toEqual([
      [1, true, 1],
      [2, true, 0],
      [3, true, 0],
      ...[4, 5, 6, 7, 8, 9].map((order) => [order, false, 0]),
    ])
    expect(election?.positions[3]).toMatchObject({
      id: 'minister_finance',
      opensAt: Date.parse('2026-01-08T12:00:00Z'),
      closesAt: monday,
      tokenRequirement: 50000,
      candidaciesOpen: true,
      attachments: [{ label: 'PnLs & Stats', required: true }],
    })
  })
})

describe('A list of elections', () => {
  it('takes a cursor of any instant, also of one that no database knows', async () => {
    await anElection(nation.runtime)
    for (const key of ['8640000000000000', '9'.repeat(20)]) {
      const cursor = writeCursor([key, '0'])
      const list = await read(nation.runtime, null, (ctx) => listElections(ctx, { status: 'all', limit: 5, cursor }))
      expect(list.elections).toHaveLength(1)
    }
  })
})

describe('Planning an election', () => {
  it('takes dates that are free, and lists it as upcoming', async () => {
    const president = await aCitizen(nation.database, { governmentRole: 'president' })
    await anElection(nation.runtime)
    const { election } = await plan(president, monday + day, monday + 5 * day)
    expect(election).toMatchObject({
      status: 'upcoming',
      createdBy: president.uid,
      phaseTwoAt: monday + 3 * day,
      isActive: false,
    })
    const upcoming = await read(nation.runtime, null, (ctx) => listElections(ctx, { status: 'upcoming', limit: 20 }))
    expect(upcoming.elections.map((one) => one.id)).toEqual([election.id])
    const got = await read(nation.runtime, null, (ctx) => getElection(ctx, { electionId: election.id }))
    expect(got.election.positions).toHaveLength(9)
  })

  it('refuses dates that overlap, are too long, too far or in the past', async () => {
    const president = await aCitizen(nation.database, { governmentRole: 'president' })
    await anElection(nation.runtime)
    const now = nation.clock.now().getTime()
    await expect(plan(president, monday - 1, monday + day)).rejects.toMatchObject({ code: 'election_overlaps' })
    for (const [start, end] of [
      [monday, monday + 14 * day + 1],
      [now + 28 * day + 1, now + 30 * day],
      [now - 1, now + day],
      [monday + day, monday],
      [8.7e15, 8.8e15],
    ] as const) {
      await expect(plan(president, start, end)).rejects.toMatchObject({ code: 'election_dates_invalid' })
    }
  })

  it('by ten people at once for the same days plans one', async () => {
    const president = await aCitizen(nation.database, { governmentRole: 'president' })
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => plan(president, monday + i * 3_600_000, monday + 3 * day)),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'election_overlaps' })
  })

  it('lists elections page by page, also several of one instant, which were cancelled', async () => {
    const president = await aCitizen(nation.database, { governmentRole: 'president' })
    const cancelled: string[] = []
    for (const start of [2, 2, 2, 4]) {
      const { election } = await plan(president, monday + start * day, monday + (start + 2) * day)
      await as(nation.runtime, president, (ctx) => cancelElection(ctx, { electionId: election.id, reason: 'Again.' }))
      cancelled.unshift(election.id)
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await read(nation.runtime, null, (ctx) =>
        listElections(ctx, { status: 'cancelled', limit: 2, ...(cursor && { cursor }) }),
      )
      seen.push(...page.elections.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(cancelled)
  })

  it('lists elections page by page', async () => {
    const president = await aCitizen(nation.database, { governmentRole: 'president' })
    for (let i = 0; i < 5; i++) await plan(president, monday + i * 2 * day, monday + (i * 2 + 2) * day)
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await read(nation.runtime, null, (ctx) =>
        listElections(ctx, { status: 'all', limit: 2, ...(cursor && { cursor }) }),
      )
      seen.push(...page.elections.map((one) => (one.startsAt - monday) / day))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual([8, 6, 4, 2, 0])
  })
})

describe('The results', () => {
  it('have no leader before the first vote is public; of two with the same votes, the earlier candidacy is first', async () => {
    const { uid } = await anElection(nation.runtime)
    const [ada, bob] = [await aCandidate(nation.runtime, 'president'), await aCandidate(nation.runtime, 'president')]
    const president = async () =>
      (await read(nation.runtime, null, (ctx) => electionResults(ctx, { electionId: uid }))).results[0]
    const winners = async () => (await president())?.candidates.map(({ winner }) => winner)
    expect(await president()).toMatchObject({ winner: null, voters: 0 })
    expect(await winners()).toEqual([false, false])
    await vote(nation.runtime, await aCitizen(nation.database), bob.id)
    await publishCounts(nation.runtime)
    expect(await president()).toMatchObject({ winner: { id: bob.id, winner: true }, rule: 'weight' })
    await vote(nation.runtime, await aCitizen(nation.database), ada.id)
    await publishCounts(nation.runtime)
    expect(await president()).toMatchObject({ winner: { id: ada.id }, rule: 'earlier', voters: 2 })
    expect(await winners()).toEqual([true, false])
  })

  it('elect the earlier candidacy where nobody voted', async () => {
    const { uid } = await anElection(nation.runtime)
    const [ada] = [await aCandidate(nation.runtime, 'president'), await aCandidate(nation.runtime, 'president')]
    nation.clock.set(new Date(monday))
    await advanceElections(nation.runtime)
    const final = await read(nation.runtime, null, (ctx) => electionResults(ctx, { electionId: uid }))
    expect(final.results[0]).toMatchObject({ rule: 'earlier', voters: 0, winner: { id: ada.id, winner: true } })
  })

  it('are standings until the count, and stay as they were counted afterwards', async () => {
    const voter = await aCitizen(nation.database, { tokenBalance: '1000000000000000' })
    const other = await aCitizen(nation.database)
    const { uid } = await anElection(nation.runtime)
    const [ada, bob] = [await aCandidate(nation.runtime, 'president'), await aCandidate(nation.runtime, 'president')]
    await vote(nation.runtime, voter, bob.id)
    await vote(nation.runtime, other, ada.id)
    const results = () => read(nation.runtime, null, (ctx) => electionResults(ctx, { electionId: uid }))
    const standings = await results()
    expect(standings).toMatchObject({ final: false, turnout: null })
    nation.clock.set(new Date(monday))
    await advanceElections(nation.runtime)
    const final = await results()
    expect(final).toMatchObject({ final: true, turnout: { voters: 2, eligible: 4, percent: 50 } })
    expect(final.results[0]).toMatchObject({
      position: 'president',
      rule: 'weight',
      totalVotes: 2.2,
      voters: 2,
      winner: {
        id: bob.id,
        twitterHandle: bob.citizen.handle,
        votes: 1.2,
        share: 54.5,
        supportersShare: 50,
        rank: 1,
        winner: true,
      },
    })
    expect(final.results[0]?.candidates.map((one) => one.share)).toEqual([54.5, 45.5])
    expect(final.results[8]).toMatchObject({ rule: 'vacant', winner: null, candidates: [] })
  })
})

describe('A citizen’s vote status', () => {
  it('says how they voted, what their vote weighs and why', async () => {
    const voter = await aCitizen(nation.database, { tokenBalance: '5000000000000000' })
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    expect(await status(voter)).toMatchObject({ hasVoted: false, voteWeight: 1.5, votedAt: null, userVotes: {} })
    await vote(nation.runtime, voter, ada.id)
    expect(await status(voter, { position: 'president' })).toMatchObject({
      hasVoted: true,
      voteWeight: 1.5,
      userVotes: { president: [{ candidateId: ada.id, voteWeight: 1.5 }] },
      eligibleToVote: true,
      weight: { tier: 'major', onRoll: true, balance: 5_000_000, lastKnown: true },
    })
    expect(await status(voter, { position: 'secretary' })).toMatchObject({ hasVoted: false })
    expect(await status(voter, { candidateId: ada.id })).toMatchObject({ hasVoted: true })
  })

  it('before the opening says the same weight as its explanation: that of the present balance', async () => {
    const voter = await aCitizen(nation.database, { tokenBalance: '20000000000000000' })
    const next = weekOf(new Date(nation.clock.now().getTime() + 7 * day))
    const planned = await change(nation.runtime, {}, (ctx) => planElection(ctx, next, null))
    for (const asked of [{}, { electionId: planned.uid }]) {
      const said = await status(voter, asked)
      const why = await as(nation.runtime, voter, (ctx) => whyThisWeight(ctx, { ...asked, userId: undefined }))
      expect(why).toMatchObject({ multiplier: 2, because: 'roll_not_taken', frozen: false })
      expect(said).toMatchObject({
        voteWeight: 2,
        weight: { multiplier: 2, tier: 'whale', onRoll: false, balance: 20_000_000, takenAt: null },
      })
    }
  })

  it('says why not, and from when, to a citizen whose account is too young', async () => {
    const young = await aCitizen(nation.database, { xCreatedAt: new Date('2025-12-01T00:00:00Z'), walletAddress: null })
    await anElection(nation.runtime)
    expect(await status(young)).toMatchObject({
      eligibleToVote: false,
      reasons: [{ code: 'account_too_young', until: Date.parse('2026-06-01T00:00:00Z') }],
      weight: { multiplier: 1, tier: 'base', onRoll: false },
    })
  })
})
