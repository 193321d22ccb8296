import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountAgeMonths, addMonths, eligibleForCandidacy, eligibleToVote, mayVoteFrom } from './eligibility'
import { initialLimits } from '../system'

const instant = fc.date({ min: new Date('2010-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })

describe('Voting', () => {
  it('is open from six calendar months on, to the millisecond', () => {
    const citizen = { xCreatedAt: new Date('2025-07-06T12:00:00.000Z') }
    expect(eligibleToVote(citizen, new Date('2026-01-06T12:00:00.000Z')).eligible).toBe(true)
    const early = eligibleToVote(citizen, new Date('2026-01-06T11:59:59.999Z'))
    expect(early).toMatchObject({ eligible: false, reasons: [{ code: 'account_too_young' }] })
  })

  it.each([
    ['2025-08-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
    ['2023-08-31T10:00:00.000Z', '2024-02-29T10:00:00.000Z'],
    ['2025-10-31T10:00:00.000Z', '2026-04-30T10:00:00.000Z'],
    ['2025-06-30T00:00:00.000Z', '2025-12-30T00:00:00.000Z'],
  ])('for an account of %s begins at %s', (made, from) => {
    expect(mayVoteFrom(new Date(made)).toISOString()).toBe(from)
  })

  it('once open stays open', () => {
    fc.assert(
      fc.property(instant, instant, fc.integer({ min: 0, max: 10 ** 11 }), (xCreatedAt, now, later) => {
        if (!eligibleToVote({ xCreatedAt }, now).eligible) return
        expect(eligibleToVote({ xCreatedAt }, new Date(now.getTime() + later)).eligible).toBe(true)
      }),
    )
  })

  it('agrees with the age in months that a profile shows', () => {
    fc.assert(
      fc.property(instant, instant, (xCreatedAt, now) => {
        expect(eligibleToVote({ xCreatedAt }, now).eligible).toBe(accountAgeMonths(xCreatedAt, now) >= 6)
        const age = accountAgeMonths(xCreatedAt, now)
        if (xCreatedAt <= now) expect(addMonths(xCreatedAt, age) <= now).toBe(true)
        expect(addMonths(xCreatedAt, age + 1) > now).toBe(true)
      }),
    )
  })
})

describe('Candidacy', () => {
  it('lists every reason why not', () => {
    const { eligible, reasons } = eligibleForCandidacy(
      { followers: 3, walletAddress: null, tokenBalance: 0n, balanceKnown: true },
      initialLimits,
    )
    expect(eligible).toBe(false)
    expect(reasons.map((reason) => reason.code)).toEqual(['too_few_followers', 'no_wallet'])
  })

  it.each([
    [true, 'balance_too_low'],
    [false, 'balance_unknown'],
  ])('with a wallet whose balance is known (%s) says %s', (balanceKnown, code) => {
    const { reasons } = eligibleForCandidacy(
      { followers: 1_000, walletAddress: 'wallet', tokenBalance: 0n, balanceKnown },
      initialLimits,
    )
    expect(reasons.map((reason) => reason.code)).toEqual([code])
  })
})
