import { electionSettings } from '../elections'
import { inFull } from '../formats'
import { allowed, refused, type Verdict } from '../errors'

/** Numbers of the rules that an operator may change without a new version (decision 99). */
export const limitNames = ['minFollowers', 'candidacyTokens'] as const

export type LimitName = (typeof limitNames)[number]

/** What holds now. */
export type Limits = Readonly<Record<LimitName, number>>

interface LimitRule {
  /** The value until an administrator sets another. */
  readonly initial: number
  /** The bounds, both included. */
  readonly least: number
  readonly most: number
}

/** What each limit may be: whole numbers within these bounds. */
export const limitRules: Readonly<Record<LimitName, LimitRule>> = {
  /** Followers on X that a candidacy needs. */
  minFollowers: { initial: electionSettings.minFollowers, least: 0, most: 1_000_000 },
  /** Whole $ON that a candidacy needs in the linked wallet. */
  candidacyTokens: { initial: electionSettings.candidacyTokens, least: 0, most: 1_000_000_000 },
}

/** The limits until an administrator sets others. */
export const initialLimits: Limits = {
  minFollowers: limitRules.minFollowers.initial,
  candidacyTokens: limitRules.candidacyTokens.initial,
}

/** Whether a limit may have this value. */
export function canSetLimit(name: LimitName, value: number): Verdict {
  const { least, most } = limitRules[name]
  if (Number.isInteger(value) && value >= least && value <= most) return allowed
  return refused('limit_out_of_bounds', { limit: name, least, most })
}

/** The bounds in words, for forms and answers. */
export function boundsInWords(name: LimitName): string {
  const { least, most } = limitRules[name]
  return `Please give a whole number from ${inFull(least)} to ${inFull(most)}.`
}
