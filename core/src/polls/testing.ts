import type { CallInput } from '@nation/domain/contract'
import type { Citizen } from '../citizens/citizen.entity'
import { as } from '../elections/testing'
import type { Runtime } from '../platform'
import { createPoll } from './polls.service'
import type { PollView } from './poll-views'

/** A poll with two options, by a citizen who may create polls, with the test's own fields instead. */
export async function aPoll(
  runtime: Runtime,
  maker: Citizen,
  overrides: Partial<CallInput<'polls.create'>> = {},
): Promise<PollView> {
  const texts = { question: 'Which bridge first?', options: ['North', 'South'] }
  const { poll } = await as(runtime, maker, (ctx) =>
    createPoll(ctx, { ...texts, closesAt: undefined, createdById: undefined, userId: undefined, ...overrides }),
  )
  return poll
}
