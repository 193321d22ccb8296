const minute = 60_000

/**
 * When the roll is read before an opening, counted back from it: once as soon as it may be, so that there is one; again
 * later, so that it is of the opening's own hour; and shortly before, so that few are left out who linked since.
 */
export const rollReadings = [60 * minute, 30 * minute, 10 * minute] as const

/** How long before an opening the roll may be read at all (ruling: vote weight, in the hour before). */
export const rollWindowMs = rollReadings[0]

/** How the chain told the balances of a roll: all accounts in one slot, wallet by wallet, or not in time. */
export const rollMethods = ['by_mint', 'by_wallet', 'last_known'] as const
export type RollMethod = (typeof rollMethods)[number]

/**
 * The latest instant from which a reading counts as done for now; null when it is too early, or the election has opened and
 * its roll is frozen.
 */
export function rollReadingDue(opensAt: Date, now: Date): Date | null {
  if (now.getTime() >= opensAt.getTime()) return null
  const passed = rollReadings.filter((before) => opensAt.getTime() - before <= now.getTime())
  const last = passed.at(-1)
  return last === undefined ? null : new Date(opensAt.getTime() - last)
}
