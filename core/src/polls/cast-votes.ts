import { canVoteOnPoll, isPlaceCertain } from '@nation/domain/polls'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { VoterRow } from '../citizens'
import {
  byKey,
  distinct,
  type Context,
  runBatch,
  type BatchContext,
  type BatchRequest,
  type BatchService,
  type Outcome,
  type Statement,
} from '../platform'
import { totalOf, type OptionRow, type PollRow } from './rows'
import { voteInputStatements, placeOf, voteInputsIn, type VoteInputs } from './vote-inputs'

type Input = CallInput<'polls.vote'>
type Answer = CallOutput<'polls.vote'>

/** A vote that was decided and is not written yet; row keys. */
interface NewVote {
  readonly poll: PollRow
  readonly option: OptionRow
  readonly voter: VoterRow
}

type Decided =
  | { readonly vote: NewVote; readonly refused?: never; readonly locked?: never }
  | { readonly refused: NationError; readonly vote?: never; readonly locked?: never }
  | { readonly locked: string; readonly vote?: never; readonly refused?: never }

/**
 * `polls.vote` for many at once, in one transaction (READ COMMITTED) with a fixed number of statements. Each request has an
 * outcome of its own; refusals are those that the contract names.
 *
 * Locks, always in this order, within each table by ascending key:
 *   1. polls, shared (a change or a close locks exclusively: it waits for votes in flight)
 *   2. citizens, for update: one citizen's votes come one after the other
 *   3. poll_votes, rows of the locked citizens only
 *   4. poll_options, then poll_tallies, at the very end
 * The time is read after the first two, so a vote is before the closing or not, whatever the queue before it. Answers tell the
 * counts that were committed when the batch was read, with the batch.
 */
export const pollVotes: BatchService<Input, Answer> = {
  statements: voteInputStatements,
  decide: (ctx, requests, rows, locks) => {
    const inputs = voteInputsIn(rows, locks)
    const batch = new Batch(ctx.now(), inputs)
    const decided = requests.map(({ caller, input }) => batch.decide(caller.id, input))
    const votes = decided.flatMap(({ vote }) => vote ?? [])
    const counted = countedWith(inputs.options, votes)
    tell(ctx, votes)
    const outcomes = decided.map((one) => (one.vote ? { answer: present(one.vote, batch.at, counted) } : one))
    return { outcomes, ...votesWritten(batch.at, votes) }
  },
}

/** The same in the caller's transaction, for tests and seeds: it waits for its locks. */
export const castPollVotes = (
  ctx: Omit<Context, 'caller'>,
  requests: readonly BatchRequest<Input>[],
): Promise<readonly Outcome<Answer>[]> => runBatch(ctx, pollVotes, requests)

/** Decides votes one after the other; a second one of the same citizen on a poll comes too late within a batch, too. */
class Batch {
  readonly #voted: Set<string>

  constructor(
    readonly at: Date,
    readonly inputs: VoteInputs,
  ) {
    this.#voted = new Set(inputs.voted)
  }

  decide(voterId: string, input: Input): Decided {
    const pollKey = this.inputs.keys.get(input.pollId)
    if (pollKey === undefined) return { refused: new NationError('poll_not_found') }
    const poll = this.inputs.polls.get(input.pollId)
    if (!poll) return { locked: `polls ${pollKey}` }
    const voter = this.inputs.voters.get(voterId)
    // Citizens are never removed: one who is not among the locked rows is held by another transaction.
    if (!voter) return { locked: `citizens ${voterId}` }
    const place = placeOf(poll.id, voter.id)
    const facts = { xCreatedAt: voter.x_created_at, votesFrom: voter.votes_from, hasVoted: this.#voted.has(place) }
    const textsChangedAt = this.inputs.textsChangedAt.get(poll.id) ?? null
    const option = chosen(this.inputs.options.get(poll.id) ?? [], input, textsChangedAt)
    const verdict = canVoteOnPoll(facts, poll, typeof option === 'object' ? 'known' : option, this.at)
    if (!verdict.allowed) return { refused: new NationError(verdict.code, verdict.facts) }
    if (typeof option !== 'object') return { refused: new NationError('poll_option_missing') }
    const locked = this.#lockedCounter(poll, option)
    if (locked !== undefined) return { locked }
    this.#voted.add(place)
    return { vote: { poll, option, voter } }
  }

  #lockedCounter(poll: PollRow, option: OptionRow): string | undefined {
    const { counters } = this.inputs
    if (counters && !counters.options.has(option.id)) return `poll_options ${option.id}`
    if (counters && !counters.tallies.has(poll.id)) return `poll_tallies ${poll.id}`
    return undefined
  }
}

/** The option that the voter chose; `unknown` when it is none of the poll's any more, or unclear which was meant. */
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

/** The options of the polls that were voted on, by the poll's row key, with these votes. */
function countedWith(
  options: VoteInputs['options'],
  votes: readonly NewVote[],
): ReadonlyMap<string, readonly OptionRow[]> {
  const came = timesOf(votes.map(({ option }) => option.id))
  return new Map(
    distinct(votes.map(({ poll }) => poll.id)).map((id) => [
      id,
      (options.get(id) ?? []).map((option) => ({ ...option, votes: option.votes + (came.get(option.id) ?? 0) })),
    ]),
  )
}

/** The statement that writes the votes, and those that count them. */
function votesWritten(
  at: Date,
  votes: readonly NewVote[],
): { readonly writes: readonly Statement[]; readonly counters: readonly Statement[] } {
  if (votes.length === 0) return { writes: [], counters: [] }
  const rows = votes
    .map(({ poll, voter, option }) => [poll.id, voter.id, option.id, at] as const)
    .sort((a, b) => byKey(a[0], b[0]) || byKey(a[1], b[1]))
  const writes = [{ sql: 'INSERT INTO poll_votes (poll_id, citizen_id, option_id, voted_at) VALUES ?', values: [rows] }]
  const options = votes.map(({ option }) => option.id)
  const polls = votes.map(({ poll }) => poll.id)
  return { writes, counters: [raised('poll_options', 'id', options), raised('poll_tallies', 'poll_id', polls)] }
}

/** How often each value is in a list. */
function timesOf(values: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1)
  return times
}

/** Adds to each counter what came, once, in the order of keys. */
function raised(table: 'poll_options' | 'poll_tallies', key: 'id' | 'poll_id', each: readonly string[]): Statement {
  const came = timesOf(each)
  const ids = [...came.keys()].sort(byKey)
  return {
    sql: `UPDATE ${table} SET votes = votes + CASE ${key} ${'WHEN ? THEN ? '.repeat(ids.length)}END
     WHERE ${key} IN (?) ORDER BY ${key}`,
    values: [...ids.flatMap((id) => [id, came.get(id)]), ids],
  }
}

/**
 * Tells each voter, in a row that all of them share, that their own vote stands. The counts for everybody come with their
 * publication. For what a citizen voted is in no event.
 */
function tell(ctx: BatchContext, votes: readonly NewVote[]): void {
  for (const pollId of distinct(votes.map(({ poll }) => poll.uid))) {
    const voters = votes.filter(({ poll }) => poll.uid === pollId).map(({ voter }) => [voter.uid, {}] as const)
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
