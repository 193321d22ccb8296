import { chanceFrom, earlierCampaign, openCampaigns, pastContests, standingAgain, type Campaign } from '@nation/demo'
import { positionOf, type ElectionDates } from '@nation/domain/elections'
import { after, day, hour, minute } from './calendar'

/** A candidate in one of the demo's elections. */
export interface PlannedCandidacy {
  readonly campaign: Campaign
  /** Which of the demo's weeks, 0 the oldest. */
  readonly election: number
  readonly stoodAt: Date
  readonly withdrawnAt: Date | null
}

/** Tobias Pemberton gives up on Tuesday evening, so that the demo has a withdrawal to show. */
const givesUp = { handle: 'pemberton1999', atMs: day + 19 * hour + 40 * minute }

/** When the officials who stand again hand in their candidacies, after the Monday of the open election. */
const againAtMs: readonly number[] = [10 * hour + 12 * minute, 14 * hour + 40 * minute, day + 9 * hour + 5 * minute]

/** All candidacies of an election of the demo. */
export function plannedCandidacies(weeks: readonly ElectionDates[], election: number): PlannedCandidacy[] {
  const { startsAt } = weeks[election]!
  const contests = pastContests[election]
  if (!contests) return openCandidacies(election, startsAt)
  const before = new Set((pastContests[election - 1] ?? []).flatMap((contest) => contest.standing))
  return contests.flatMap(({ position, standing, outcome }) =>
    standing.map((handle, place) => {
      // A candidate of last week may stand again only once that week is over.
      const onMonday = outcome === 'earlier' || before.has(handle)
      const stoodAt = onMonday
        ? after(startsAt, 6 * hour + positionOf(position).order * 4 * minute + place * 37 * minute)
        : beforeOpening(election, startsAt, handle)
      return { campaign: earlierCampaign(handle, position), election, stoodAt, withdrawnAt: null }
    }),
  )
}

function openCandidacies(election: number, startsAt: Date): PlannedCandidacy[] {
  const first = openCampaigns.map((campaign) => ({
    campaign,
    election,
    stoodAt: beforeOpening(election, startsAt, campaign.handle),
    withdrawnAt: campaign.handle === givesUp.handle ? after(startsAt, givesUp.atMs) : null,
  }))
  const again = standingAgain.map((campaign, index) => ({
    campaign,
    election,
    stoodAt: after(startsAt, againAtMs[index]!),
    withdrawnAt: null,
  }))
  return [...first, ...again]
}

/** Between the Friday noon and the Sunday evening before the election. */
function beforeOpening(election: number, startsAt: Date, handle: string): Date {
  const chance = chanceFrom(`standing of ${handle} in week ${election}`)
  return after(startsAt, -Math.floor(2 * hour + chance.next() * 58 * hour))
}
