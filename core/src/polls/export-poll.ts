import { can } from '@nation/domain/permissions'
import type { CallInput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { csvOf } from '@nation/domain/formats'
import type { CitizenContext } from '../platform'
import { publicPolls, type PublicPoll } from './poll-views'
import { logOf, namedPoll, type PollLog } from './poll-details'

/** A file as it is sent. */
export interface PollFile {
  readonly name: string
  readonly type: string
  readonly text: string
}

/**
 * `polls.export`: a poll with its results as a table, or with its log as JSON. Who voted for what is in neither.
 * @throws NationError `poll_not_found`, `poll_export_forbidden`
 */
export async function exportPoll(ctx: CitizenContext, input: CallInput<'polls.export'>): Promise<PollFile> {
  const now = ctx.now()
  const row = await namedPoll(ctx.tx, input.pollId)
  const [poll] = await publicPolls(ctx.tx, [row.id], now)
  if (!poll) throw new NationError('poll_not_found')
  if (!can(ctx.caller, 'polls.export', poll)) throw new NationError('poll_export_forbidden')
  const name = `poll-${poll.id}.${input.format}`
  ctx.journal.add({ kind: 'admin.exported', actor: ctx.caller.uid, facts: { file: 'poll', about: poll.id } })
  if (input.format === 'csv') return { name, type: 'text/csv; charset=utf-8', text: tableOf(poll, now) }
  const log = await logOf(ctx.tx, row.id)
  return { name, type: 'application/json', text: documentOf(poll, log, now) }
}

const columns = ['poll', 'question', 'created_by', 'created_by_role', 'created_at', 'status', 'closed_at', 'counted_at']
const optionColumns = ['place', 'option', 'votes', 'percentage', 'shown_percentage', 'total_votes']

/** One line for each option. */
function tableOf(poll: PublicPoll, now: Date): string {
  const facts = [
    poll.id,
    poll.question,
    poll.createdBy,
    poll.createdByRole,
    isoOf(poll.createdAt),
    poll.isActive ? 'active' : 'closed',
    isoOf(poll.closedAt),
    now.toISOString(),
  ]
  const lines = poll.options.map((option, place) => [
    ...facts,
    place + 1,
    option.text,
    option.votes,
    option.percentage,
    option.shownPercentage,
    poll.totalVotes,
  ])
  return csvOf([...columns, ...optionColumns], lines)
}

function documentOf(poll: PublicPoll, log: PollLog, now: Date): string {
  const entries = log.map((entry) => ({ ...entry, at: isoOf(entry.at) }))
  const dates = {
    createdAt: isoOf(poll.createdAt),
    updatedAt: isoOf(poll.updatedAt),
    closesAt: isoOf(poll.closesAt),
    closedAt: isoOf(poll.closedAt),
  }
  const facts = { format: 'nation-poll-1', countedAt: now.toISOString(), poll: { ...poll, ...dates }, log: entries }
  return `${JSON.stringify(facts, null, 2)}\n`
}

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
