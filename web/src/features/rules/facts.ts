import { countInWords, inFull } from '@nation/domain/formats'
import { bankSettings, presidentialSeat, salaryPresets, totalPercent } from '@nation/domain/bank'
import {
  baseUnitsPerToken,
  electionLimits,
  electionSettings,
  officeTitle,
  positions,
  rollWindowMs,
  votesOf,
  weekOf,
  weightTiers,
  type VotingPhase,
} from '@nation/domain/elections'
import { safetyLimits } from '@nation/domain/messenger'
import { useLimits } from '../../lib/settings/limits'

/**
 * Every number and every instant that the constitution names, read from the rules by which the nation's servers decide.
 * The text below takes its numbers from here alone, so that it cannot say anything else than what is done.
 */

/** Small counts are written out, as laws write them. */
export const counted = countInWords

export const tokens = (amount: number | bigint): string => `${inFull(amount)} $ON`

/** A list as one says it: 'a, b and c'. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

// By hand: two formatters of `Intl` hold a phone up for a tenth of a second, and screens that are not open yet are loaded ahead.
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const weekday = (instant: Date): string => weekdays[instant.getUTCDay()] ?? ''

/** An instant of every week: 'Thursday, 12:00 UTC'. */
const everyWeek = (instant: Date): string => `${weekday(instant)}, ${instant.toISOString().slice(11, 16)} UTC`

const anyWeek = weekOf(new Date(0))
const hour = 3_600_000
const day = 24 * hour

/** The election week. */
export const week = {
  opens: everyWeek(anyWeek.startsAt),
  turns: everyWeek(anyWeek.phaseTwoAt),
  closes: everyWeek(anyWeek.endsAt),
  startsOn: weekday(anyWeek.startsAt),
  days: counted((anyWeek.endsAt.getTime() - anyWeek.startsAt.getTime()) / day),
}

/** 'one day', 'twelve hours': whole days, or else hours. */
function lasting(length: number): string {
  const [count, unit] = length % day === 0 ? [length / day, 'day'] : [length / hour, 'hour']
  return `${counted(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** Elections that are planned on dates of their own. */
export const plans = {
  longest: lasting(electionLimits.longest),
  notice: lasting(electionLimits.notice),
  startsWithin: lasting(electionLimits.startsWithin),
  shortestPhase: lasting(electionLimits.shortestPhase),
}

/** How long before an opening the roll is read, in minutes. */
export const rollMinutes = rollWindowMs / 60_000

const ofPhase = (phase: VotingPhase) => positions.filter((position) => position.phase === phase)

/** The offices, and when they are voted on. */
export const offices = {
  count: counted(positions.length),
  phaseOne: ofPhase('phase_one').map((position) => position.title),
  phaseTwo: ofPhase('phase_two').map((position) => position.title),
  /** Offices for which a candidate shows files. */
  withFiles: positions.flatMap((position) =>
    position.attachments.map(({ label, maxFiles, acceptedTypes }) => ({
      office: position.title,
      label,
      atMost: counted(maxFiles),
      types: acceptedTypes.map((type) => type.toUpperCase()),
    })),
  ),
  appointedOnly: officeTitle('justiceMinister'),
  ofMarketing: officeTitle('marketingMinister').replace(/^Minister of/, 'Ministry of'),
}

/** What standing needs, which operators may change: as a figure, and as a text names it. */
export const useCandidacyNeeds = () => {
  const { minFollowers, candidacyTokens } = useLimits()
  return {
    followers: inFull(minFollowers),
    candidacyTokens: tokens(candidacyTokens),
    candidacyFigure: inFull(candidacyTokens),
  }
}

/** The longest mute, in days. */
export const muteDays = safetyLimits.longestMute / 24

/** What voting needs, and the mark of standing. */
export const needs = {
  accountMonths: counted(electionSettings.votingAccountMonths),
  badgeTokens: tokens(electionSettings.eligibleCandidateBadgeTokens),
}

const multiplier = (units: number): string => `${votesOf(units).toFixed(1)}×`

const lightestFirst = weightTiers.toReversed()

/** The weights, the lightest first. A tier reaches to where the next begins. */
export const tiers = lightestFirst.map(({ title, from, units }, index) => {
  const next = lightestFirst[index + 1]
  return {
    title,
    from: inFull(from / baseUnitsPerToken),
    below: next ? inFull(next.from / baseUnitsPerToken) : null,
    weight: multiplier(units),
  }
})

/** The same as figures, where a figure stands alone. */
export const numbers = {
  offices: inFull(positions.length),
  accountMonths: inFull(electionSettings.votingAccountMonths),
}

const paid = salaryPresets.constitution

/** Money: whole percents, offices by what they are paid. */
export const money = {
  operations: `${bankSettings.operationsPercent}%`,
  government: `${bankSettings.governmentPercent}%`,
  cycle: counted(bankSettings.cycleMs / day),
  salaries: positions
    .map(({ role, title }) => ({ role, title, percent: paid[role as keyof typeof paid] }))
    .toSorted((a, b) => b.percent - a.percent),
  presidentialSeat: `${totalPercent(paid, presidentialSeat)}%`,
  ministries: `${totalPercent(paid) - totalPercent(paid, presidentialSeat)}%`,
  total: `${totalPercent(paid)}%`,
}
