import { stageColumn } from '../columns'
import { electionLimits, gapAt, nextOpening, type ElectionDates } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { readFeatures } from '../../system'
import { column, readFirst, readRows, type RowOf } from '../../platform'

/** A step of the rollover; each is one transaction. */
export type StepName = 'open' | 'close-phase-one' | 'count' | 'seat' | 'complete' | 'plan'

/** The next step that is due: a step of an election, or planning the election that fills a gap. */
export type DueStep =
  | { readonly step: Exclude<StepName, 'plan'>; readonly electionId: string; readonly dueAt: Date }
  | { readonly step: 'plan'; readonly dates: ElectionDates; readonly dueAt: Date }

const openRow = {
  id: column.key,
  stage: stageColumn,
  starts_at: column.instant,
  phase_two_at: column.instant,
  ends_at: column.instant,
  recount_failed_at: column.instant.nullable,
}

type OpenRow = RowOf<typeof openRow>

/** The pause before an election is counted again whose recount contradicted the tallies. */
const recountPause = 60_000
const week = 7 * 86_400_000

/**
 * The next step whose time has come, earliest election first; null when all is done. An election is finished before a
 * later one is touched. Weeks that the machine slept through get no election of their own: no citizen could have stood or
 * voted in them, so the last elected government stays in office until an election is over that began after that.
 */
export async function dueStep(manager: EntityManager, now: Date): Promise<DueStep | null> {
  const rows = await readRows(
    manager,
    openRow,
    `SELECT id, stage, starts_at, phase_two_at, ends_at, recount_failed_at FROM elections
     WHERE stage NOT IN ('completed', 'cancelled') ORDER BY starts_at`,
  )
  for (const row of rows) {
    const next = nextStep(row)
    if (next.dueAt <= now) return { ...next, electionId: row.id }
    // It has ended and waits to be counted again. No later election is touched before.
    if (row.ends_at <= now) return null
  }
  // Planned and running elections continue to their end; while elections are switched off, no new one begins.
  if (!(await readFeatures(manager)).elections) return null
  const dates = await gapNow(manager, now)
  return dates && { step: 'plan', dates, dueAt: dates.startsAt < now ? dates.startsAt : now }
}

function nextStep(row: OpenRow): { step: Exclude<StepName, 'plan'>; dueAt: Date } {
  switch (row.stage) {
    case 'planned':
      return { step: 'open', dueAt: row.starts_at }
    case 'phase_one':
      return { step: 'close-phase-one', dueAt: row.phase_two_at }
    case 'phase_two':
      return { step: 'count', dueAt: countDue(row) }
    case 'counted':
      return { step: 'seat', dueAt: row.ends_at }
    case 'seated':
    case 'completed':
    case 'cancelled':
      return { step: 'complete', dueAt: row.ends_at }
  }
}

function countDue(row: OpenRow): Date {
  const failed = row.recount_failed_at
  return failed ? new Date(failed.getTime() + recountPause) : row.ends_at
}

/** The election that the calendar lacks at this instant; null when there is one, or when the gap is too short. */
export async function gapNow(manager: EntityManager, now: Date): Promise<ElectionDates | null> {
  const { taken, cancelled } = await datesAround(manager, now, new Date(now.getTime() + week))
  return gapAt(now, taken, cancelled, await isGoverned(manager))
}

/** When the next election opens as the calendar stands now: a planned one, or one with which the rollover fills a gap. */
export async function nextOpeningNow(manager: EntityManager, now: Date): Promise<Date> {
  const furthest = now.getTime() + electionLimits.startsWithin + electionLimits.longest
  const { taken, cancelled } = await datesAround(manager, now, new Date(furthest))
  return nextOpening(now, taken, cancelled, await isGoverned(manager))
}

/** Whether officials are in office, whose terms the end of an election would end. */
async function isGoverned(manager: EntityManager): Promise<boolean> {
  const term = await readFirst(
    manager,
    { held: column.integer },
    'SELECT 1 AS held FROM terms WHERE active_office IS NOT NULL LIMIT 1',
  )
  return term !== undefined
}

/** What the calendar has, and what was taken out of it, from a week before an instant to another instant. */
async function datesAround(manager: EntityManager, now: Date, to: Date) {
  const rows = await readRows(
    manager,
    { starts_at: column.instant, ends_at: column.instant, cancelled_at: column.instant.nullable },
    `SELECT starts_at, ends_at, IF(stage = 'cancelled', cancelled_at, NULL) AS cancelled_at FROM elections
     WHERE ends_at > ? AND starts_at < ?`,
    [new Date(now.getTime() - week), to],
  )
  const dates = rows.map(({ starts_at: startsAt, ends_at: endsAt, cancelled_at: cancelledAt }) => ({
    startsAt,
    endsAt,
    cancelledAt,
  }))
  return {
    taken: dates.filter(({ cancelledAt }) => cancelledAt === null),
    cancelled: dates.flatMap(({ cancelledAt, ...one }) => (cancelledAt === null ? [] : [{ ...one, cancelledAt }])),
  }
}
