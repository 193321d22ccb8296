import type { EntityManager } from 'typeorm'
import { column, readRows } from '../platform'

/** Deletes what a former citizen said of their promises. Done again, it changes nothing. */
export async function deletePromises(tx: EntityManager, citizenId: string): Promise<void> {
  await tx.query(
    `UPDATE promise_history h JOIN promise_states p ON p.id = h.promise_id JOIN candidacies k ON k.id = p.candidacy_id
     SET h.sentence = '', h.link = NULL WHERE k.citizen_id = ?`,
    [citizenId],
  )
  await tx.query(
    `UPDATE promise_states p JOIN candidacies k ON k.id = p.candidacy_id SET p.sentence = '', p.link = NULL
     WHERE k.citizen_id = ?`,
    [citizenId],
  )
}

/**
 * Deletes a part of a former citizen's marks. They stay in the counts: a count that fell with a leaver would tell everybody how that
 * citizen had marked.
 * @returns whether none is left
 */
export async function deletePromiseMarks(tx: EntityManager, citizenId: string, most: number): Promise<boolean> {
  const rows = await readRows(
    tx,
    { promise_id: column.key },
    'SELECT promise_id FROM promise_marks WHERE citizen_id = ? ORDER BY promise_id LIMIT ?',
    [citizenId, most],
  )
  if (rows.length > 0) {
    await tx.query('DELETE FROM promise_marks WHERE promise_id IN (?) AND citizen_id = ?', [
      rows.map((row) => row.promise_id),
      citizenId,
    ])
  }
  return rows.length < most
}
