import { monitorEventLoopDelay } from 'node:perf_hooks'
import { bindings, startApi } from '@nation/api/server'
import { createLogger, readConfig, runProcess } from '@nation/core/platform'

/**
 * An API of a benchmark: the product's own, or (BENCH_NOOP=yes) the same one in which a vote is authenticated, counted
 * against limits and validated, and then answered without being done. Limits are as wide as in tests unless
 * BENCH_LIMITS=production. It says how long its loop was held up when it is asked.
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

const sentNothing = {
  success: true,
  messageId: '01890a5d-ac96-774b-bcce-b302099a8057',
  number: 1,
  timestamp: 0,
}

runProcess(log, async () => {
  // All that a binding says beside its handler stays, so that the frame does what it does for the real call.
  const noop = (id: 'votes.cast' | 'polls.vote' | 'messenger.send-group-message', answer: object) => ({
    needsCaller: true,
    ...bindings[id],
    handle: () => Promise.resolve(answer),
  })
  const nothing = {
    'votes.cast': noop('votes.cast', votedNothing),
    'polls.vote': noop('polls.vote', answeredNothing),
    'messenger.send-group-message': noop('messenger.send-group-message', sentNothing),
  }
  const api = await startApi(readConfig(), log, {
    ...(process.env.BENCH_NOOP === 'yes' && { bindings: { ...bindings, ...nothing } }),
    ...(process.env.BENCH_LIMITS === 'production' && { limitFactor: 1 }),
  })
  reportDelay()
  process.send?.({ ready: api.port, pid: process.pid })
  return api
})

/** `begin` begins to measure how late the loop is; `delay` answers it in milliseconds. */
function reportDelay(): void {
  const resolution = 5
  const delay = monitorEventLoopDelay({ resolution })
  // What it measures includes the time that it sleeps by itself.
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution)
  process.on('message', (question) => {
    if (question === 'begin') {
      delay.reset()
      delay.enable()
      process.send?.('begun')
    } else if (question === 'delay') {
      process.send?.({ p99: late(delay.percentile(99)), max: late(delay.max) })
      delay.disable()
    }
  })
}
