/** How long the nation goes unasked where no live event comes. */
export const roundEveryMs = 30_000

/** At most this many times as long is rested after rounds that failed. */
const mostTimes = 16

/** How long is rested after a round: half a minute, twice that after each round that failed. @param failures rounds that failed in a row */
export const restMs = (failures: number): number => roundEveryMs * Math.min(2 ** failures, mostTimes)
