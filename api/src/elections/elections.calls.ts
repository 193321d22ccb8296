import { setTimeout as sleep } from 'node:timers/promises'
import type { CallInput } from '@nation/domain/contract'
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
  listCandidates,
  listElections,
  myCandidates,
  ownCandidate,
  ownPage,
  ownPastCandidacies,
  pastCandidacies,
  programmeVersion,
  runAgain,
  updateCandidate,
  voteStatus,
  whyThisWeight,
  withdrawCandidate,
} from '@nation/core/elections'
import { readAnew } from '../citizens'
import {
  citizenChange,
  citizenRead,
  batchedChange,
  raw,
  type Binding,
  type Bindings,
  type ReplayOf,
  type Request,
  publicRead,
} from '../frame'

/** One candidate; a withdrawn one is the owner's and administrators' to read. */
export const candidateRead = publicRead('candidates.get', {
  shared: getCandidate,
  own: ownCandidate,
  hidden: getCandidate,
})

/** The election that is open or opens next; the home page's picture says until when one votes. */
export const currentElectionRead = publicRead('elections.current', { shared: currentElection })

/** The results of an election; its picture for shared links shows who won. */
export const resultsRead = publicRead('elections.results', { shared: electionResults })

/** `elections.export`: the results as a file. */
async function exportFile({ deps, http, input }: Request<CallInput<'elections.export'>>): Promise<undefined> {
  const file = exportResults(await resultsRead.forVisitors(deps, { electionId: input.electionId }), input.format)
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

/** How long standing waits for the chain: less than a browser waits for an answer. */
const chainMs = 3_000

/** A candidate needs the $ON that their wallet holds now; where the chain does not answer in time, the last reading counts (decision 135). */
function withFreshBalance(binding: Binding): Binding {
  return {
    ...binding,
    before: async (request) => {
      if (request.caller) await Promise.race([readAnew(request), sleep(chainMs)])
    },
  }
}

export const electionBindings: Bindings = {
  'elections.current': currentElectionRead,
  'elections.list': publicRead('elections.list', { shared: listElections }),
  'elections.get': publicRead('elections.get', { shared: getElection }),
  'elections.results': resultsRead,
  'elections.governments': publicRead('elections.governments', { shared: governments }),
  'elections.export': raw<'elections.export'>(exportFile),
  'elections.create': citizenChange<'elections.create'>(createElection, electionAgain),
  'elections.cancel': citizenChange<'elections.cancel'>(cancelElection),
  'candidates.list': publicRead('candidates.list', { shared: listCandidates, own: ownPage }),
  'candidates.get': candidateRead,
  'candidates.version': publicRead('candidates.version', { shared: programmeVersion, hidden: programmeVersion }),
  'candidates.mine': citizenRead<'candidates.mine'>(myCandidates),
  'candidates.past': publicRead('candidates.past', { shared: pastCandidacies, own: ownPastCandidacies }),
  'candidates.create': withFreshBalance(citizenChange<'candidates.create'>(createCandidate, candidateAgain)),
  'candidates.update': citizenChange<'candidates.update'>(updateCandidate, {
    ...candidateAgain,
    refer: ({ candidate }) => candidate.id,
  }),
  'candidates.delete': citizenChange<'candidates.delete'>(withdrawCandidate),
  'candidates.run-again': withFreshBalance(citizenChange<'candidates.run-again'>(runAgain, candidateAgain)),
  'votes.cast': batchedChange<'votes.cast'>(castVotes),
  'votes.status': citizenRead<'votes.status'>(voteStatus),
  'votes.weight': citizenRead<'votes.weight'>(whyThisWeight),
}
