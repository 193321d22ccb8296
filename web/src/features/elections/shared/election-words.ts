import { positions } from '@nation/domain/elections'
import type { PositionId } from './types'

export { ruleInWords } from '@nation/domain/elections'
export { followersInWords, votesInWords, weekName } from '@nation/domain/formats'

/** A ballot's number: the end of the candidacy's id, as it is printed on the stub. */
export const ballotNumber = (candidateId: string): string => candidateId.slice(-6).toUpperCase()

/** Short names for chips and rulers, where the full title does not fit. */
export const shortTitles = Object.fromEntries(positions.map(({ id, short }) => [id, short])) as Readonly<
  Record<PositionId, string>
>
