import type { EntityManager } from 'typeorm'
import { column, readRows } from '../platform'

/**
 * Stores on which open polls a citizen who leaves has voted, by the hash of their X account: a citizen who comes back with it
 * does not vote on them again. Deleted poll by poll, when a poll closes. Call it with the citizen locked.
 */
export async function rememberPollVotes(tx: EntityManager, xHash: Buffer, citizenId: string): Promise<void> {
  // By the polls' keys: by their status, MariaDB reads every open poll for each vote.
  const rows = await readRows(
    tx,
    { poll_id: column.key },
    `SELECT v.poll_id FROM poll_votes v JOIN polls p FORCE INDEX (PRIMARY) ON p.id = v.poll_id
     WHERE v.citizen_id = ? AND p.status = 'open'`,
    [citizenId],
  )
  if (rows.length === 0) return
  await tx.query('INSERT INTO former_poll_votes (x_seal, poll_id) VALUES ? ON DUPLICATE KEY UPDATE poll_id = poll_id', [
    rows.map((row) => [xHash, row.poll_id]),
  ])
}

/** The polls on which a returned citizen has voted; the votes are counted where they were cast. */
export async function recallPollVotes(tx: EntityManager, xHash: Buffer, citizenId: string, now: Date): Promise<void> {
  const rows = await readRows(tx, { poll_id: column.key }, 'SELECT poll_id FROM former_poll_votes WHERE x_seal = ?', [
    xHash,
  ])
  if (rows.length === 0) return
  await tx.query('INSERT INTO poll_votes (poll_id, citizen_id, option_id, voted_at) VALUES ?', [
    rows.map((row) => [row.poll_id, citizenId, null, now]),
  ])
}

/** A poll is over: it takes no votes any more. */
export async function deleteFormerVotes(tx: EntityManager, pollId: string): Promise<void> {
  await tx.query('DELETE FROM former_poll_votes WHERE poll_id = ?', [pollId])
}
