import type { CallAnswer } from '@nation/domain/contract'

/** An election with its positions. */
export type Election = NonNullable<CallAnswer<'elections.current'>['election']>
/** A position in an election. */
export type Position = Election['positions'][number]
export type Candidate = CallAnswer<'candidates.get'>['candidate']
export type CandidateList = CallAnswer<'candidates.list'>
export type PositionId = Candidate['position']
export type Result = CallAnswer<'elections.results'>['results'][number]
