import type { CallInput, CallOutput, OwnPart } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { change, type CitizenContext } from '@nation/core/platform'
import {
  pollVotes,
  checkVoteStatus,
  closePoll,
  createPoll,
  deletePoll,
  exportPoll,
  getPoll,
  ownPolls,
  pollPage,
  pollResults,
  recentPolls,
  topActivePolls,
  updatePoll,
} from '@nation/core/polls'
import {
  citizenChange,
  citizenRead,
  batchedChange,
  sendFile,
  raw,
  type Bindings,
  type ReplayOf,
  type Request,
  publicRead,
} from '../frame'

/** What the polls of a list are to the caller. */
const ownList = async (
  ctx: CitizenContext,
  { polls }: Pick<CallOutput<'polls.list'>, 'polls'>,
): Promise<OwnPart<'polls.recent'>> => ({ polls: await ownPolls(ctx, polls) })

async function ownOfOne(ctx: CitizenContext, { poll }: CallOutput<'polls.get'>): Promise<OwnPart<'polls.get'>> {
  const [own] = await ownPolls(ctx, [poll])
  return own ? { poll: own } : {}
}

/** `polls.export`: a file to keep. */
async function download({ deps, caller, input, http }: Request<CallInput<'polls.export'>>): Promise<undefined> {
  const { name, type, text } = await change(deps.runtime, { caller }, (ctx) => {
    if (!ctx.caller) throw new NationError('unauthenticated')
    return exportPoll({ ...ctx, caller: ctx.caller }, input)
  })
  sendFile(http, { name, type, content: text })
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
  'polls.list': publicRead('polls.list', { shared: pollPage, own: ownList }),
  'polls.get': publicRead('polls.get', { shared: getPoll, own: ownOfOne }),
  'polls.results': publicRead('polls.results', { shared: pollResults }),
  'polls.top-active': publicRead('polls.top-active', { shared: topActivePolls, own: ownList }),
  'polls.recent': publicRead('polls.recent', { shared: recentPolls, own: ownList }),
  'polls.vote': batchedChange<'polls.vote'>(pollVotes),
  'polls.create': citizenChange<'polls.create'>(createPoll, created),
  'polls.update': citizenChange<'polls.update'>(updatePoll, { refer: ({ poll }) => poll.id, again }),
  'polls.close': citizenChange<'polls.close'>(closePoll, { refer: ({ poll }) => poll.id, again }),
  'polls.delete': citizenChange<'polls.delete'>(deletePoll),
  'polls.export': raw<'polls.export'>(download, { needsCaller: true }),
  'vote-hub.get-active-polls': publicRead('vote-hub.get-active-polls', {
    shared: (ctx, input) => pollPage(ctx, { ...input, status: 'active' }),
    own: ownList,
  }),
  'vote-hub.check-vote-status': citizenRead<'vote-hub.check-vote-status'>(checkVoteStatus),
  'government.get-polls': publicRead('government.get-polls', { shared: pollPage, own: ownList }),
  'government.create-poll': citizenChange<'government.create-poll'>(createPoll, created),
}
