import { headChannel, sequence, type Reactions } from '@nation/core/journal'
import { leaseOf } from '@nation/core/platform'
import type { Redis } from 'ioredis'
import type { DataSource } from 'typeorm'

const leaseMs = 5_000
/** The lease is renewed when this much of it has gone. */
const renewMs = 1_500

/**
 * One round of the sequencer: nothing unless this process holds the lease; otherwise everything that has been committed
 * gets its number, and Redis publishes it, so that listeners read it at once.
 */
export function sequencer(database: DataSource, reactions: Reactions, redis: Redis, onWork: () => void) {
  const lease = leaseOf(database, 'sequencer', leaseMs)
  let heldUntil = 0
  const round = async () => {
    if (performance.now() > heldUntil) {
      if (!(await lease.hold())) return
      heldUntil = performance.now() + renewMs
    }
    for (;;) {
      const { head, numbered, more, work } = await sequence(database, reactions)
      if (numbered > 0) redis.publish(headChannel, String(head)).catch(() => undefined)
      if (work) onWork()
      // What is committed from here on nudges for itself, or is found by the next round.
      if (!more) return
    }
  }
  return { round, release: lease.release }
}
