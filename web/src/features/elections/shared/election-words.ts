import { positions } from '@nation/domain/elections'
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
export const shortTitles = Object.fromEntries(positions.map(({ id, short }) => [id, short])) as Readonly<
  Record<PositionId, string>
>
