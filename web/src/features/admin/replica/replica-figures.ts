import { electedRoles } from '@nation/domain/elections'
import type { ReplicaRow } from '@nation/domain/replica'
import type { Replica } from '../../../lib/replica'

/** What the copy can say of the nation at a glance. */
export interface ReplicaFigures {
  readonly citizens: number
  readonly seats: number
  readonly seatsFilled: number
  readonly openPolls: number
  readonly openTasks: number
  /** Salaries that are recorded and not paid yet. */
  readonly unpaid: number
  /** The budget of a cycle; null while the bank was not read. */
  readonly poolCents: string | null
  readonly dueAt: number | null
  /** The election that was counted last, with those who might vote in it. */
  readonly counted: Pick<ReplicaRow<'elections'>, 'startsAt' | 'voters' | 'eligibleVoters'> | null
}

/** Counts what the copy holds: its rows are in memory. */
export function replicaFigures(replica: Pick<Replica, 'rows'>): ReplicaFigures {
  const members = [...replica.rows('members')]
  const held = new Set(members.map(({ governmentRole }) => governmentRole))
  const [bank] = [...replica.rows('bank')]
  const [counted] = [...replica.rows('elections')]
    .filter(({ voters, eligibleVoters }) => voters !== null && eligibleVoters !== null)
    .sort((one, other) => other.startsAt - one.startsAt)
  return {
    citizens: members.length,
    seats: electedRoles.length,
    seatsFilled: electedRoles.filter((role) => held.has(role)).length,
    openPolls: [...replica.rows('polls')].filter(({ status }) => status === 'open').length,
    openTasks: [...replica.rows('tasks')].filter(({ status }) => status === 'open').length,
    unpaid: [...replica.rows('payments')].filter(({ paidAt }) => paidAt === null).length,
    poolCents: bank?.totalCents ?? null,
    dueAt: bank?.cycle?.dueAt ?? null,
    counted: counted ?? null,
  }
}

/** When the newest entry of the gazette or the audit happened that the copy holds; null where it holds none. */
export function newestEntry(replica: Pick<Replica, 'rows'>): number | null {
  let newest: number | null = null
  for (const table of ['gazette', 'audit'] as const)
    for (const { at } of replica.rows(table)) if (newest === null || at > newest) newest = at
  return newest
}
