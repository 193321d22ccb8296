import { inFull } from '@nation/domain/formats'
import type { Poll, PollLog } from './types'

/** What a poll's maker was, as people say it. */
export const makerWords: Record<Poll['createdByRole'], string> = {
  Admin: 'Administration',
  government: 'Government',
  citizen: 'Citizen',
}

/** Of two readings of a poll the later: a poll that is closed or has more votes was read later. */
export function newerOf(listed: Poll, fresh: Poll | undefined): Poll {
  if (!fresh) return listed
  const age = (poll: Poll) => [Number(poll.hasVoted), poll.updatedAt, poll.totalVotes] as const
  const [a, b] = [age(listed), age(fresh)]
  const place = a.findIndex((value, index) => value !== b[index])
  return place >= 0 && (a[place] ?? 0) > (b[place] ?? 0) ? listed : fresh
}

/** '1 vote', '1,204 votes'. */
export const votesInWords = (votes: number): string => `${inFull(votes)} ${votes === 1 ? 'vote' : 'votes'}`

/** The options with the most votes; none without votes. */
export function leadersOf(poll: Pick<Poll, 'options'>): ReadonlySet<string> {
  const most = Math.max(...poll.options.map(({ votes }) => votes))
  return new Set(most === 0 ? [] : poll.options.filter(({ votes }) => votes === most).map(({ id }) => id))
}

/** What a closed poll decided: 'White, 44%'. */
export function decidedInWords(poll: Pick<Poll, 'options'>): string {
  const leaders = leadersOf(poll)
  const [first, second] = poll.options.filter(({ id }) => leaders.has(id))
  if (!first) return 'No votes'
  return second ? 'A tie' : `${first.text}, ${first.shownPercentage}%`
}

/** A short number of a poll, as a ballot bears one. */
export const numberOf = (pollId: string): string => `${pollId.slice(9, 13)}${pollId.slice(-4)}`.toUpperCase()

const changeWords: Record<PollLog[number]['changes'][number], string> = {
  question: 'the question',
  options: 'the options',
  closesAt: 'the closing date',
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** One entry of a poll's log, without the time. */
export function logInWords(entry: PollLog[number]): string {
  if (entry.what === 'created') return `Asked by ${entry.by ?? 'the nation'}`
  if (entry.what === 'closed') return entry.by === null ? 'Closed by its date' : `Closed by ${entry.by}`
  return `${entry.by ?? 'The nation'} changed ${list.format(entry.changes.map((change) => changeWords[change]))}`
}
