/** The share of good checks, in percent, that is shown until there is a check (ruling: system health). */
const unmeasuredHealth = 99.9

/** How long checks count, in milliseconds: thirty days. */
export const healthSpanMs = 30 * 86_400_000

interface HealthChecks {
  readonly good: number
  readonly bad: number
}

/** The share of good checks in percent, with one decimal: never more than it was, so that 100 means all of them. */
export function healthPercent({ good, bad }: HealthChecks): number {
  const checks = good + bad
  return checks === 0 ? unmeasuredHealth : Math.floor((1_000 * good) / checks) / 10
}
