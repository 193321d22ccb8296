import type { CandidacyStatus, DecidingRule, ElectionStage } from '@nation/domain/elections'
import { column } from '../platform'

const stages = [
  'planned',
  'phase_one',
  'phase_two',
  'counted',
  'seated',
  'completed',
  'cancelled',
] as const satisfies readonly ElectionStage[]

const statuses = ['active', 'withdrawn', 'archived'] as const satisfies readonly CandidacyStatus[]

/** The stage of an election. */
export const stageColumn = column.oneOf(stages)

const rules = ['weight', 'voters', 'earlier', 'unopposed', 'vacant'] as const satisfies readonly DecidingRule[]

/** The rule that decided a position. */
export const ruleColumn = column.oneOf(rules)

/** The status of a candidacy. */
export const statusColumn = column.oneOf(statuses)
