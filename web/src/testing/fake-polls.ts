import type { CallAnswer, CallRequest } from '@nation/domain/contract'
import { can } from '@nation/domain/permissions'
import { percentageOf, pollVoteReasons, shownPercentages, whyNoPollVote } from '@nation/domain/polls'
import type { OwnProfile } from '../lib/session/session'
import { idOf, refuse, type FakeNation, type FakeOptions } from './fake-nation'

type Poll = CallAnswer<'polls.list'>['polls'][number]
type Log = CallAnswer<'polls.get'>['log']

const DAY = 86_400_000

interface StoredPoll {
  readonly id: string
  question: string
  options: { id: string; text: string; votes: number }[]
  closesAt: number | null
  closedAt: number | null
  readonly createdAt: number
  readonly byId: string
  readonly by: string
  voted: string | null
  readonly log: Log[number][]
}

const asked: readonly (readonly [question: string, answers: Readonly<Record<string, number>>])[] = [
  ['Which bridge of the capital shall be built first?', { 'The north bridge': 40, 'The south bridge': 61 }],
  ['Where shall the next part of the budget go?', { Tools: 1, Art: 1, Newcomers: 1 }],
  ['Shall the treasury publish its books every day?', { 'Yes, every day': 0, 'No, every week is enough': 0 }],
]

interface World extends FakeOptions {
  readonly user: OwnProfile
}

/** What the nation answers about polls. Votes and changes show in what is answered next. */
export function pollAnswers({ now, as, empty = false, user }: World): FakeNation['answers'] {
  const citizen = as === 'visitor' ? null : user
  const polls = empty ? [] : firstPolls(now)
  const view = (poll: StoredPoll) => viewOf(poll, citizen, now)
  const named = ({ pollId }: { pollId: string }) => polls.find(({ id }) => id === pollId)
  const missing = refuse(404, 'poll_not_found', 'There is no such poll.')
  const page = (status: string, limit: number) => {
    const active = polls.filter(({ closedAt }) => closedAt === null)
    const closed = polls.filter(({ closedAt }) => closedAt !== null)
    const found = status === 'active' ? active : status === 'closed' ? closed : polls
    return {
      success: true as const,
      polls: found.slice(0, limit).map(view),
      total: found.length,
      counts: { all: polls.length, active: active.length, closed: closed.length },
      limit,
      offset: 0,
      nextCursor: null,
      now,
    }
  }
  const create = (input: CallRequest<'polls.create'>) => {
    const poll = keep(polls.length, now, textsOf(input), { id: user.uid, name: user.username })
    poll.closesAt = input.closesAt ?? null
    polls.unshift(poll)
    return { success: true as const, message: 'Poll created successfully!', pollId: poll.id, poll: view(poll) }
  }
  return {
    'polls.list': ({ status = 'all', limit = 20 }) => page(status, Number(limit)),
    'government.get-polls': ({ status = 'active', limit = 20 }) => page(status, Number(limit)),
    'polls.top-active': () => ({
      success: true,
      polls: page('active', 20).polls.toSorted((a, b) => b.totalVotes - a.totalVotes),
      now,
    }),
    'polls.recent': () => ({ success: true, polls: polls.map(view), now }),
    'polls.get': (input) => {
      const poll = named(input)
      return poll ? { success: true, poll: view(poll), log: poll.log, now } : missing
    },
    'polls.vote': (input) => {
      const poll = named(input)
      const option = poll?.options.find(({ id }) => id === input.optionId)
      if (!poll || !option) return missing
      if (poll.voted) return refuse(409, 'poll_already_voted', 'You have already voted on this poll.')
      poll.voted = option.id
      option.votes += 1
      const { totalVotes, options } = view(poll)
      return {
        success: true,
        message: 'It is counted now, and final.',
        pollId: poll.id,
        optionId: option.id,
        hasVoted: true,
        votedAt: now,
        totalVotes,
        options: options.map(({ id, votes }) => ({ id, votes })),
      }
    },
    'polls.create': create,
    'government.create-poll': create,
    'polls.update': (input) => {
      const poll = named(input)
      if (!poll) return missing
      if (input.question !== undefined) poll.question = input.question
      if (input.closesAt !== undefined) poll.closesAt = input.closesAt
      poll.log.push({ what: 'updated', by: user.username, byId: user.uid, at: now, changes: ['question'] })
      return { success: true, poll: view(poll) }
    },
    'polls.close': (input) => {
      const poll = named(input)
      if (!poll) return missing
      poll.closedAt = now
      poll.log.push({ what: 'closed', by: user.username, byId: user.uid, at: now, changes: [] })
      return { success: true, message: 'Poll closed successfully', poll: view(poll) }
    },
    'polls.delete': (input) => {
      const poll = named(input)
      if (!poll) return missing
      polls.splice(polls.indexOf(poll), 1)
      return { success: true, message: 'Poll deleted', pollId: poll.id }
    },
    'vote-hub.check-vote-status': () => ({
      success: true,
      eligibleToVote: user.eligibleToVote,
      reasons: user.eligibility.vote.reasons,
      votesCast: polls.filter(({ voted }) => voted !== null).length,
      hasVoted: polls.some(({ voted }) => voted !== null),
      canVote: user.eligibleToVote,
      reason: null,
      votedOptionId: null,
      votedAt: null,
      now,
    }),
    'participation.overview': () => ({
      success: true,
      election: empty ? null : { id: idOf(1, 1), endsAt: now + DAY, openPositions: 3, closesAt: now + DAY / 2 },
      activePolls: page('active', 20).total,
      activeInterviews: empty ? 0 : 1,
      you: citizen && {
        eligibleToVote: user.eligibleToVote,
        positionsToVote: empty ? 0 : 3,
        pollsToVote: polls.filter(({ voted, closedAt }) => voted === null && closedAt === null).length,
        interviewsToAnswer: empty ? 0 : 1,
      },
      now,
    }),
  }
}

function firstPolls(now: number): StoredPoll[] {
  const [bridge, budget, books] = asked.map(([question, answers], index) =>
    keep(index, now - (index + 1) * DAY, { question, options: answers }, { id: idOf(3, 66), name: 'Thandiwe Mokoena' }),
  ) as [StoredPoll, StoredPoll, StoredPoll]
  const flag = keep(9, now - 9 * DAY, { question: 'Which colour besides blue?', options: { White: 3, Gold: 1 } }, null)
  flag.closedAt = now - 7 * DAY
  flag.log.push({ what: 'closed', by: null, byId: null, at: flag.closedAt, changes: [] })
  budget.closesAt = now + 2 * DAY
  return [bridge, budget, books, flag]
}

function keep(
  index: number,
  at: number,
  { question, options }: { question: string; options: Readonly<Record<string, number>> },
  by: { id: string; name: string } | null,
): StoredPoll {
  const maker = by ?? { id: idOf(3, 7), name: 'Alma Sørensen' }
  return {
    id: idOf(8, index),
    question,
    options: Object.entries(options).map(([text, votes], place) => ({ id: idOf(9, index * 10 + place), text, votes })),
    closesAt: null,
    closedAt: null,
    createdAt: at,
    byId: maker.id,
    by: maker.name,
    voted: null,
    log: [{ what: 'created', by: maker.name, byId: maker.id, at, changes: [] }],
  }
}

const textsOf = ({ question, options }: CallRequest<'polls.create'>) => ({
  question,
  options: Object.fromEntries(options.map((one) => [typeof one === 'string' ? one : one.text, 0])),
})

function viewOf(poll: StoredPoll, citizen: OwnProfile | null, now: number): Poll {
  const votes = poll.options.map((option) => option.votes)
  const totalVotes = votes.reduce((sum, count) => sum + count, 0)
  const shown = shownPercentages(votes)
  const isActive = poll.closedAt === null
  const made = { createdById: poll.byId }
  const hasVoted = citizen !== null && poll.voted !== null
  const reason = whyNoPollVote(citizen && { hasVoted, eligible: citizen.eligibleToVote }, { isActive })
  const update = can(citizen, 'polls.update') && isActive
  return {
    id: poll.id,
    question: poll.question,
    options: poll.options.map((option, place) => ({
      ...option,
      percentage: percentageOf(option.votes, totalVotes),
      shownPercentage: shown[place] ?? 0,
    })),
    isActive,
    totalVotes,
    createdBy: poll.by,
    createdById: poll.byId,
    createdByRole: 'government',
    createdAt: poll.createdAt,
    updatedAt: poll.closedAt ?? (poll.log.length > 1 ? now : poll.createdAt),
    closesAt: poll.closesAt,
    closedAt: poll.closedAt,
    hasVoted,
    votedOptionId: hasVoted ? poll.voted : null,
    may: {
      vote: reason === null,
      update,
      updateTexts: update && totalVotes === 0,
      close: can(citizen, 'polls.close', made) && isActive,
      delete: can(citizen, 'polls.delete', made),
      export: can(citizen, 'polls.export', made),
    },
    reason: reason && { code: reason, message: pollVoteReasons[reason] },
  }
}
