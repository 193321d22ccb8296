import { can } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import {
  canPlan,
  candidaciesOpen,
  datesOf,
  nextInstant,
  percentOf,
  phaseAt,
  positions,
  statusAt,
  votingOpen,
  votingSpan,
  type PositionDefinition,
} from '@nation/domain/elections'
import { allow, NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { callerNow } from '../auth'
import { type CitizenContext, type Context, cursorInstant, readCursor, writeCursor } from '../platform'
import { candidateCounts, electionFacts } from './candidates-counter'
import { electionMeant, inCalendar, latestEnded, lockCalendar, openOrNext } from './calendar'
import { Election, TallyPublication } from './election.entity'
import { turnoutSoFar } from './live-turnout'
import { nextOpeningNow } from './rollover/due'
import { readLimits } from '../system'

type View = CallOutput<'elections.get'>['election']
export type ElectionSummary = CallOutput<'elections.list'>['elections'][number]

/** The open election, or else the next one, or else the one that ended last; null when there was none. */
export async function currentElection(ctx: Context): Promise<CallOutput<'elections.current'>> {
  const now = ctx.now()
  const election = (await openOrNext(ctx.tx, now)) ?? (await latestEnded(ctx.tx, now))
  return {
    success: true,
    election: election && (await electionView(ctx.tx, election, now)),
    nextOpening: (await nextOpeningNow(ctx.tx, now)).getTime(),
    now: now.getTime(),
  }
}

/**
 * One election with its positions.
 * @throws NationError `election_not_found`
 */
export async function getElection(
  ctx: Context,
  input: CallInput<'elections.get'>,
): Promise<CallOutput<'elections.get'>> {
  const now = ctx.now()
  const election = await electionMeant(ctx.tx, input.electionId, now)
  return { success: true, election: await electionView(ctx.tx, election, now), now: now.getTime() }
}

/** Whether the list contains cancelled elections: only when the caller asks for them. */
const statusConditions = {
  all: inCalendar,
  upcoming: `election.startsAt > :now AND ${inCalendar}`,
  active: `election.startsAt <= :now AND election.endsAt > :now AND ${inCalendar}`,
  past: `election.endsAt <= :now AND ${inCalendar}`,
  cancelled: `NOT (${inCalendar})`,
} as const

/** Elections by status: upcoming ones with the soonest first, all others with the newest first. */
export async function listElections(
  ctx: Context,
  input: CallInput<'elections.list'>,
): Promise<CallOutput<'elections.list'>> {
  const now = ctx.now()
  const soonestFirst = input.status === 'upcoming'
  // At one instant begins one of those that stand, and any number of those that were cancelled: each by its index.
  const second = input.status === 'cancelled' ? 'id' : 'cancelledNumber'
  const query = ctx.tx
    .getRepository(Election)
    .createQueryBuilder('election')
    .where(statusConditions[input.status], { now })
    .orderBy('election.startsAt', soonestFirst ? 'ASC' : 'DESC')
    .addOrderBy(`election.${second}`, soonestFirst ? 'ASC' : 'DESC')
    .take(input.limit + 1)
  if (input.cursor) {
    const [at, key] = readCursor(input.cursor, 2)
    const beyond = soonestFirst ? '>' : '<'
    query.andWhere(
      `election.startsAt ${beyond}= :at AND (election.startsAt ${beyond} :at OR election.${second} ${beyond} :key)`,
      { at: cursorInstant(at), key },
    )
  }
  const found = await query.getMany()
  const page = found.slice(0, input.limit)
  const last = page[page.length - 1]
  return {
    success: true,
    elections: await electionSummaries(ctx.tx, page, now),
    nextCursor: found.length > input.limit && last ? writeCursor([last.startsAt.getTime(), last[second]]) : null,
    now: now.getTime(),
  }
}

/**
 * Plans an election on dates of its own (ruling: election week). The rollover plans regular weeks around it.
 * @throws NationError `election_dates_invalid`, `election_overlaps`
 */
export async function createElection(
  ctx: CitizenContext,
  input: CallInput<'elections.create'>,
): Promise<CallOutput<'elections.create'>> {
  await lockCalendar(ctx.tx)
  if (!can(await callerNow(ctx), 'elections.create')) throw new NationError('forbidden')
  const now = ctx.now()
  const phaseTwoAt = input.phaseTwoAt === undefined ? undefined : validDate(input.phaseTwoAt)
  const dates = datesOf(validDate(input.startsAt), validDate(input.endsAt), phaseTwoAt)
  allow(canPlan(dates, now, await electionsAround(ctx.tx, dates)))
  const election = await planElection(ctx, dates, ctx.caller.id)
  writePlanned(ctx, election, ctx.caller.uid)
  return { success: true, election: await electionView(ctx.tx, election, now), now: now.getTime() }
}

function validDate(ms: number): Date {
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) throw new NationError('election_dates_invalid')
  return date
}

/** The elections that overlap these dates or touch them. */
export function electionsAround(tx: EntityManager, dates: Pick<Election, 'startsAt' | 'endsAt'>): Promise<Election[]> {
  return tx
    .getRepository(Election)
    .createQueryBuilder('election')
    .where(`election.endsAt >= :from AND election.startsAt <= :to AND ${inCalendar}`, {
      from: dates.startsAt,
      to: dates.endsAt,
    })
    .getMany()
}

/** Tells that an election is in the calendar. @param actor the citizen who planned it; null for the nation itself */
export function writePlanned(ctx: Context, { uid, startsAt, endsAt }: Election, actor: string | null): void {
  ctx.journal.add({
    kind: 'elections.planned',
    ...(actor !== null && { actor }),
    subject: uid,
    facts: { electionId: uid, startsAt: startsAt.getTime(), endsAt: endsAt.getTime() },
  })
}

/** Adds an election to the calendar. The rollover opens it, and takes its roll, at its time. */
export async function planElection(
  ctx: Context,
  dates: Pick<Election, 'startsAt' | 'phaseTwoAt' | 'endsAt'>,
  createdBy: string | null,
): Promise<Election> {
  const elections = ctx.tx.getRepository(Election)
  const election = elections.create({
    ...dates,
    uid: ctx.newId(),
    stage: 'planned',
    createdBy,
    createdAt: ctx.now(),
    openedAt: null,
    phaseOneClosedAt: null,
    countedAt: null,
    seatedAt: null,
    completedAt: null,
    cancelledAt: null,
    cancelledBy: null,
    cancelReason: null,
    cancelledNumber: '0',
    recountFailedAt: null,
    voters: null,
    eligibleVoters: null,
    rollWallets: null,
    rollLastKnown: null,
    rollMethod: null,
    rollSlot: null,
  })
  await elections.insert(election)
  await ctx.tx.getRepository(TallyPublication).insert({
    electionId: election.id,
    asOf: election.startsAt,
    ballotsFrom: '0',
    voters: 0,
    shownVoters: 0,
    eligible: null,
    eligibleAt: null,
  })
  return election
}

/** The turnout; null until the votes are counted. */
export function turnoutOf(election: Pick<Election, 'voters' | 'eligibleVoters'>): ElectionSummary['turnout'] {
  const { voters, eligibleVoters: eligible } = election
  return voters === null || eligible === null ? null : { voters, eligible, percent: percentOf(voters, eligible) }
}

/** Elections as lists show them. */
export async function electionSummaries(
  tx: EntityManager,
  elections: readonly Election[],
  now: Date,
): Promise<ElectionSummary[]> {
  if (elections.length === 0) return []
  const facts = await electionFacts(
    tx,
    elections.map(({ id }) => id),
  )
  return elections.map((election) => ({
    id: election.uid,
    ...whereIn(election, now),
    startDate: election.startsAt.getTime(),
    endDate: election.endsAt.getTime(),
    startsAt: election.startsAt.getTime(),
    phaseTwoAt: election.phaseTwoAt.getTime(),
    endsAt: election.endsAt.getTime(),
    resultsReady: election.seatedAt !== null,
    totalCandidates: facts.get(election.id)?.candidates ?? 0,
    turnout: turnoutOf(election),
    createdBy: facts.get(election.id)?.creator ?? null,
    cancelled: cancellationOf(election),
  }))
}

function cancellationOf({ cancelledAt, cancelReason }: Election): ElectionSummary['cancelled'] {
  return cancelledAt && { at: cancelledAt.getTime(), reason: cancelReason ?? '' }
}

/** The phase of an election at an instant; a cancelled one has none. */
function whereIn(election: Election, now: Date): Pick<ElectionSummary, 'isActive' | 'phase' | 'status'> {
  if (election.stage === 'cancelled') return { isActive: false, phase: null, status: 'cancelled' }
  const status = statusAt(election, now)
  return { isActive: status === 'active', phase: phaseAt(election, now), status }
}

async function electionView(tx: EntityManager, election: Election, now: Date): Promise<View> {
  const [summary] = await electionSummaries(tx, [election], now)
  if (!summary) throw new NationError('election_not_found')
  const counts = (await candidateCounts(tx, [election.id])).get(election.id)
  const { candidacyTokens } = await readLimits(tx)
  return {
    ...summary,
    nextInstant: summary.cancelled ? null : (nextInstant(election, now)?.getTime() ?? null),
    turnoutSoFar: summary.isActive ? await turnoutSoFar(tx, election.id) : null,
    positions: positions.map((position) => ({
      ...positionView(position, election, counts?.[position.id] ?? 0, now),
      tokenRequirement: candidacyTokens,
    })),
  }
}

function positionView(definition: PositionDefinition, election: Election, candidateCount: number, now: Date) {
  const span = votingSpan(election, definition.id)
  return {
    ...definition,
    attachments: definition.attachments.map((one) => ({ ...one, acceptedTypes: [...one.acceptedTypes] })),
    candidateCount,
    opensAt: span.from.getTime(),
    closesAt: span.to.getTime(),
    votingOpen: votingOpen(election, definition.id, now).allowed,
    candidaciesOpen: candidaciesOpen(election, definition.id, now).allowed,
  }
}
