import { bindings, startApi } from '@nation/api/server'
import { createLogger, readConfig, runProcess } from '@nation/core/platform'

/**
 * An API of a benchmark: the product's own, or (BENCH_NOOP=yes) the same one in which a vote is authenticated, counted
 * against limits and validated, and then answered without being done.
 */
const log = createLogger('api', process.env.LOG_LEVEL ?? 'fatal')
const votedNothing = {
  success: true,
  electionId: '01890a5d-ac96-774b-bcce-b302099a8057',
  position: 'president',
  candidateId: '01890a5d-ac96-774b-bcce-b302099a8057',
  hasVoted: true,
  voteWeight: 1,
  votedAt: 0,
  switched: false,
  repeated: false,
  previousCandidateId: null,
  candidates: [],
}

const answeredNothing = {
  success: true,
  message: 'It is counted now, and final.',
  pollId: '01890a5d-ac96-774b-bcce-b302099a8057',
  optionId: '01890a5d-ac96-774b-bcce-b302099a8057',
  hasVoted: true,
  votedAt: 0,
  totalVotes: 0,
  options: [],
}

runProcess(log, async () => {
  const noop = (answer: object) => ({ needsCaller: true, handle: () => Promise.resolve(answer) })
  const nothing = { 'votes.cast': noop(votedNothing), 'polls.vote': noop(answeredNothing) }
  const given = process.env.BENCH_NOOP === 'yes' ? { bindings: { ...bindings, ...nothing } } : {}
  const api = await startApi(readConfig(), log, given)
  process.send?.({ ready: api.port, pid: process.pid })
  return api
})
