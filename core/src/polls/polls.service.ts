import { can } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import {
  canChangePoll,
  canClosePoll,
  closingDatePossible,
  pollMakerRole,
  pollTextsComplete,
} from '@nation/domain/polls'
import type { EntityManager } from 'typeorm'
import { callerNow } from '../auth'
import { type CitizenContext, column, readFirst } from '../platform'
import { deleteFormerVotes } from './former-votes'
import { Poll, PollLogEntry, PollOption, PollTally, type PollLogFacts } from './poll.entity'
import { pollView, type PollView } from './poll-views'
import { countPoll } from './polls-counter'
import { optionsOf, pollsByUid, totalOf, type OptionRow, type PollRow } from './rows'

/**
 * `polls.create`, `government.create-poll`: asks the nation a question.
 * @throws NationError `forbidden`, `poll_fields_missing`, `poll_options_alike`, `poll_closing_date_invalid`
 */
export async function createPoll(
  ctx: CitizenContext,
  input: CallInput<'polls.create'>,
): Promise<CallOutput<'polls.create'>> {
  const { caller, tx } = ctx
  const maker = await callerNow(ctx)
  if (!can(maker, 'polls.create')) throw new NationError('forbidden')
  const now = ctx.now()
  const closesAt = instantOf(input.closesAt) ?? null
  allow(pollTextsComplete(input))
  allow(closingDatePossible(closesAt, now))
  const uid = ctx.newId()
  const { identifiers } = await tx.getRepository(Poll).insert({
    uid,
    question: input.question,
    status: 'open',
    createdBy: caller.id,
    createdByRole: pollMakerRole(maker),
    createdAt: now,
    updatedAt: now,
    closesAt,
    closedAt: null,
  })
  const pollId = String((identifiers[0] as { id: string | number }).id)
  await writeOptions(ctx, pollId, input.options)
  await tx.getRepository(PollTally).insert({ pollId, votes: 0 })
  await countPoll(tx, pollId, { from: null, to: 'open' })
  await log(ctx, pollId, 'created', now)
  ctx.journal.add({ kind: 'polls.created', actor: caller.uid, subject: uid, facts: { pollId: uid } })
  const poll = await viewOf(ctx, pollId, now)
  return { success: true, message: 'Poll created successfully!', pollId: uid, poll }
}

/**
 * `polls.update`: question and options until the first vote, the closing date as long as the poll is open. What is the same
 * as before is no change.
 * @throws NationError `forbidden`, `poll_not_found`, `poll_closed`, `poll_locked`, and what a new poll may be refused for
 */
export async function updatePoll(
  ctx: CitizenContext,
  input: CallInput<'polls.update'>,
): Promise<CallOutput<'polls.update'>> {
  if (!can(ctx.caller, 'polls.update')) throw new NationError('forbidden')
  const poll = await lockPoll(ctx.tx, input.pollId)
  if (!can(await callerNow(ctx), 'polls.update')) throw new NationError('forbidden')
  const now = ctx.now()
  const options = (await optionsOf(ctx.tx, [poll.id])).get(poll.id) ?? []
  const change = changeOf(poll, options, input)
  const texts = change.question !== undefined || change.options !== undefined
  allow(canChangePoll({ ...poll, totalVotes: totalOf(options) }, { texts, closesAt: change.closesAt }, now))
  if (texts) {
    const old = options.map(({ text }) => text)
    allow(pollTextsComplete({ question: change.question ?? poll.question, options: change.options ?? old }))
  }
  if (texts || change.closesAt !== undefined) await applyChange(ctx, poll, options, change, now)
  return { success: true, poll: await viewOf(ctx, poll.id, now) }
}

interface Change {
  readonly question: string | undefined
  readonly options: readonly string[] | undefined
  readonly closesAt: Date | null | undefined
}

/** What of the request differs from the poll as it is. */
function changeOf(poll: PollRow, options: readonly OptionRow[], input: CallInput<'polls.update'>): Change {
  const closesAt = instantOf(input.closesAt)
  const sameOptions =
    input.options?.length === options.length && input.options.every((text, place) => text === options[place]?.text)
  return {
    question: input.question === poll.question ? undefined : input.question,
    options: sameOptions ? undefined : input.options,
    closesAt: closesAt?.getTime() === poll.closesAt?.getTime() ? undefined : closesAt,
  }
}

async function applyChange(
  ctx: CitizenContext,
  poll: PollRow,
  options: readonly OptionRow[],
  change: Change,
  now: Date,
): Promise<void> {
  // No two states of a poll have the same `updatedAt`: it names the state that a caller has read.
  const at = new Date(Math.max(now.getTime(), poll.updatedAt.getTime() + 1))
  await ctx.tx.getRepository(Poll).update(
    { id: poll.id },
    {
      updatedAt: at,
      ...(change.question !== undefined && { question: change.question }),
      ...(change.closesAt !== undefined && { closesAt: change.closesAt }),
    },
  )
  // New texts are new options: a vote that was on its way to an old one finds it gone, and is not counted for another.
  if (change.options || change.question !== undefined) {
    await ctx.tx.getRepository(PollOption).delete({ pollId: poll.id })
    await writeOptions(ctx, poll.id, change.options ?? options.map(({ text }) => text))
  }
  const before = {
    ...(change.question !== undefined && { question: poll.question }),
    ...(change.options && { options: options.map(({ text }) => text) }),
    ...(change.closesAt !== undefined && { closesAt: poll.closesAt?.getTime() ?? null }),
  }
  await log(ctx, poll.id, 'updated', at, { before })
  const facts = { pollId: poll.uid, changes: Object.keys(before) as (keyof typeof before)[] }
  ctx.journal.add({ kind: 'polls.updated', actor: ctx.caller.uid, subject: poll.uid, facts })
}

/**
 * `polls.close`: for good. Votes that were acknowledged are in: it waits for those in flight, and none begins after it.
 * @throws NationError `poll_not_found`, `poll_close_forbidden`, `poll_closed`
 */
export async function closePoll(
  ctx: CitizenContext,
  input: CallInput<'polls.close'>,
): Promise<CallOutput<'polls.close'>> {
  const poll = await lockPoll(ctx.tx, input.pollId)
  const caller = await callerNow(ctx)
  const now = ctx.now()
  if (!can(caller, 'polls.close', await makerOf(ctx.tx, poll))) throw new NationError('poll_close_forbidden')
  allow(canClosePoll(poll, now))
  await ctx.tx.getRepository(Poll).update({ id: poll.id }, { status: 'closed', closedAt: now, updatedAt: now })
  await countPoll(ctx.tx, poll.id, { from: poll.status, to: 'closed' })
  await deleteFormerVotes(ctx.tx, poll.id)
  await log(ctx, poll.id, 'closed', now)
  const facts = { pollId: poll.uid, by: 'person' }
  ctx.journal.add({ kind: 'polls.closed', actor: ctx.caller.uid, subject: poll.uid, facts })
  return { success: true, message: 'Poll closed successfully', poll: await viewOf(ctx, poll.id, now) }
}

/**
 * `polls.delete`: the poll is no longer shown; votes and log stay on record.
 * @throws NationError `poll_not_found`, `poll_delete_forbidden`
 */
export async function deletePoll(
  ctx: CitizenContext,
  input: CallInput<'polls.delete'>,
): Promise<CallOutput<'polls.delete'>> {
  const poll = await lockPoll(ctx.tx, input.pollId)
  const caller = await callerNow(ctx)
  const now = ctx.now()
  if (!can(caller, 'polls.delete', await makerOf(ctx.tx, poll))) throw new NationError('poll_delete_forbidden')
  await ctx.tx.getRepository(Poll).update({ id: poll.id }, { status: 'deleted', updatedAt: now })
  await countPoll(ctx.tx, poll.id, { from: poll.status, to: 'deleted' })
  await deleteFormerVotes(ctx.tx, poll.id)
  await log(ctx, poll.id, 'deleted', now)
  ctx.journal.add({ kind: 'polls.deleted', actor: ctx.caller.uid, subject: poll.uid, facts: { pollId: poll.uid } })
  const facts = { what: 'poll', reason: input.reason ?? null } as const
  ctx.journal.add({ kind: 'admin.deleted', actor: ctx.caller.uid, subject: poll.uid, facts })
  return { success: true, message: 'Poll deleted', pollId: poll.uid }
}

/** Takes a poll for oneself: it waits for votes in flight, and lets none begin. */
async function lockPoll(tx: EntityManager, uid: string): Promise<PollRow> {
  const [poll] = await pollsByUid(tx, [uid], 'FOR UPDATE')
  if (!poll) throw new NationError('poll_not_found')
  return poll
}

async function makerOf(tx: EntityManager, poll: PollRow): Promise<{ createdById: string }> {
  const row = await readFirst(tx, { uid: column.text }, 'SELECT uid FROM citizens WHERE id = ?', [poll.createdBy])
  return { createdById: row?.uid ?? '' }
}

async function writeOptions(ctx: CitizenContext, pollId: string, texts: readonly string[]): Promise<void> {
  const rows = texts.map((text, place) => ({ uid: ctx.newId(), pollId, place, text, votes: 0 }))
  await ctx.tx.getRepository(PollOption).insert(rows)
}

async function log(
  ctx: CitizenContext,
  pollId: string,
  what: PollLogEntry['what'],
  at: Date,
  facts: PollLogFacts = {},
): Promise<void> {
  await ctx.tx.getRepository(PollLogEntry).insert({ pollId, what, byId: ctx.caller.id, at, facts })
}

async function viewOf(ctx: CitizenContext, pollId: string, now: Date): Promise<PollView> {
  const view = await pollView(ctx.tx, ctx.caller, pollId, now)
  if (!view) throw new NationError('poll_not_found')
  return view
}

const instantOf = (at: number | null | undefined): Date | null | undefined =>
  typeof at === 'number' ? new Date(at) : at
