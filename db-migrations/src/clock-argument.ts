const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }

/**
 * What a person means by an instant: an ISO one with its zone (`2026-01-05T00:00:00Z`), or a step from now (`+3d`, `+90m`).
 * @throws Error with a plain sentence for anything else
 */
export function parseClock(argument: string): (current: Date) => Date {
  const step = /^\+(\d+)([smhdw])$/.exec(argument)
  if (step) {
    const ms = Number(step[1]) * (units[step[2] ?? ''] ?? 0)
    return (current) => new Date(current.getTime() + ms)
  }
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(argument)
    ? new Date(argument)
    : null
  if (!instant || Number.isNaN(instant.getTime())) {
    throw new Error(
      `'${argument}' is not an instant: write one like 2026-01-05T00:00:00Z, or a step like +3d, +2h, +10m.`,
    )
  }
  return () => instant
}
