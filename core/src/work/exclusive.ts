import { leaseOf, type Runtime } from '../platform'

/** How long a lease outlives a worker that was killed. */
const leaseMs = 30_000
const renewMs = 8_000

/**
 * Does work that only one worker should do at a time, and skips it where another worker does it already. The lease saves the
 * others the work; keys and locks still ensure what must happen once, because a worker that was thought dead may wake up.
 * @returns whether it was done here
 */
export async function exclusively(
  { database }: Pick<Runtime, 'database'>,
  name: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const lease = leaseOf(database, name, leaseMs)
  if (!(await lease.hold())) return false
  const renewal = setInterval(() => void lease.hold().catch(() => undefined), renewMs)
  try {
    await work()
  } finally {
    clearInterval(renewal)
    await lease.release().catch(() => undefined)
  }
  return true
}
