import { canVoteOnPoll, isPlaceCertain } from '@nation/domain/polls'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { votersLocked, type VoterRow } from '../citizens/voters'
import { byKey, distinct, indexBy } from '../platform/rows'
import type { Context } from '../platform/context'
import type { GatheredRequest, Outcome } from '../platform/gather'
import { together, type Statement } from '../platform/together'
import {
  optionsByPoll,
  optionsStatement,
  pollsByUid,
  textChangesOf,
  totalOf,
  type OptionRow,
  type PollRow,
  type RawOption,
} from './rows'

type Input = CallInput<'polls.vote'>
type Answer = CallOutput<'polls.vote'>

/** A vote that was decided and is not written yet; row keys. */
interface NewVote {
  readonly poll: PollRow
  readonly option: OptionRow
  readonly voter: VoterRow
}

type Decision =
  { readonly vote: NewVote; readonly refused?: never } | { readonly refused: NationError; readonly vote?: never }

/**
 * `polls.vote` for many at once, in one transaction (READ COMMITTED) with a fixed number of statements, and one more where
 * somebody names an option by its place. Each request has an outcome of its own; refusals are those that the contract names.
 *
 * Locks, always in this order, within each table by ascending key:
 *   1. polls, shared (whoever changes or closes one takes it for themselves: it waits for votes in flight)
 *   2. citizens, for update: one citizen's votes come one after the other
 *   3. poll_votes, rows of the locked citizens only
 *   4. poll_options, then poll_tallies
 * The time is read after the first lock, so a vote is before the closing or not, whatever the queue before it.
 */
export async function castPollVotes(
  ctx: Omit<Context, 'caller'>,
  requests: readonly GatheredRequest<Input>[],
): Promise<Outcome<Answer>[]> {
  const { tx } = ctx
  const polls = await pollsByUid(tx, distinct(requests.map(({ input }) => input.pollId)), 'LOCK IN SHARE MODE')
  const at = ctx.now()
  if (polls.length === 0) return requests.map(() => ({ refused: new NationError('poll_not_found') }))
  const pollIds = polls.map((poll) => poll.id)
  const { voters, options, voted } = await lockVoters(
    tx,
    pollIds,
    distinct(requests.map(({ caller }) => caller.id)).sort(byKey),
  )
  const batch = new Batch(
    at,
    indexBy(polls, (poll) => poll.uid),
    options,
    await textChangesOf(tx, requests.some(({ input }) => namesPlace(input)) ? pollIds : []),
    voters,
    voted,
  )
  const decisions = requests.map(({ caller, input }) => batch.decide(caller.id, input))
  const votes = decisions.flatMap(({ vote }) => vote ?? [])
  const counted = await writeVotes(tx, at, votes)
  tell(ctx, votes)
  return decisions.map(({ vote, refused }) => (refused ? { refused } : { answer: present(vote, at, counted) }))
}

/** Locks the voters, and reads the polls' options and who has voted already: nobody's vote comes but under their lock. */
async function lockVoters(tx: EntityManager, pollIds: readonly string[], voterIds: readonly string[]) {
  const [voters, options, votes] = (await together(tx, [
    votersLocked(voterIds),
    optionsStatement(pollIds),
    {
      sql: 'SELECT poll_id, citizen_id FROM poll_votes WHERE poll_id IN (?) AND citizen_id IN (?)',
      values: [pollIds, voterIds],
    },
  ])) as [VoterRow[], RawOption[], { poll_id: string; citizen_id: string }[]]
  return {
    voters: indexBy(voters, (row) => row.id),
    options: optionsByPoll(pollIds, options),
    voted: new Set(votes.map((row) => placeOf(row.poll_id, row.citizen_id))),
  }
}

const placeOf = (pollId: string, citizenId: string) => `${pollId}:${citizenId}`

/** Decides votes one after the other; a second one of the same citizen on a poll comes too late within a batch, too. */
class Batch {
  constructor(
    readonly at: Date,
    readonly polls: ReadonlyMap<string, PollRow>,
    readonly options: ReadonlyMap<string, readonly OptionRow[]>,
    readonly textsChangedAt: ReadonlyMap<string, Date>,
    readonly voters: ReadonlyMap<string, VoterRow>,
    readonly voted: Set<string>,
  ) {}

  decide(voterId: string, input: Input): Decision {
    const poll = this.polls.get(input.pollId)
    if (!poll) return { refused: new NationError('poll_not_found') }
    const voter = this.voters.get(voterId)
    if (!voter) return { refused: new NationError('citizen_not_found') }
    const place = placeOf(poll.id, voter.id)
    const facts = {
      xCreatedAt: voter.x_created_at,
      votesFrom: voter.votes_from,
      hasVoted: this.voted.has(place),
    }
    const option = chosen(this.options.get(poll.id) ?? [], input, this.textsChangedAt.get(poll.id) ?? null)
    const verdict = canVoteOnPoll(facts, poll, typeof option === 'object' ? 'known' : option, this.at)
    if (!verdict.allowed) return { refused: new NationError(verdict.code, verdict.facts) }
    if (typeof option !== 'object') return { refused: new NationError('poll_option_missing') }
    this.voted.add(place)
    return { vote: { poll, option, voter } }
  }
}

const namesPlace = ({ optionId, optionIndex }: Input): boolean => optionId === undefined && optionIndex !== undefined

/** The option that somebody chose; `unknown` when it is none of the poll's any more, or nobody can say which was meant. */
function chosen(
  options: readonly OptionRow[],
  { optionId, optionIndex, updatedAt }: Input,
  textsChangedAt: Date | null,
): OptionRow | 'unknown' | undefined {
  if (optionId !== undefined) return options.find(({ uid }) => uid === optionId) ?? 'unknown'
  if (optionIndex === undefined) return undefined
  const certain = isPlaceCertain(textsChangedAt, updatedAt === undefined ? null : new Date(updatedAt))
  return certain ? options[optionIndex] : 'unknown'
}

/** Writes the votes and counts them; answers the options of their polls as this transaction leaves them. */
async function writeVotes(
  tx: EntityManager,
  at: Date,
  votes: readonly NewVote[],
): Promise<ReadonlyMap<string, readonly OptionRow[]>> {
  if (votes.length === 0) return new Map()
  const pollIds = distinct(votes.map(({ poll }) => poll.id))
  const rows = votes
    .map(({ poll, voter, option }) => [poll.id, voter.id, option.id, at] as const)
    .sort((a, b) => byKey(a[0], b[0]) || byKey(a[1], b[1]))
  const answers = await together(tx, [
    { sql: 'INSERT INTO poll_votes (poll_id, citizen_id, option_id, voted_at) VALUES ?', values: [rows] },
    raised(
      'poll_options',
      'id',
      votes.map(({ option }) => option.id),
    ),
    raised(
      'poll_tallies',
      'poll_id',
      votes.map(({ poll }) => poll.id),
    ),
    optionsStatement(pollIds),
  ])
  return optionsByPoll(pollIds, answers.at(-1) as RawOption[])
}

/** Adds to each counter what came, once, in the order of keys. */
function raised(table: 'poll_options' | 'poll_tallies', key: 'id' | 'poll_id', each: readonly string[]): Statement {
  const came = new Map<string, number>()
  for (const id of each) came.set(id, (came.get(id) ?? 0) + 1)
  const ids = [...came.keys()].sort(byKey)
  return {
    sql: `UPDATE ${table} SET votes = votes + CASE ${key} ${'WHEN ? THEN ? '.repeat(ids.length)}END
     WHERE ${key} IN (?) ORDER BY ${key}`,
    values: [...ids.flatMap((id) => [id, came.get(id)]), ids],
  }
}

/**
 * Tells everybody which polls' counts changed, and each voter, in a row that all of them share, that their own vote stands.
 * For what somebody voted is told to nobody.
 */
function tell(ctx: Omit<Context, 'caller'>, votes: readonly NewVote[]): void {
  for (const pollId of distinct(votes.map(({ poll }) => poll.uid))) {
    const voters = votes.filter(({ poll }) => poll.uid === pollId).map(({ voter }) => [voter.uid, {}] as const)
    ctx.journal.add({ kind: 'polls.tally-changed', subject: pollId, facts: { pollId } })
    ctx.journal.add({ kind: 'polls.voted', subject: pollId, facts: { pollId }, audience: Object.fromEntries(voters) })
  }
}

function present({ poll, option }: NewVote, at: Date, counted: ReadonlyMap<string, readonly OptionRow[]>): Answer {
  const options = counted.get(poll.id) ?? []
  return {
    success: true,
    message: 'It is counted now, and final.',
    pollId: poll.uid,
    optionId: option.uid,
    hasVoted: true,
    votedAt: at.getTime(),
    totalVotes: totalOf(options),
    options: options.map(({ uid, votes }) => ({ id: uid, votes })),
  }
}
