import type { ElectionDates } from '@nation/domain/elections'
import { administratorDeeds } from './administrators'
import { plannedBatches } from './ballots'
import { bankDeeds } from './bank'
import { after, day, hour, minute } from './calendar'
import { readDemoRoll } from './chain'
import { interviewDeeds } from './interviews'
import { plannedNews } from './news'
import type { DemoCitizen } from './people'
import { pollDeeds } from './polls'
import { promiseDeeds } from './promises'
import { seatDeeds } from './seats'
import type { PlannedCandidacy } from './standing'
import { talkDeeds } from './talk'
import { taskDeeds } from './tasks'
import type { World } from './world'

/** Something that happened in the demo nation. */
interface Deed {
  readonly at: Date
  readonly done: (world: World) => Promise<void>
}

/** How long after an instant the nation has noticed it. */
const noticing = 1_400

/**
 * Lives through the demo nation's history up to `now`: what would have happened later does not happen.
 * @returns the instant of the last deed
 */
export async function live(
  world: World,
  now: Date,
  weeks: readonly ElectionDates[],
  citizens: readonly DemoCitizen[],
  candidacies: readonly PlannedCandidacy[],
): Promise<Date> {
  const deeds = [
    ...arrivals(citizens),
    ...newsDeeds(weeks),
    ...weeks.flatMap((dates, election) => {
      const standing = candidacies.filter((one) => one.election === election)
      return electionDeeds(now, dates, election, citizens, standing)
    }),
    ...seatDeeds(weeks),
    ...administratorDeeds(weeks),
    ...promiseDeeds(weeks, citizens),
    ...bankDeeds(weeks, noticing),
    ...pollDeeds(now, weeks, citizens),
    ...interviewDeeds(weeks, citizens),
    ...taskDeeds(weeks),
    ...talkDeeds(weeks),
  ]
  // A stable sort: what is listed first happens first within one instant.
  const happened = deeds.filter(({ at }) => at <= now).sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const { done } of happened) await done(world)
  const last = happened[happened.length - 1]?.at ?? now
  await world.publishCounts(last)
  return last
}

/** What is broadcast, and that it ends. */
function newsDeeds(weeks: readonly ElectionDates[]): Deed[] {
  return plannedNews(weeks).flatMap((news): Deed[] => [
    { at: news.at, done: (world) => world.broadcast(news) },
    { at: news.endsAt, done: (world) => world.endBroadcasts(news.endsAt) },
  ])
}

/** Joins, a day's together, done when the last of them has come. */
function arrivals(citizens: readonly DemoCitizen[]): Deed[] {
  const days = new Map<number, DemoCitizen[]>()
  for (const citizen of citizens) {
    const date = Math.floor(citizen.joinedAt.getTime() / day)
    days.set(date, [...(days.get(date) ?? []), citizen])
  }
  return [...days.values()].map((newcomers) => ({
    at: newcomers[newcomers.length - 1]!.joinedAt,
    done: (world) => world.join(newcomers),
  }))
}

function electionDeeds(
  now: Date,
  dates: ElectionDates,
  election: number,
  citizens: readonly DemoCitizen[],
  standing: readonly PlannedCandidacy[],
): Deed[] {
  // The calendar is filled on the Friday before; at the very instant of a change it is noticed at once.
  const planned = after(dates.startsAt, -(2 * day + 13 * hour))
  const noticed = (instant: Date) =>
    instant <= now ? [new Date(Math.min(instant.getTime() + noticing, now.getTime()))] : []
  const rollRead = after(dates.startsAt, -10 * minute)
  const turns = [dates.startsAt, dates.phaseTwoAt, dates.endsAt]
  return [
    { at: planned, done: (world) => world.plan(planned, election, dates) },
    { at: rollRead, done: (world) => readDemoRoll(world.database, rollRead) },
    ...turns.flatMap(noticed).map((at): Deed => ({ at, done: (world) => world.advance(at) })),
    ...standing.flatMap(standingDeeds),
    ...plannedBatches(election, dates, citizens, standing).map((batch): Deed => ({
      at: batch.at,
      done: (world) => world.cast(election, batch),
    })),
  ]
}

function standingDeeds(candidacy: PlannedCandidacy): Deed[] {
  const { stoodAt, withdrawnAt } = candidacy
  const stands: Deed = { at: stoodAt, done: (world) => world.stand(candidacy) }
  if (withdrawnAt === null) return [stands]
  return [stands, { at: withdrawnAt, done: (world) => world.withdraw(candidacy, withdrawnAt) }]
}
