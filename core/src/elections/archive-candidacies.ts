import type { EntityManager } from 'typeorm'
import { forgetWallets } from './candidacy-wallets'
import { column, readRows } from '../platform'

/**
 * Archives all active candidacies of an election. The caller has locked the election exclusively. The candidacies stay readable,
 * and their citizens may stand again.
 * @param endedAt when the candidacies ended
 * @returns how many there were
 */
export async function archiveCandidacies(
  tx: EntityManager,
  electionId: string,
  endedAt: Date,
  now: Date,
): Promise<number> {
  await forgetWallets(tx, electionId)
  const standing = await readRows(
    tx,
    { citizen_id: column.key },
    `SELECT citizen_id FROM candidacies WHERE election_id = ? AND status = 'active'`,
    [electionId],
  )
  if (standing.length === 0) return 0
  const citizens = standing.map((row) => row.citizen_id)
  await tx.query('SELECT id FROM citizens WHERE id IN (?) ORDER BY id FOR UPDATE', [citizens])
  await tx.query(`UPDATE citizens SET role = 'citizen', updated_at = ? WHERE id IN (?) AND role = 'candidate'`, [
    now,
    citizens,
  ])
  await tx.query(
    `UPDATE candidacies SET status = 'archived', active_citizen_id = NULL, active_name = NULL, ended_at = ?
     WHERE election_id = ? AND status = 'active'`,
    [endedAt, electionId],
  )
  return standing.length
}
