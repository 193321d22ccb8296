import { eligibleToVote, type VotingFacts } from '../elections'
import { isAdministrator, isOfficial, type Roles } from '../permissions'
import { allowed, refused, type Verdict } from '../errors'
import { looksOf } from '../text'

/** Lengths in characters, how many options, how far away a closing date may be, and the lists (requirements 1.9). */
export const pollLimits = {
  question: 300,
  option: 200,
  fewestOptions: 2,
  mostOptions: 10,
  longestMs: 366 * 86_400_000,
  page: 20,
  largestPage: 100,
  topActive: 5,
  recent: 10,
} as const

/** `open` until it is closed or its date has passed; `deleted` stays on record, and is no longer shown. */
export type PollStatus = 'open' | 'closed' | 'deleted'

/** A poll as the rules see it. */
export interface PollState {
  readonly status: PollStatus
  /** When it closes by itself; null when only a person closes it. */
  readonly closesAt: Date | null
}

/** Whether votes are taken: it was not closed, and its closing date is not reached. What was closed stays closed. */
export const isPollOpen = (poll: PollState, now: Date): boolean =>
  poll.status === 'open' && (poll.closesAt === null || now < poll.closesAt)

/** When a poll closed: as it was closed, or as its date says, whether or not that was written down already. */
export function pollClosedAt(poll: PollState & { readonly closedAt: Date | null }, now: Date): Date | null {
  if (poll.closedAt !== null) return poll.closedAt
  return isPollOpen(poll, now) ? null : poll.closesAt
}

/** Who made a poll, as the poll says for ever (requirements 1.3: 'Admin', 'government' or other). */
export type PollMakerRole = 'Admin' | 'government' | 'citizen'

/** The author's role when they create a poll. */
export function pollMakerRole(who: Roles): PollMakerRole {
  if (isAdministrator(who)) return 'Admin'
  return isOfficial(who) ? 'government' : 'citizen'
}

/**
 * Whether a citizen may vote on a poll now. Votes are final and one for each citizen (ruling: votes final?). Asked after the
 * poll was locked, with the time read after that.
 * @param option whether the option that they chose is one of the poll's; undefined when they chose none
 */
export function canVoteOnPoll(
  voter: VotingFacts & { readonly hasVoted: boolean },
  poll: PollState,
  option: 'known' | 'unknown' | undefined,
  now: Date,
): Verdict {
  if (!isPollOpen(poll, now)) return refused('poll_closed')
  if (voter.hasVoted) return refused('poll_already_voted')
  const { eligible, reasons } = eligibleToVote(voter, now)
  if (!eligible) return refused('voting_not_eligible', { eligibleFrom: reasons[0]?.until ?? 0 })
  if (option === undefined) return refused('poll_option_missing')
  return option === 'known' ? allowed : refused('poll_option_changed')
}

/**
 * Whether an option that is named by its place alone is the one that the voter saw there: always while the poll's texts are
 * those that it was made with; once they were changed, only for a voter who names the state that they read.
 * @param textsChangedAt when question or options last changed; null when they never did
 * @param readUpdatedAt the poll's `updatedAt` as the voter read it; null when they do not say
 */
export const isPlaceCertain = (textsChangedAt: Date | null, readUpdatedAt: Date | null): boolean =>
  textsChangedAt === null || (readUpdatedAt !== null && readUpdatedAt >= textsChangedAt)

/** Why a vote is not possible, as screens say it (requirements 1.5). */
export const pollVoteReasons = {
  signed_out: 'Please connect your Twitter account to vote',
  poll_closed: 'Poll is closed',
  poll_already_voted: 'You have already voted',
  voting_not_eligible: 'Not eligible to vote',
  no_data: 'No data',
} as const

export type PollVoteReason = keyof typeof pollVoteReasons

/** Why this visitor or citizen cannot vote on this poll now; null when they can. Without a poll there is no data. */
export function whyNoPollVote(
  voter: { readonly hasVoted: boolean; readonly eligible: boolean } | null,
  poll: { readonly isActive: boolean } | null,
): PollVoteReason | null {
  if (poll === null) return 'no_data'
  if (!poll.isActive) return 'poll_closed'
  if (voter === null) return 'signed_out'
  if (voter.hasVoted) return 'poll_already_voted'
  return voter.eligible ? null : 'voting_not_eligible'
}

/** A poll's texts as the author writes them, without invisible characters. */
export interface PollTexts {
  readonly question: string
  readonly options: readonly string[]
}

/** Whether these texts make a poll: nothing blank, and no two options that read alike. */
export function pollTextsComplete({ question, options }: PollTexts): Verdict {
  if (options.length < pollLimits.fewestOptions || [question, ...options].includes('')) {
    return refused('poll_fields_missing')
  }
  const alike = new Set(options.map(looksOf)).size < options.length
  return alike ? refused('poll_options_alike') : allowed
}

/** Whether a poll may close by itself at this instant: later than now, and within a year. */
export function closingDatePossible(closesAt: Date | null, now: Date): Verdict {
  if (closesAt === null) return allowed
  const away = closesAt.getTime() - now.getTime()
  return away > 0 && away <= pollLimits.longestMs ? allowed : refused('poll_closing_date_invalid')
}

/**
 * Whether an open poll may change: its texts until the first vote, so that no vote gets another question; its closing
 * date as long as it is open.
 */
export function canChangePoll(
  poll: PollState & { readonly totalVotes: number },
  change: { readonly texts: boolean; readonly closesAt: Date | null | undefined },
  now: Date,
): Verdict {
  if (!isPollOpen(poll, now)) return refused('poll_closed')
  if (change.texts && poll.totalVotes > 0) return refused('poll_locked')
  return change.closesAt === undefined ? allowed : closingDatePossible(change.closesAt, now)
}

/** Whether a poll can be closed: it is open still. */
export const canClosePoll = (poll: PollState, now: Date): Verdict =>
  isPollOpen(poll, now) ? allowed : refused('poll_closed')
