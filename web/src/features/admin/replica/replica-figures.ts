import { electedRoles } from '@nation/domain/elections'
import type { ReplicaRow } from '@nation/domain/replica'
import type { Replica } from '../../../lib/replica'

/** The figures of the nation that the copy contains. */
export interface ReplicaFigures {
  readonly citizens: number
  readonly seats: number
  readonly seatsFilled: number
  readonly openPolls: number
  readonly openTasks: number
  /** Salaries that are recorded and not paid yet. */
  readonly unpaid: number
  /** The budget of a cycle; null until the bank was read. */
  readonly poolCents: string | null
  readonly dueAt: number | null
  /** The election that was counted last, with the number of citizens who could vote in it. */
  readonly counted: Pick<ReplicaRow<'elections'>, 'startsAt' | 'voters' | 'eligibleVoters'> | null
}

/** Counts the rows of the copy, which are in memory. */
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

/** The time of the newest entry of the gazette or the audit in the copy; null without entries. */
export function newestEntry(replica: Pick<Replica, 'rows'>): number | null {
  let newest: number | null = null
  for (const table of ['gazette', 'audit'] as const)
    for (const { at } of replica.rows(table)) if (newest === null || at > newest) newest = at
  return newest
}
