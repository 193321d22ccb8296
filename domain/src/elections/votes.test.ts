import { describe, expect, it } from 'vitest'
import { weekOf } from './schedule'
import {
  canCancel,
  canChangePosition,
  canEdit,
  canStand,
  canVote,
  canWithdraw,
  takingVotes,
  type CandidacyState,
} from './votes'
import { initialLimits } from '../system'

const now = new Date('2026-01-06T12:00:00Z')
const thursday = new Date('2026-01-08T12:00:00Z')
const monday = new Date('2026-01-12T00:00:00Z')
const election = { ...weekOf(now), stage: 'phase_one' as const }
const voter = { xCreatedAt: new Date('2020-01-01T00:00:00Z') }
const president: CandidacyState = { position: 'president', status: 'active' }
const finance: CandidacyState = { position: 'minister_finance', status: 'active' }
const able = {
  followers: 100,
  walletAddress: 'wallet',
  tokenBalance: 50_000_000_000_000n,
  balanceKnown: true,
  hasActiveCandidacy: false,
}

describe('A citizen may vote', () => {
  it('for a candidate of a position whose phase is open', () => {
    expect(canVote(voter, election, president, now)).toEqual({ allowed: true })
    expect(canVote(voter, election, finance, thursday)).toEqual({ allowed: true })
  })

  it('not before, not after, not for who withdrew, not with a young account, not before the roll is taken', () => {
    expect(canVote(voter, election, finance, now)).toMatchObject({ code: 'phase_not_open' })
    expect(canVote(voter, election, president, thursday)).toMatchObject({ code: 'phase_closed' })
    expect(canVote(voter, election, finance, monday)).toMatchObject({ code: 'phase_closed' })
    expect(canVote(voter, election, { ...president, status: 'withdrawn' }, now)).toMatchObject({
      code: 'candidate_withdrawn',
    })
    expect(canVote({ xCreatedAt: new Date('2025-10-01T00:00:00Z') }, election, president, now)).toMatchObject({
      code: 'voting_not_eligible',
    })
    expect(canVote(voter, { ...election, stage: 'planned' }, president, now)).toMatchObject({
      code: 'election_not_open',
    })
  })
})

describe('What has been closed', () => {
  const justBefore = (instant: Date) => new Date(instant.getTime() - 1)

  it('stays closed for a machine whose clock is behind', () => {
    const closed = { ...election, stage: 'phase_two' as const }
    expect(canVote(voter, closed, president, justBefore(thursday))).toMatchObject({ code: 'phase_closed' })
    expect(canStand(able, closed, 'president', initialLimits, justBefore(thursday))).toMatchObject({
      code: 'candidacies_closed',
    })
    for (const stage of ['counted', 'seated', 'completed'] as const) {
      const over = { ...election, stage }
      expect(canVote(voter, over, finance, justBefore(monday))).toMatchObject({ code: 'phase_closed' })
      expect(canStand(able, over, 'minister_finance', initialLimits, justBefore(monday))).toMatchObject({
        code: 'candidacies_closed',
      })
      const owner = { isOwner: true, isAdministrator: false, isRival: false }
      expect(canWithdraw(owner, finance, over, justBefore(monday))).toMatchObject({ code: 'candidate_archived' })
    }
  })
})

describe('An election that was planned', () => {
  const planned = { ...election, stage: 'planned' as const }
  const lastMoment = new Date(election.startsAt.getTime() - 1)

  it('can be cancelled until it opens, by the clock or by the rollover, and once', () => {
    expect(canCancel(planned, lastMoment)).toEqual({ allowed: true })
    expect(canCancel(planned, election.startsAt)).toMatchObject({ code: 'election_opened' })
    expect(canCancel(election, lastMoment)).toMatchObject({ code: 'election_opened' })
    expect(canCancel({ ...planned, stage: 'cancelled' }, lastMoment)).toMatchObject({ code: 'election_cancelled' })
  })

  it('takes no vote and no candidate once it is cancelled', () => {
    const cancelled = { ...planned, stage: 'cancelled' as const }
    expect(canVote(voter, cancelled, president, now)).toMatchObject({ code: 'election_cancelled' })
    expect(canStand(able, cancelled, 'president', initialLimits, lastMoment)).toMatchObject({
      code: 'election_cancelled',
    })
    expect(canStand(able, planned, 'president', initialLimits, lastMoment)).toEqual({ allowed: true })
    expect(canEdit({ isOwner: true }, president, cancelled, lastMoment)).toMatchObject({ code: 'candidate_archived' })
  })
})

describe('A citizen may stand', () => {
  it('with 100 followers and 50,000 $ON in a linked wallet, until the phase closes', () => {
    expect(canStand(able, election, 'president', initialLimits, now)).toEqual({ allowed: true })
    expect(canStand(able, election, 'president', initialLimits, thursday)).toMatchObject({ code: 'candidacies_closed' })
    expect(canStand(able, election, 'minister_finance', initialLimits, thursday)).toEqual({ allowed: true })
  })

  it.each([
    ['one follower short', { followers: 99 }],
    ['one base unit short', { tokenBalance: 49_999_999_999_999n }],
    ['without a wallet', { walletAddress: null }],
  ])('not when %s', (_, change) => {
    expect(canStand({ ...able, ...change }, election, 'president', initialLimits, now)).toMatchObject({
      code: 'candidacy_not_eligible',
    })
  })

  it('with as many followers and as much $ON as the nation asks for now', () => {
    const needs = { minFollowers: 101, candidacyTokens: 50_001 }
    const standing = (change: object) => canStand({ ...able, ...change }, election, 'president', needs, now)
    expect(standing({})).toMatchObject({
      code: 'candidacy_not_eligible',
      facts: { reasons: expect.stringMatching(/at least 101 followers.*50,001 \$ON/) as string },
    })
    expect(standing({ followers: 101, tokenBalance: 50_001n * 1_000_000_000n })).toEqual({ allowed: true })
    const none = { minFollowers: 0, candidacyTokens: 0 }
    expect(canStand({ ...able, followers: 0, tokenBalance: 0n }, election, 'president', none, now).allowed).toBe(true)
  })

  it('not twice at once', () => {
    expect(canStand({ ...able, hasActiveCandidacy: true }, election, 'president', initialLimits, now)).toMatchObject({
      code: 'candidate_exists',
    })
  })
})

describe('A candidacy', () => {
  const owner = { isOwner: true, isAdministrator: false, isRival: false }

  it('is withdrawn by its owner or an administrator, until the election ends', () => {
    expect(canWithdraw(owner, president, election, thursday)).toEqual({ allowed: true })
    const admin = { isOwner: false, isAdministrator: true, isRival: false }
    expect(canWithdraw(admin, president, election, now)).toEqual({ allowed: true })
    expect(canWithdraw({ ...admin, isRival: true }, president, election, now)).toMatchObject({
      code: 'candidate_rival',
    })
    expect(canWithdraw({ ...owner, isRival: true }, president, election, now)).toEqual({ allowed: true })
    expect(canWithdraw({ ...admin, isAdministrator: false }, president, election, now)).toMatchObject({
      code: 'admin_only',
    })
    expect(canWithdraw(owner, president, election, monday)).toMatchObject({ code: 'candidate_archived' })
    expect(canWithdraw(owner, { ...president, status: 'withdrawn' }, election, now)).toMatchObject({
      code: 'candidate_withdrawn',
    })
  })

  it('is edited by its owner only', () => {
    expect(canEdit({ isOwner: true }, president, election, now)).toEqual({ allowed: true })
    const lastMoment = new Date(thursday.getTime() - 1)
    expect(canEdit({ isOwner: true }, president, election, lastMoment)).toEqual({ allowed: true })
    expect(canEdit({ isOwner: true }, president, election, thursday)).toMatchObject({ code: 'programme_closed' })
    expect(canEdit({ isOwner: true }, finance, election, thursday)).toEqual({ allowed: true })
    expect(canEdit({ isOwner: true }, finance, election, monday)).toMatchObject({ code: 'candidate_archived' })
    expect(canEdit({ isOwner: false }, president, election, now)).toMatchObject({ code: 'candidate_not_yours' })
  })

  it('moves to another position before its first vote, while candidacies for that one are taken', () => {
    const fresh = { ...finance, everVotedFor: false }
    expect(canChangePosition(fresh, 'president', election, now)).toEqual({ allowed: true })
    expect(canChangePosition(fresh, 'president', election, thursday)).toMatchObject({ code: 'candidacies_closed' })
    const leader = { ...president, everVotedFor: false }
    expect(canChangePosition(leader, 'minister_finance', election, now)).toEqual({ allowed: true })
    expect(canChangePosition(leader, 'minister_finance', election, thursday)).toMatchObject({
      code: 'candidacies_closed',
    })
    expect(canChangePosition({ ...finance, everVotedFor: true }, 'president', election, now)).toMatchObject({
      code: 'position_locked',
    })
    expect(canChangePosition({ ...finance, everVotedFor: true }, 'minister_finance', election, now)).toEqual({
      allowed: true,
    })
  })
})

describe('An open office', () => {
  it('takes votes as soon as somebody stands for it, and not before', () => {
    const empty = { id: 'president', candidateCount: 0 }
    const contested = { id: 'secretary', candidateCount: 2 }
    expect(takingVotes([empty, contested])).toEqual([contested])
    expect(takingVotes([{ ...empty, candidateCount: 1 }, contested])).toHaveLength(2)
  })
})
