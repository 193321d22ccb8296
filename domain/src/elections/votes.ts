import {
  eligibleForCandidacy,
  eligibleToVote,
  type CandidacyFacts,
  type CandidacyNeeds,
  type VotingFacts,
} from './eligibility'
import { allowed, refused, type Verdict } from '../errors'
import { positionOf, type PositionId } from './positions'
import { votingSpan, type ElectionDates } from './schedule'

export type CandidacyStatus = 'active' | 'withdrawn' | 'archived'

/**
 * How far the nation has come with an election; each step to the next is one transaction. `planned`: not opened yet;
 * `phase_one`, `phase_two`: open; `counted`: results stand; `seated`: the government holds office; `completed`: archived.
 * `cancelled`: taken out of the calendar before it opened.
 */
export type ElectionStage = 'planned' | 'phase_one' | 'phase_two' | 'counted' | 'seated' | 'completed' | 'cancelled'

/** An election as the rules see it: its dates, and how far the nation has come with it. */
export interface ElectionState extends ElectionDates {
  readonly stage: ElectionStage
}

const stillOpen: Record<'phase_one' | 'phase_two', readonly ElectionStage[]> = {
  phase_one: ['planned', 'phase_one'],
  phase_two: ['planned', 'phase_one', 'phase_two'],
}

/**
 * Whether a position's phase has closed: its time is over, or it has been closed already. Clocks of two machines differ;
 * what one of them has closed stays closed for the other.
 */
function hasClosed(election: ElectionState, position: PositionId, now: Date): boolean {
  const { phase } = positionOf(position)
  return now >= votingSpan(election, position).to || !stillOpen[phase].includes(election.stage)
}

const hasEnded = (election: ElectionState, now: Date): boolean =>
  now >= election.endsAt || !stillOpen.phase_two.includes(election.stage)

/**
 * Whether an election may still be taken out of the calendar: until the instant at which it opens. Asked after the election
 * was locked, with the time read after that.
 */
export function canCancel(election: ElectionState, now: Date): Verdict {
  if (election.stage === 'cancelled') return refused('election_cancelled')
  if (election.stage === 'planned' && now < election.startsAt) return allowed
  return refused('election_opened', { openedAt: election.startsAt.getTime() })
}

/** A candidacy as the rules see it. */
export interface CandidacyState {
  readonly position: PositionId
  readonly status: CandidacyStatus
}

/**
 * Whether a citizen may vote for a candidate now. Voting for oneself is allowed. Asked after the election was locked,
 * with the time read after that.
 */
export function canVote(voter: VotingFacts, election: ElectionState, candidacy: CandidacyState, now: Date): Verdict {
  const open = votingOpen(election, candidacy.position, now)
  if (!open.allowed) return open
  if (candidacy.status !== 'active') return refused('candidate_withdrawn')
  const { eligible, reasons } = eligibleToVote(voter, now)
  if (eligible) return allowed
  return refused('voting_not_eligible', { eligibleFrom: reasons[0]?.until ?? 0 })
}

/** Whether votes for a position are taken now; the refusal names the instant. */
export function votingOpen(election: ElectionState, position: PositionId, now: Date): Verdict {
  if (election.stage === 'cancelled') return refused('election_cancelled')
  const { from, to } = votingSpan(election, position)
  if (hasClosed(election, position, now)) return refused('phase_closed', { closedAt: to.getTime() })
  if (now < election.startsAt || election.stage === 'planned') {
    return refused('election_not_open', { opensAt: election.startsAt.getTime() })
  }
  return now < from ? refused('phase_not_open', { opensAt: from.getTime() }) : allowed
}

/**
 * Of the offices whose voting is open, those that take votes: an office for which no candidate stands has nobody to vote for. It
 * counts as soon as somebody stands for it.
 */
export const takingVotes = <Office extends { readonly candidateCount: number }>(open: readonly Office[]): Office[] =>
  open.filter(({ candidateCount }) => candidateCount > 0)

/** Whether candidacies for a position are taken: until its phase closes. */
export function candidaciesOpen(election: ElectionState, position: PositionId, now: Date): Verdict {
  if (election.stage === 'cancelled') return refused('election_cancelled')
  const { to } = votingSpan(election, position)
  return hasClosed(election, position, now) ? refused('candidacies_closed', { closedAt: to.getTime() }) : allowed
}

/** Whether a citizen may stand for a position now (one active candidacy each). */
export function canStand(
  citizen: CandidacyFacts & { readonly hasActiveCandidacy: boolean },
  election: ElectionState,
  position: PositionId,
  needs: CandidacyNeeds,
  now: Date,
): Verdict {
  if (citizen.hasActiveCandidacy) return refused('candidate_exists')
  const open = candidaciesOpen(election, position, now)
  if (!open.allowed) return open
  const { eligible, reasons } = eligibleForCandidacy(citizen, needs)
  return eligible
    ? allowed
    : refused('candidacy_not_eligible', { reasons: reasons.map((one) => one.message).join(' ') })
}

/** Whether a candidacy can still change at all: it is active, and its election is not over. */
export function candidacyOpen(candidacy: CandidacyState, election: ElectionState, now: Date): Verdict {
  if (candidacy.status === 'withdrawn') return refused('candidate_withdrawn')
  if (candidacy.status === 'archived' || hasEnded(election, now)) return refused('candidate_archived')
  return allowed
}

/** Who asks for the end of a candidacy. */
export interface Withdrawer {
  readonly isOwner: boolean
  readonly isAdministrator: boolean
  /** Whether they stand, or stood, for the same office in this election. */
  readonly isRival: boolean
}

/**
 * Whether a candidacy may be withdrawn: by its owner or an administrator, until the election ends. No candidate is forced
 * into an office; the votes become void, and their voters may vote again while the phase is open. No administrator decides on a
 * rival (ruling: code of conduct).
 */
export function canWithdraw(who: Withdrawer, candidacy: CandidacyState, election: ElectionState, now: Date): Verdict {
  if (!who.isOwner && !who.isAdministrator) return refused('admin_only')
  if (!who.isOwner && who.isRival) return refused('candidate_rival')
  return candidacyOpen(candidacy, election, now)
}

/** How many candidacies a citizen may begin in an hour. They stay: one who stands and withdraws in turn would fill the election with them. */
export const mostCandidaciesAnHour = 10

/** So many earlier versions of a programme are kept; after that it stays as it is. */
export const mostProgrammeEdits = 50

/**
 * Whether a candidacy may be edited: by its owner only, until voting for its position closes. From then on it is what citizens voted
 * on, and what an official is held to.
 */
export function canEdit(
  who: { readonly isOwner: boolean },
  candidacy: CandidacyState,
  election: ElectionState,
  now: Date,
): Verdict {
  if (!who.isOwner) return refused('candidate_not_yours')
  const open = candidacyOpen(candidacy, election, now)
  if (!open.allowed || !hasClosed(election, candidacy.position, now)) return open
  return refused('programme_closed', { closedAt: votingSpan(election, candidacy.position).to.getTime() })
}

/** Whether a candidacy may move to another position: before its first vote, while both phases take candidacies. */
export function canChangePosition(
  candidacy: CandidacyState & { readonly everVotedFor: boolean },
  to: PositionId,
  election: ElectionState,
  now: Date,
): Verdict {
  if (to === candidacy.position) return allowed
  if (candidacy.everVotedFor) return refused('position_locked')
  const leaving = candidaciesOpen(election, candidacy.position, now)
  return leaving.allowed ? candidaciesOpen(election, to, now) : leaving
}
