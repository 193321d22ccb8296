import { votingSpan } from '@nation/domain/elections'
import type { ElectionSummary, Result } from '../shared/types'
import { stageAt, type Stage } from '../shared/use-stage'

/** Where the voting for an office stands. */
export interface Voting {
  readonly stage: Stage
  readonly opensAt: number
}

/** Where the voting for each office of an election stands at an instant. */
export const votingOf =
  ({ startsAt, phaseTwoAt, endsAt }: ElectionSummary, now: number) =>
  ({ position }: Pick<Result, 'position'>): Voting => {
    const dates = { startsAt: new Date(startsAt), phaseTwoAt: new Date(phaseTwoAt), endsAt: new Date(endsAt) }
    const { from, to } = votingSpan(dates, position)
    return { stage: stageAt(from.getTime(), to.getTime(), now), opensAt: from.getTime() }
  }
