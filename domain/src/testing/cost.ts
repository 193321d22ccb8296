import { cpuUsage } from 'node:process'

/** Milliseconds below which a difference is noise, and for which one call may block all others. */
const floorMs = 20
const mostMs = 50
/** Other work on the machine may spoil a comparison; it does not spoil each of so many. */
const comparisons = 3

/** The processor's time, in milliseconds, that something takes: the least of several tries, so that other work is left out. */
export function costOf(run: () => void, tries = 1): number {
  let least = Infinity
  for (let i = 0; i < tries; i++) {
    const before = cpuUsage()
    run()
    const { user, system } = cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

/**
 * What is wrong with the cost of `run` between an input of `size` and one of half of it: it takes too long, or grows faster
 * than its input. Null when all is well; where a first try takes next to nothing, no more is measured.
 */
export function costlyGrowth(size: number, run: (size: number) => void): string | null {
  const first = costOf(() => run(size))
  if (first < floorMs) return null
  // What is that far off needs no second look.
  if (first > 20 * mostMs) return `takes ${first.toFixed(0)} ms for ${size}`
  let wrong: string | null = null
  for (let i = 0; i < comparisons; i++) {
    wrong = comparedWithHalf(size, run)
    if (wrong === null) return null
  }
  return wrong
}

function comparedWithHalf(size: number, run: (size: number) => void): string | null {
  const whole = costOf(() => run(size), 5)
  if (whole < floorMs) return null
  const half = costOf(() => run(Math.floor(size / 2)), 5)
  if (whole > mostMs) return `takes ${whole.toFixed(0)} ms for ${size}`
  const growth = whole / Math.max(half, floorMs / 2)
  return growth > 2.5 ? `takes ${growth.toFixed(1)} times as long for ${size} as for half of it` : null
}
