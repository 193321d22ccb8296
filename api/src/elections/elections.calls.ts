import {
  castVotes,
  createCandidate,
  createElection,
  currentElection,
  electionResults,
  getCandidate,
  getElection,
  listCandidates,
  listElections,
  myCandidates,
  updateCandidate,
  voteStatus,
  withdrawCandidate,
} from '@nation/core/elections'
import { citizenChange, citizenRead, gatheredChange, openRead, sharedRead, type Bindings } from '../frame/bind'

export const electionBindings: Bindings = {
  'elections.current': sharedRead<'elections.current'>(currentElection),
  'elections.list': openRead<'elections.list'>(listElections),
  'elections.get': openRead<'elections.get'>(getElection),
  'elections.results': sharedRead<'elections.results'>(electionResults),
  'elections.create': citizenChange<'elections.create'>(createElection),
  'candidates.list': openRead<'candidates.list'>(listCandidates),
  'candidates.get': openRead<'candidates.get'>(getCandidate),
  'candidates.mine': citizenRead<'candidates.mine'>(myCandidates),
  'candidates.create': citizenChange<'candidates.create'>(createCandidate),
  'candidates.update': citizenChange<'candidates.update'>(updateCandidate),
  'candidates.delete': citizenChange<'candidates.delete'>(withdrawCandidate),
  'votes.cast': gatheredChange<'votes.cast'>(castVotes),
  'votes.status': citizenRead<'votes.status'>(voteStatus),
}
