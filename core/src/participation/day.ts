import { dollarsOf, paymentStatus, treasuryLacksCents } from '@nation/domain/bank'
import { eligibleToVote, electedRoles, votingSpan } from '@nation/domain/elections'
import {
  can,
  governmentRoles,
  isAdministrator,
  messengerGroups,
  type GovernmentRole,
  type MessengerGroup,
} from '@nation/domain/permissions'
import type { CallOutput } from '@nation/domain/contract'
import { mayRead } from '@nation/domain/messenger'
import { dayLimits } from '@nation/domain/participation'
import { isOverdue } from '@nation/domain/tasks'
import { isJobName } from '@nation/domain/work'
import { bankWaiting, inForceNow, salariesWaiting } from '../bank'
import {
  candidateCounts,
  ownOutcome,
  ownStanding,
  ownVotes,
  type CandidateCounts,
  type OwnStanding,
  type Election,
} from '../elections'
import { heldOffices } from '../government'
import { interviewsWaiting } from '../interviews'
import { conversationsWaiting, mentionsWaiting, reportsWaiting } from '../messenger'
import {
  column,
  readOne,
  readWaits,
  type CitizenContext,
  type SignedIn,
  type Statement,
  type WaitRow,
} from '../platform'
import { pollsWaiting } from '../polls'
import { tasksWaiting } from '../tasks'
import { failingJobs, stuckWork } from '../work'
import { openElection, votedPositions } from './overview'

type Day = CallOutput<'participation.day'>
type Rows = (kind: string) => WaitRow[]

/** `participation.day`: what waits for the caller (decision 89). */
export async function readDay(ctx: CitizenContext): Promise<Day> {
  const { tx, caller } = ctx
  const now = ctx.now()
  const election = await openElection(tx, now)
  const eligible = await mayVote(ctx, now)
  const waits = await readWaits(tx, armsOf(caller, now))
  const standing = await ownStanding(ctx)
  const elections = [...new Set([election?.id, standing?.electionId].filter((id) => id !== undefined))]
  const counts = elections.length > 0 ? await candidateCounts(tx, elections) : new Map<string, CandidateCounts>()
  return {
    success: true,
    eligibleToVote: eligible,
    votes: election && eligible ? await votesLeft(ctx, election, counts.get(election.id), now) : null,
    polls: eligible ? some(waits('poll'), asPoll) : { total: 0, first: [] },
    interviews: some(waits('interview'), ({ id, title }) => ({ id, title: title ?? '' })),
    tasks: caller.governmentRole === null ? null : some(waits('task'), (row) => asTask(row, now)),
    conversations: some(waits('conversation'), ({ id, title, n }) => ({ id, username: title ?? '', unread: n })),
    mentions: mentionsIn(waits),
    candidacy: standing && present(standing, counts.get(standing.electionId)),
    outcome: await ownOutcome(ctx),
    vacancies: await vacanciesOf(ctx, waits),
    reports: can(caller, 'content.moderate') ? (waits('report')[0]?.n ?? 0) : null,
    bank: can(caller, 'bank.manage') ? bankOf(waits, now) : null,
    work: isAdministrator(caller) ? workOf(waits) : null,
    now: now.getTime(),
  }
}

async function mayVote({ tx, caller }: CitizenContext, now: Date): Promise<boolean> {
  const facts = await readOne(
    tx,
    { x_created_at: column.instant, votes_from: column.instant.nullable },
    'SELECT x_created_at, votes_from FROM citizens WHERE id = ?',
    [caller.id],
  )
  return eligibleToVote({ xCreatedAt: facts.x_created_at, votesFrom: facts.votes_from }, now).eligible
}

/** What is read of this caller: of each kind what they may see, and nothing else. */
function armsOf(caller: SignedIn, now: Date): Statement[] {
  const { id, governmentRole: office } = caller
  const groups = messengerGroups.filter((group) => mayRead(caller, group))
  return [
    pollsWaiting(id, now, dayLimits.named),
    interviewsWaiting(id, dayLimits.named),
    conversationsWaiting(id, dayLimits.named),
    mentionsWaiting(id, groups),
    ...(office ? [tasksWaiting(id, office, dayLimits.named)] : []),
    ...(fills(caller).length > 0 ? [heldOffices] : []),
    ...(can(caller, 'content.moderate') ? [reportsWaiting(id)] : []),
    ...(can(caller, 'bank.manage') ? [bankWaiting, salariesWaiting] : []),
    ...(isAdministrator(caller) ? [failingJobs, stuckWork] : []),
  ]
}

/** The offices that a caller may fill while they are vacant. */
const fills = (caller: SignedIn): GovernmentRole[] =>
  governmentRoles.filter((office) => can(caller, 'members.appoint', { office }))

/** The offices that take votes, and which of them have none of the caller's. */
async function votesLeft(
  ctx: CitizenContext,
  election: Election,
  counts: CandidateCounts | undefined,
  now: Date,
): Promise<Day['votes']> {
  const open = votedPositions(election, counts, now)
  if (!open[0]) return null
  const voted = new Set((await ownVotes(ctx, election.id)).map(({ position }) => position))
  return {
    electionId: election.uid,
    open: open.length,
    positions: open.filter((position) => !voted.has(position)),
    closesAt: votingSpan(election, open[0]).to.getTime(),
  }
}

const some = <Thing>(rows: readonly WaitRow[], present: (row: WaitRow) => Thing) => ({
  total: rows[0]?.total ?? 0,
  first: rows.map(present),
})

const asPoll = ({ id, title, at }: WaitRow) => ({ id, question: title ?? '', closesAt: at?.getTime() ?? null })

const asTask = ({ id, title, at }: WaitRow, now: Date) => ({
  id,
  title: title ?? '',
  dueDate: at?.getTime() ?? null,
  overdue: isOverdue({ status: 'open', dueAt: at }, now),
})

function mentionsIn(waits: Rows): Day['mentions'] {
  return messengerGroups.flatMap((group: MessengerGroup) => {
    const count = waits('mention').find(({ id }) => id === group)?.n ?? 0
    return count > 0 ? [{ group, count }] : []
  })
}

const isElected = (office: GovernmentRole) => electedRoles.includes(office)

/** An office that is only appointed is missed while the bank pays it: otherwise its share stays in the treasury, unnoticed. */
async function vacanciesOf({ tx, caller }: CitizenContext, waits: Rows): Promise<Day['vacancies']> {
  const mine = fills(caller)
  if (mine.length === 0) return null
  const held = new Set(waits('seat').map(({ id }) => id))
  const vacant = mine.filter((office) => !held.has(office))
  if (vacant.every(isElected)) return vacant
  const { percentages } = await inForceNow(tx)
  return vacant.filter((office) => isElected(office) || (percentages[office] ?? 0) > 0)
}

function bankOf(waits: Rows, now: Date): Day['bank'] {
  const bank = waits('bank')[0]
  const dueAt = bank?.at?.getTime() ?? null
  const lacks = treasuryLacksCents(bank?.n ?? 0, bank?.total ?? 0)
  return {
    payday: paymentStatus(dueAt, now.getTime()).isDue ? dueAt : null,
    salaries: waits('salary')[0]?.n ?? 0,
    lacks: dollarsOf(lacks),
    lacksCents: String(lacks),
    dueAt,
  }
}

const workOf = (waits: Rows): Day['work'] => ({
  failing: waits('failing')
    .map(({ id }) => id)
    .filter(isJobName),
  stuck: waits('stuck')[0]?.n ?? 0,
})

function present({ electionId: _, ...standing }: OwnStanding, counts: CandidateCounts | undefined): Day['candidacy'] {
  return { ...standing, candidates: Math.max(standing.rank, counts?.[standing.position] ?? 0) }
}
