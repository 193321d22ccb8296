import type { CallInput } from '@nation/domain/contract'
import { read } from '@nation/core/platform'
import {
  cancelElection,
  castVotes,
  createCandidate,
  createElection,
  currentElection,
  electionResults,
  exportResults,
  getCandidate,
  getElection,
  governments,
  listElections,
  myCandidates,
  pastCandidacies,
  runAgain,
  updateCandidate,
  voteStatus,
  whyThisWeight,
  withdrawCandidate,
} from '@nation/core/elections'
import { candidatePages } from './candidate-pages'
import {
  citizenChange,
  citizenRead,
  gatheredChange,
  openRead,
  raw,
  sharedRead,
  type Bindings,
  type ReplayOf,
  type Request,
} from '../frame/bind'

/** `elections.export`: the results as a file to be kept. */
async function exportFile({ deps, http, input }: Request<CallInput<'elections.export'>>): Promise<undefined> {
  const results = await read(deps.runtime, null, (ctx) => electionResults(ctx, { electionId: input.electionId }))
  const file = exportResults(results, input.format)
  http.attachment(file.name)
  http.type = file.type
  http.body = file.text
}

const electionAgain: ReplayOf<'elections.create'> = {
  refer: ({ election }) => election.id,
  again: (ctx, electionId) => getElection(ctx, { electionId }),
}

/** The caller's candidacy as it stands: its profile may be long. */
const candidateAgain: ReplayOf<'candidates.create'> = {
  refer: ({ candidateId }) => candidateId,
  again: async (ctx, candidateId) => {
    const { candidate } = await getCandidate(ctx, { candidateId })
    return { success: true, candidateId, candidate }
  },
}

export const electionBindings: Bindings = {
  'elections.current': sharedRead<'elections.current'>(currentElection),
  'elections.list': openRead<'elections.list'>(listElections),
  'elections.get': openRead<'elections.get'>(getElection),
  'elections.results': sharedRead<'elections.results'>(electionResults),
  'elections.governments': sharedRead<'elections.governments'>(governments),
  'elections.export': raw<'elections.export'>(exportFile),
  'elections.create': citizenChange<'elections.create'>(createElection, electionAgain),
  'elections.cancel': citizenChange<'elections.cancel'>(cancelElection),
  'candidates.list': { needsCaller: false, shared: true, handle: candidatePages },
  'candidates.get': openRead<'candidates.get'>(getCandidate),
  'candidates.mine': citizenRead<'candidates.mine'>(myCandidates),
  'candidates.past': openRead<'candidates.past'>(pastCandidacies),
  'candidates.create': citizenChange<'candidates.create'>(createCandidate, candidateAgain),
  'candidates.update': citizenChange<'candidates.update'>(updateCandidate, {
    ...candidateAgain,
    refer: ({ candidate }) => candidate.id,
  }),
  'candidates.delete': citizenChange<'candidates.delete'>(withdrawCandidate),
  'candidates.run-again': citizenChange<'candidates.run-again'>(runAgain, candidateAgain),
  'votes.cast': gatheredChange<'votes.cast'>(castVotes),
  'votes.status': citizenRead<'votes.status'>(voteStatus),
  'votes.weight': citizenRead<'votes.weight'>(whyThisWeight),
}
