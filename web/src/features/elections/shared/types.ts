import type { CallAnswer } from '@nation/domain/contract'

/** An election with its positions. */
export type Election = NonNullable<CallAnswer<'elections.current'>['election']>
/** An election in a list. */
export type ElectionSummary = CallAnswer<'elections.list'>['elections'][number]
/** A position in an election. */
export type Position = Election['positions'][number]
export type Candidate = CallAnswer<'candidates.get'>['candidate']
export type CandidateList = CallAnswer<'candidates.list'>
export type PastCandidacy = CallAnswer<'candidates.past'>['candidacies'][number]
export type PositionId = Candidate['position']
export type VotingPhase = Position['phase']
export type Results = CallAnswer<'elections.results'>
export type Result = Results['results'][number]
/** The citizen's own votes, by position. */
export type UserVotes = CallAnswer<'votes.status'>['userVotes']
export type Government = CallAnswer<'elections.governments'>['governments'][number]
export type Weight = CallAnswer<'votes.weight'>
