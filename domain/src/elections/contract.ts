import { candidateCalls } from './candidates.contract'
import { electionOnlyCalls } from './elections.contract'
import { voteCalls } from './votes.contract'

export type { CandidateView, UserVotes } from './candidates.contract'
export type { ElectionView, PositionResult } from './elections.contract'

/** All calls of elections, candidates and votes (spec document 1 sections 3 to 7). */
export const electionCalls = [...electionOnlyCalls, ...candidateCalls, ...voteCalls] as const
