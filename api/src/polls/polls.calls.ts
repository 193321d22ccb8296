import { allCalls, type CallId, type CallInput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { read } from '@nation/core/platform'
import {
  castPollVotes,
  checkVoteStatus,
  closePoll,
  createPoll,
  deletePoll,
  exportPoll,
  getPoll,
  pollPage,
  pollResults,
  recentPolls,
  topActivePolls,
  updatePoll,
  type PollPage,
} from '@nation/core/polls'
import {
  citizenChange,
  citizenRead,
  gatheredChange,
  openRead,
  raw,
  written,
  type Bindings,
  type ReplayOf,
  type Request,
} from '../frame/bind'
import { pollPages } from './poll-pages'

type ListInput = Pick<CallInput<'polls.list'>, 'status' | 'limit' | 'offset' | 'cursor'>

const checkBy = (id: CallId) => {
  const call = allCalls.find((one) => one.id === id)
  return (answer: unknown) => call?.output.parse(answer)
}

/** `polls.list` and the other faces of the same list. */
const list = pollPages<ListInput>(
  pollPage,
  ({ limit, offset, cursor }) =>
    ({ total, counts, nextCursor }: PollPage) => ({ total, counts, limit, offset: cursor ? 0 : offset, nextCursor }),
  checkBy('polls.list'),
)

const shortList = (load: typeof topActivePolls) => pollPages<object>(load, () => () => ({}), checkBy('polls.recent'))

/** `polls.export`: a file to keep. */
async function download({ deps, caller, input, http }: Request<CallInput<'polls.export'>>): Promise<undefined> {
  const { name, type, text } = await read(deps.runtime, caller, (ctx) => {
    if (!ctx.caller) throw new NationError('unauthenticated')
    return exportPoll({ ...ctx, caller: ctx.caller }, input)
  })
  http.type = type
  http.set('content-disposition', `attachment; filename="${name}"`)
  http.body = text
  return undefined
}

/** A poll as it stands, with the sentence of the change. */
const pollAgain = (message: string): ReplayOf<'polls.create'> => ({
  refer: ({ poll }) => poll.id,
  again: async (ctx, pollId) => {
    const { poll } = await getPoll(ctx, { pollId })
    return { success: true, message, pollId, poll }
  },
})
const created = pollAgain('Poll created successfully!')
const { again } = pollAgain('Poll closed successfully')

export const pollBindings: Bindings = {
  'polls.list': written<'polls.list'>(list),
  'polls.get': openRead<'polls.get'>(getPoll),
  'polls.results': openRead<'polls.results'>(pollResults),
  'polls.top-active': written<'polls.top-active'>(shortList(topActivePolls)),
  'polls.recent': written<'polls.recent'>(shortList(recentPolls)),
  'polls.vote': gatheredChange<'polls.vote'>(castPollVotes),
  'polls.create': citizenChange<'polls.create'>(createPoll, created),
  'polls.update': citizenChange<'polls.update'>(updatePoll, { refer: ({ poll }) => poll.id, again }),
  'polls.close': citizenChange<'polls.close'>(closePoll, { refer: ({ poll }) => poll.id, again }),
  'polls.delete': citizenChange<'polls.delete'>(deletePoll),
  'polls.export': raw<'polls.export'>(download, true),
  'vote-hub.get-active-polls': written<'vote-hub.get-active-polls'>((request) =>
    list({ ...request, input: { ...request.input, status: 'active' } }),
  ),
  'vote-hub.check-vote-status': citizenRead<'vote-hub.check-vote-status'>(checkVoteStatus),
  'government.get-polls': written<'government.get-polls'>(list),
  'government.create-poll': citizenChange<'government.create-poll'>(createPoll, created),
}
