import type { BroadcastType } from '@nation/domain/broadcasts'
import type { ElectionDates } from '@nation/domain/elections'
import { after, day, foundedAt, hour, minute } from './calendar'

/** A broadcast of the demo nation: it ends by itself, or is taken down when the next one is sent. */
export interface PlannedNews {
  readonly at: Date
  readonly type: BroadcastType
  readonly message: string
  readonly endsAt: Date
}

/** The administrator's broadcasts, the oldest first. */
export function plannedNews(weeks: readonly ElectionDates[]): PlannedNews[] {
  const founded = foundedAt(weeks)
  return [
    {
      at: after(founded, day + 10 * hour),
      type: 'info',
      endsAt: weeks[0]!.startsAt,
      message: 'The nation is founded. Bring your friends: the first election opens on Monday, 00:00 UTC.',
    },
    ...weeks.flatMap((dates, week) => newsOfWeek(dates, week)),
  ]
}

function newsOfWeek({ startsAt, phaseTwoAt, endsAt }: ElectionDates, week: number): PlannedNews[] {
  const seated = week > 0 ? 'A new government has taken its seats. ' : ''
  const opening: PlannedNews = {
    at: after(startsAt, 8 * minute),
    type: 'success',
    endsAt: phaseTwoAt,
    message: `${seated}Voting for President, Prime Minister and Secretary of State is open until Thursday, 12:00 UTC.`,
  }
  const ministries: PlannedNews = {
    at: after(phaseTwoAt, 6 * minute),
    type: 'info',
    endsAt,
    message:
      'Voting for the six ministries is open until Monday, 00:00 UTC. Read what the candidates promise, and vote.',
  }
  return week === 1 ? [opening, ...outage(startsAt, phaseTwoAt), ministries] : [opening, ministries]
}

/** The second week had a bad Tuesday. */
function outage(startsAt: Date, phaseTwoAt: Date): PlannedNews[] {
  const tuesday = after(startsAt, day)
  return [
    {
      at: after(tuesday, 14 * hour + 5 * minute),
      type: 'error',
      // Nobody knew how long it would last; it was over sooner.
      endsAt: after(tuesday, 20 * hour),
      message: 'Signing in with X fails at the moment. Whoever is signed in can vote; we are watching it.',
    },
    {
      at: after(tuesday, 14 * hour + 40 * minute),
      type: 'warning',
      endsAt: phaseTwoAt,
      message: 'Signing in with X works again, slowly. No vote was lost. Thank you for your patience.',
    },
  ]
}
