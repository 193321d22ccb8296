import { candidacyCalls } from './candidacies.contract'
import { candidateCalls } from './candidates.contract'
import { electionOnlyCalls } from './elections.contract'
import { historyCalls } from './history.contract'
import { voteCalls } from './votes.contract'

export { count, position, weight } from './shared.contract'
export type { PastCandidacy } from './candidacies.contract'
export type { CandidateView, UserVotes } from './candidates.contract'
export type { ElectionView, PositionResult } from './elections.contract'
export type { Government } from './history.contract'

/** All calls of elections, candidates and votes (requirements 1.3 to 1.7). */
export const electionCalls = [
  ...electionOnlyCalls,
  ...historyCalls,
  ...candidateCalls,
  ...candidacyCalls,
  ...voteCalls,
] as const
