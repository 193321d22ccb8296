import { weekOf, type ElectionDates } from '@nation/domain/elections'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
const week = 7 * day

/** How many elections the nation remembers when the demo begins. */
export const pastElections = 3

/** The weeks that the demo nation has lived through, oldest first: the past elections, then the open one. */
export function demoWeeks(now: Date): ElectionDates[] {
  const monday = weekOf(now).startsAt.getTime()
  return Array.from({ length: pastElections + 1 }, (_, index) =>
    weekOf(new Date(monday - (pastElections - index) * week)),
  )
}

/** When the nation was founded: a week before its first election. */
export const foundedAt = (weeks: readonly ElectionDates[]): Date => new Date(weeks[0]!.startsAt.getTime() - week)

/** An instant so many milliseconds after another. */
export const after = (instant: Date, ms: number): Date => new Date(instant.getTime() + ms)
