import { inFull } from '../formats'
import { baseUnitsPerToken, electionSettings } from './constants'

/** One reason why a citizen may not do something yet, as a code and as a sentence for them. */
export interface IneligibilityReason {
  readonly code:
    | 'account_too_young'
    | 'voted_before'
    | 'too_few_followers'
    | 'no_wallet'
    | 'balance_unknown'
    | 'balance_too_low'
  readonly message: string
  /** What to do about it. */
  readonly todo: string
  /** When time alone will remove this reason: the instant, in epoch milliseconds. */
  readonly until?: number
}

/** Whether a citizen may, and if not, every reason why not. */
export interface Eligibility {
  readonly eligible: boolean
  readonly reasons: readonly IneligibilityReason[]
}

/** What candidacy depends on. `tokenBalance` is in base units; without `balanceKnown` the chain has not told of the wallet yet. */
export interface CandidacyFacts {
  readonly followers: number
  readonly walletAddress: string | null
  readonly tokenBalance: bigint
  readonly balanceKnown: boolean
}

/** What a candidacy needs: followers on X, and whole $ON in the linked wallet. Operators may change both (decision 99). */
export interface CandidacyNeeds {
  readonly minFollowers: number
  readonly candidacyTokens: number
}

/**
 * The same day and time a number of calendar months later, in UTC. A day that the month lacks becomes its last day:
 * 31 August and six months is 28 (or 29) February.
 */
export function addMonths(instant: Date, months: number): Date {
  const first = new Date(instant)
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(instant.getUTCDate(), lastDay))
  return first
}

/** The instant from which an X account may vote: six calendar months after it was made (ruling: voting needs). */
export const mayVoteFrom = (xCreatedAt: Date): Date => addMonths(xCreatedAt, electionSettings.votingAccountMonths)

/** Whole calendar months that an account has existed, by the same clamping. */
export function accountAgeMonths(xCreatedAt: Date, now: Date): number {
  const apart = (now.getUTCFullYear() - xCreatedAt.getUTCFullYear()) * 12 + now.getUTCMonth() - xCreatedAt.getUTCMonth()
  return Math.max(0, addMonths(xCreatedAt, apart).getTime() <= now.getTime() ? apart : apart - 1)
}

/** What voting depends on. */
export interface VotingFacts {
  readonly xCreatedAt: Date
  /** Not before this instant, when the same person has voted under an earlier account. */
  readonly votesFrom?: Date | null
}

/**
 * eligibleToVote: an X account that is at least six calendar months old (UTC), whose earlier citizen, if there was one, has
 * not voted in an election that is still running.
 */
export function eligibleToVote(citizen: VotingFacts, now: Date): Eligibility {
  const again = citizen.votesFrom
  if (again && now.getTime() < again.getTime()) {
    const message = 'You have voted in the running election before you deleted your earlier account.'
    const todo = 'Wait: your vote opens again with the next election.'
    return { eligible: false, reasons: [{ code: 'voted_before', message, todo, until: again.getTime() }] }
  }
  const from = mayVoteFrom(citizen.xCreatedAt)
  if (now.getTime() >= from.getTime()) return { eligible: true, reasons: [] }
  const message = `Your X account must be at least ${electionSettings.votingAccountMonths} months old to vote.`
  const todo = 'Wait: your vote opens automatically. Until then you may read everything and stand for office.'
  return { eligible: false, reasons: [{ code: 'account_too_young', message, todo, until: from.getTime() }] }
}

/** The balance that a candidacy needs, in base units, of what the nation asks for now. */
export const candidacyBalance = ({ candidacyTokens }: Pick<CandidacyNeeds, 'candidacyTokens'>): bigint =>
  BigInt(candidacyTokens) * baseUnitsPerToken

/**
 * eligibleForCandidacy: enough followers on X and enough $ON in the linked wallet, as the nation asks for them now. Asked when
 * standing, not again at the close (ruling: candidacy needs).
 */
export function eligibleForCandidacy(citizen: CandidacyFacts, needs: CandidacyNeeds): Eligibility {
  const { minFollowers, candidacyTokens } = needs
  const reasons: IneligibilityReason[] = []
  if (citizen.followers < minFollowers) {
    reasons.push({
      code: 'too_few_followers',
      message: `Running for office needs at least ${inFull(minFollowers)} followers on X; you have ${inFull(citizen.followers)}.`,
      todo: 'Gain followers on X, then refresh your X data on your ID card.',
    })
  }
  const tokens = inFull(candidacyTokens)
  if (citizen.walletAddress === null) {
    const message = `Running for office needs a linked wallet that holds ${tokens} $ON.`
    reasons.push({ code: 'no_wallet', message, todo: 'Link your wallet on your ID card.' })
  } else if (citizen.tokenBalance < candidacyBalance(needs) && !citizen.balanceKnown) {
    const message = 'The chain has not told of your wallet yet.'
    reasons.push({ code: 'balance_unknown', message, todo: 'Refresh your balance.' })
  } else if (citizen.tokenBalance < candidacyBalance(needs)) {
    const message = `Running for office needs ${tokens} $ON in your linked wallet.`
    reasons.push({ code: 'balance_too_low', message, todo: 'Add $ON to your wallet, then refresh your balance.' })
  }
  return { eligible: reasons.length === 0, reasons }
}
