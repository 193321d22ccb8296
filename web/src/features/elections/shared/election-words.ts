import type { PositionId } from './types'

export { ruleInWords } from '@nation/domain/elections'
export { followersInWords, votesInWords, weekName } from '@nation/domain/formats'

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
