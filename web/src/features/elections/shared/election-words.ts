import type { PositionId, Result } from './types'

export { followersInWords, votesInWords, weekName } from '@nation/domain/formats'

/** The rule that decided a position, in words (ruling: winner, ties). */
export const ruleInWords: Readonly<Record<Result['rule'], string>> = {
  weight: 'Decided by weight: the most weighted votes.',
  voters: 'Weights were equal. Decided by the number of voters.',
  earlier: 'Weights and voters were equal. Decided by the earlier candidacy.',
  unopposed: 'Elected unopposed: nobody else stood.',
  vacant: 'Nobody stood. The seat is vacant.',
}

/** The same for a term, whose rule arrives as text. */
export const termRuleInWords = (rule: string | null): string | null =>
  rule !== null && rule in ruleInWords ? ruleInWords[rule as Result['rule']] : null

/** A ballot's number: the end of the candidacy's id, as it is printed on the stub. */
export const ballotNumber = (candidateId: string): string => candidateId.slice(-6).toUpperCase()

/** Short names for chips and rulers, where the full title does not fit. */
export const shortTitles: Readonly<Record<PositionId, string>> = {
  president: 'President',
  prime_minister: 'Prime Minister',
  secretary: 'Secretary',
  minister_finance: 'Finance',
  minister_creativity: 'Creativity',
  minister_raid_corps: 'Raid Corps',
  minister_development: 'Development',
  minister_marketing: 'Marketing',
  minister_citizens: 'Citizens',
}
