import type { DataSource } from 'typeorm'
import { retentionBatch } from '../work'
import { features } from './features'

/** The largest number of batches of one kind in a round: what lay for years goes over many rounds, and keeps no other kind waiting. */
const mostBatches = 100

/**
 * Removes what has outlived its use: stored answers past their replay time, sessions that ran out, finished work. In
 * batches, so that no lock is held for long. Of the journal goes what its events declare as passing; everything of elections
 * stays. What fails keeps nothing else from being removed.
 * @returns how many rows went
 * @throws the first failure, when everything else is done
 */
export async function tidy(database: DataSource, now: Date, most = mostBatches): Promise<number> {
  let gone = 0
  const failures: unknown[] = []
  for (const remove of features.flatMap(({ retention = [] }) => retention)) {
    try {
      for (let batch = retentionBatch, n = 0; batch === retentionBatch && n < most; n++) {
        batch = await remove(database, now)
        gone += batch
      }
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return gone
}
