import { useNowAmong } from '../../../ui'
import type { Election } from './types'

/** Where a half-open span lies from now. */
export type Stage = 'before' | 'open' | 'after'

/** The stage of the span [opensAt, closesAt) at an instant. */
export const stageAt = (opensAt: number, closesAt: number, now: number): Stage =>
  now < opensAt ? 'before' : now < closesAt ? 'open' : 'after'

/** The stage of a span, renewed when it changes and not before. */
export const useStage = (opensAt: number, closesAt: number): Stage =>
  stageAt(opensAt, closesAt, useNowAmong([opensAt, closesAt]))

/** The nation's time for the stages of an election and its offices, renewed when one of them changes. */
export const useElectionNow = (election: Election | undefined): number =>
  useNowAmong(
    election
      ? [election.startsAt, election.phaseTwoAt, election.endsAt].concat(
          election.positions.flatMap(({ opensAt, closesAt }) => [opensAt, closesAt]),
        )
      : [],
  )
