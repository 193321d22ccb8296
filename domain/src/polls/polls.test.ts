import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canChangePoll,
  canClosePoll,
  canVoteOnPoll,
  closingDatePossible,
  isPlaceCertain,
  isPollOpen,
  percentageOf,
  pollClosedAt,
  pollLimits,
  pollMakerRole,
  pollTextsComplete,
  shownPercentages,
  whyNoPollVote,
} from '.'

const now = new Date('2026-01-06T12:00:00.000Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const open = { status: 'open', closesAt: null } as const
const voter = { xCreatedAt: new Date('2020-01-01T00:00:00.000Z'), votesFrom: null, hasVoted: false }

describe('A poll', () => {
  it('takes votes until its closing date, and not at it', () => {
    const poll = { ...open, closesAt: now }
    expect(isPollOpen(poll, later(-1))).toBe(true)
    expect(isPollOpen(poll, now)).toBe(false)
    expect(pollClosedAt({ ...poll, closedAt: null }, later(-1))).toBeNull()
    expect(pollClosedAt({ ...poll, closedAt: null }, later(5))).toEqual(now)
  })

  it('that was closed by hand stays closed, also before its date', () => {
    const poll = { status: 'closed', closesAt: later(10), closedAt: later(-5) } as const
    expect(isPollOpen(poll, now)).toBe(false)
    expect(pollClosedAt(poll, now)).toEqual(later(-5))
    expect(canClosePoll(poll, now)).toMatchObject({ code: 'poll_closed' })
    expect(canClosePoll(open, now).allowed).toBe(true)
  })

  it('lets a place stand for an option while its texts are the first ones, or for who read the last ones', () => {
    expect(isPlaceCertain(null, null)).toBe(true)
    expect(isPlaceCertain(null, later(-9))).toBe(true)
    expect(isPlaceCertain(now, null)).toBe(false)
    expect(isPlaceCertain(now, later(-1))).toBe(false)
    expect(isPlaceCertain(now, now)).toBe(true)
  })

  it('says what its maker was', () => {
    const citizen = { role: 'citizen', governmentRole: null, isAdmin: false, isSuperAdmin: false } as const
    expect(pollMakerRole(citizen)).toBe('citizen')
    expect(pollMakerRole({ ...citizen, governmentRole: 'secretary' })).toBe('government')
    expect(pollMakerRole({ ...citizen, isAdmin: true })).toBe('Admin')
    expect(pollMakerRole({ ...citizen, isSuperAdmin: true })).toBe('Admin')
  })
})

describe('A vote on a poll', () => {
  it('is taken, and refused when one fact is another', () => {
    expect(canVoteOnPoll(voter, open, 'known', now).allowed).toBe(true)
    expect(canVoteOnPoll(voter, { ...open, status: 'closed' }, 'known', now)).toMatchObject({ code: 'poll_closed' })
    expect(canVoteOnPoll(voter, { ...open, closesAt: now }, 'known', now)).toMatchObject({ code: 'poll_closed' })
    expect(canVoteOnPoll({ ...voter, hasVoted: true }, open, 'known', now)).toMatchObject({
      code: 'poll_already_voted',
    })
    expect(canVoteOnPoll({ ...voter, xCreatedAt: now }, open, 'known', now)).toMatchObject({
      code: 'voting_not_eligible',
    })
    expect(canVoteOnPoll(voter, open, undefined, now)).toMatchObject({ code: 'poll_option_missing' })
    expect(canVoteOnPoll(voter, open, 'unknown', now)).toMatchObject({ code: 'poll_option_changed' })
  })

  it('needs an X account of six months, to the millisecond', () => {
    const young = { ...voter, xCreatedAt: new Date('2025-07-06T12:00:00.000Z') }
    expect(canVoteOnPoll(young, open, 'known', later(-1)).allowed).toBe(false)
    expect(canVoteOnPoll(young, open, 'known', now).allowed).toBe(true)
  })

  it('that is not possible has a reason', () => {
    const citizen = { hasVoted: false, eligible: true }
    expect(whyNoPollVote(citizen, { isActive: true })).toBeNull()
    expect(whyNoPollVote(citizen, null)).toBe('no_data')
    expect(whyNoPollVote(citizen, { isActive: false })).toBe('poll_closed')
    expect(whyNoPollVote(null, { isActive: true })).toBe('signed_out')
    expect(whyNoPollVote({ ...citizen, hasVoted: true }, { isActive: true })).toBe('poll_already_voted')
    expect(whyNoPollVote({ ...citizen, eligible: false }, { isActive: true })).toBe('voting_not_eligible')
  })
})

describe('The texts of a poll', () => {
  it('are complete when nothing is blank and no two options read alike', () => {
    const poll = { question: 'Which bridge?', options: ['North', 'South'] }
    expect(pollTextsComplete(poll).allowed).toBe(true)
    expect(pollTextsComplete({ ...poll, question: '' })).toMatchObject({ code: 'poll_fields_missing' })
    expect(pollTextsComplete({ ...poll, options: ['North', ''] })).toMatchObject({ code: 'poll_fields_missing' })
    expect(pollTextsComplete({ ...poll, options: ['North'] })).toMatchObject({ code: 'poll_fields_missing' })
    expect(pollTextsComplete({ ...poll, options: ['North', 'NORTH'] })).toMatchObject({ code: 'poll_options_alike' })
  })

  it('stay from the first vote on, and the closing date can change as long as the poll is open', () => {
    const poll = { ...open, totalVotes: 0 }
    expect(canChangePoll(poll, { texts: true, closesAt: undefined }, now).allowed).toBe(true)
    expect(canChangePoll({ ...poll, totalVotes: 1 }, { texts: true, closesAt: undefined }, now)).toMatchObject({
      code: 'poll_locked',
    })
    expect(canChangePoll({ ...poll, totalVotes: 1 }, { texts: false, closesAt: later(1) }, now).allowed).toBe(true)
    expect(canChangePoll({ ...poll, closesAt: now }, { texts: false, closesAt: later(1) }, now)).toMatchObject({
      code: 'poll_closed',
    })
  })

  it('have a closing date that is ahead, and at most a year', () => {
    expect(closingDatePossible(null, now).allowed).toBe(true)
    expect(closingDatePossible(later(1), now).allowed).toBe(true)
    expect(closingDatePossible(now, now)).toMatchObject({ code: 'poll_closing_date_invalid' })
    expect(closingDatePossible(later(pollLimits.longestMs), now).allowed).toBe(true)
    expect(closingDatePossible(later(pollLimits.longestMs + 1), now).allowed).toBe(false)
  })
})

describe('Percentages', () => {
  it('are votes of all votes, and 0 without votes', () => {
    expect(percentageOf(1, 4)).toBe(25)
    expect(percentageOf(0, 0)).toBe(0)
    expect(shownPercentages([0, 0, 0])).toEqual([0, 0, 0])
  })

  it('that are shown give what is left to the largest remainders, of equal ones to the earlier option', () => {
    expect(shownPercentages([1, 1, 1])).toEqual([34, 33, 33])
    expect(shownPercentages([2, 2, 2, 1])).toEqual([29, 29, 28, 14])
    expect(shownPercentages([1, 199])).toEqual([1, 99])
  })

  it('that are shown add up to 100, and are less than one away from the exact ones', () => {
    const votes = fc.array(fc.nat(5_000_000), { minLength: 2, maxLength: 10 })
    fc.assert(
      fc.property(votes, (counts) => {
        const total = counts.reduce((sum, count) => sum + count, 0)
        const shown = shownPercentages(counts)
        expect(shown.reduce((sum, percent) => sum + percent, 0)).toBe(total === 0 ? 0 : 100)
        shown.forEach((percent, place) =>
          expect(Math.abs(percent - percentageOf(counts[place] ?? 0, total))).toBeLessThan(1),
        )
      }),
    )
  })
})
