import { allowed, refused, type Verdict } from '../errors'
import { electionLimits } from './constants'
import type { PositionId, VotingPhase } from './positions'
import { positionOf } from './positions'
import { rollWindowMs } from './roll'

/**
 * When an election happens. Intervals are half-open: phase one is [startsAt, phaseTwoAt), phase two is
 * [phaseTwoAt, endsAt). Instants are stored with each election, so that a change of these rules never moves a vote.
 */
export interface ElectionDates {
  readonly startsAt: Date
  readonly phaseTwoAt: Date
  readonly endsAt: Date
}

export type ElectionPhase = VotingPhase | 'completed'
/** `cancelled`: taken out of the calendar before it opened, so that it never was any of the others. */
export type ElectionStatus = 'upcoming' | 'active' | 'past' | 'cancelled'

/** A half-open span of time. */
export interface Span {
  readonly from: Date
  readonly to: Date
}

const week = 7 * 86_400_000
/** The epoch was a Thursday: the first Monday is four days later. */
const firstMonday = 4 * 86_400_000

/** The regular week that an instant lies in: Monday 00:00 UTC to the next, phase two from Thursday 12:00. */
export function weekOf(now: Date): ElectionDates {
  const start = Math.floor((now.getTime() - firstMonday) / week) * week + firstMonday
  return datesOf(new Date(start), new Date(start + week))
}

/** An election between two instants; phase two begins in the middle, which for the regular week is Thursday noon. */
export function datesOf(startsAt: Date, endsAt: Date, phaseTwoAt?: Date): ElectionDates {
  const middle = Math.floor((startsAt.getTime() + endsAt.getTime()) / 2)
  return { startsAt, phaseTwoAt: phaseTwoAt ?? new Date(middle), endsAt }
}

/** The phase at an instant. Before the opening it is the phase that comes first. */
export function phaseAt(dates: ElectionDates, now: Date): ElectionPhase {
  if (now >= dates.endsAt) return 'completed'
  return now >= dates.phaseTwoAt ? 'phase_two' : 'phase_one'
}

/** Upcoming, active or past, by the dates alone (requirements 1.4). */
export function statusAt(dates: ElectionDates, now: Date): Exclude<ElectionStatus, 'cancelled'> {
  if (now < dates.startsAt) return 'upcoming'
  return now < dates.endsAt ? 'active' : 'past'
}

/** When votes for a position are taken: a half-open span. */
export function votingSpan(dates: ElectionDates, position: PositionId): Span {
  return positionOf(position).phase === 'phase_one'
    ? { from: dates.startsAt, to: dates.phaseTwoAt }
    : { from: dates.phaseTwoAt, to: dates.endsAt }
}

/** The next instant at which something opens or closes; null when all is over. */
export function nextInstant(dates: ElectionDates, now: Date): Date | null {
  return [dates.startsAt, dates.phaseTwoAt, dates.endsAt].find((instant) => instant > now) ?? null
}

type Taken = Pick<ElectionDates, 'startsAt' | 'endsAt'>

/** An election that was cancelled before it opened. */
export interface CancelledDates extends Taken {
  readonly cancelledAt: Date
}

/**
 * The election that the nation opens automatically at an instant: the regular week, or what planned and past elections
 * leave of it around that instant. Null when one covers the instant already, or when the gap is too short.
 *
 * It begins at the earliest an hour after the cancellation that makes it begin where it does, so that the roll can be read: otherwise
 * who cancels would choose an opening at which balances are the last known ones.
 *
 * Where officials are in office and the gap is found later than that, it begins an hour after the instant (decision 152). All seats
 * change at its end: so much of it is left that every office can be stood for and voted on, or there is none.
 *
 * @param governed whether officials are in office
 */
export function gapAt(
  now: Date,
  taken: readonly Taken[],
  cancelled: readonly CancelledDates[] = [],
  governed = false,
): ElectionDates | null {
  if (taken.some((one) => covers(one, now))) return null
  const gap = freeAround(now, taken)
  const rolls = cancelled
    .filter((one) => one.cancelledAt <= now && makesBegin(one, gap, taken))
    .map(({ cancelledAt }) => hourAfter(cancelledAt))
  const due = latest([gap.from, ...rolls])
  if (now < due) return null
  const startsAt = governed && now > hourAfter(due) ? hourAfter(now) : due
  return isTooShort({ from: startsAt, to: gap.to }) ? null : datesOf(startsAt, gap.to)
}

/** When the roll has been read for an opening of which the nation learns at an instant. */
const hourAfter = (instant: Date) => new Date(instant.getTime() + rollWindowMs)

/**
 * When the next election opens, as the calendar stands now: the planned one that comes first, or the one that the nation opens
 * automatically before it. In the past where that one is due and nobody opened it yet.
 */
export function nextOpening(
  now: Date,
  taken: readonly Taken[],
  cancelled: readonly CancelledDates[] = [],
  governed = false,
): Date {
  const ahead = (instants: readonly Date[]) => instants.filter((instant) => instant > now)
  const freed = cancelled.map(({ cancelledAt }) => hourAfter(cancelledAt))
  const ends = ahead([...taken.map(({ endsAt }) => endsAt), ...freed])
  // A gap begins where an election or a week ends, or an hour after a cancellation.
  const instants = [now, ...ends, ...[now, ...ends].map((instant) => weekOf(instant).endsAt)]
  const gaps = instants.flatMap((instant) => gapAt(instant, taken, cancelled, governed)?.startsAt ?? [])
  return earliest([...ahead(taken.map(({ startsAt }) => startsAt)), ...gaps])
}

const covers = ({ startsAt, endsAt }: Taken, now: Date) => startsAt <= now && now < endsAt

/** What elections leave free of the regular week around an instant that none of them covers. */
function freeAround(now: Date, taken: readonly Taken[]): Span {
  const regular = weekOf(now)
  return {
    from: latest([regular.startsAt, ...taken.map((one) => one.endsAt).filter((end) => end <= now)]),
    to: earliest([regular.endsAt, ...taken.map((one) => one.startsAt).filter((start) => start > now)]),
  }
}

const isTooShort = ({ from, to }: Span) => to.getTime() - from.getTime() < electionLimits.shortestGap

/** Whether, an hour before a gap begins, it was not to be known that it would begin there: until then this election stood in its way. */
function makesBegin(one: CancelledDates, { from }: Span, taken: readonly Taken[]): boolean {
  if (hourAfter(one.cancelledAt) <= from) return false
  return covers(one, from) || isTooShort(freeAround(from, [...taken, one]))
}

const latest = (instants: readonly Date[]) => new Date(Math.max(...instants.map(Number)))
const earliest = (instants: readonly Date[]) => new Date(Math.min(...instants.map(Number)))

/** Whether two elections would share an instant. */
export function overlap(
  a: Pick<ElectionDates, 'startsAt' | 'endsAt'>,
  b: Pick<ElectionDates, 'startsAt' | 'endsAt'>,
): boolean {
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt
}

/**
 * Whether an election may be planned on these dates (ruling: election week: at most 14 days long, starting within 28 days; and with notice,
 * and phases in which citizens can vote, so that a plan cannot keep them from voting).
 */
export function canPlan(
  dates: ElectionDates,
  now: Date,
  planned: readonly Pick<ElectionDates, 'startsAt' | 'endsAt'>[],
): Verdict {
  const length = dates.endsAt.getTime() - dates.startsAt.getTime()
  const ahead = dates.startsAt.getTime() - now.getTime()
  const sane =
    length <= electionLimits.longest &&
    ahead >= electionLimits.notice &&
    ahead <= electionLimits.startsWithin &&
    dates.phaseTwoAt.getTime() - dates.startsAt.getTime() >= electionLimits.shortestPhase &&
    dates.endsAt.getTime() - dates.phaseTwoAt.getTime() >= electionLimits.shortestPhase
  if (!sane) return refused('election_dates_invalid')
  const other = planned.find((one) => overlap(one, dates))
  if (!other) return allowed
  return refused('election_overlaps', { startsAt: other.startsAt.getTime(), endsAt: other.endsAt.getTime() })
}
