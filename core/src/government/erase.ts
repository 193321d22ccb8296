import { markChange, promiseMarks } from '@nation/domain/government'
import type { EntityManager } from 'typeorm'
import { column, readFirst, readRows } from '../platform'

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
 * Takes away a part of a former citizen's marks, and counts those of the present round no more.
 * @returns whether none is left
 */
export async function deletePromiseMarks(tx: EntityManager, citizenId: string, most: number): Promise<boolean> {
  const rows = await readRows(
    tx,
    { promise_id: column.key },
    'SELECT promise_id FROM promise_marks WHERE citizen_id = ? ORDER BY promise_id LIMIT ?',
    [citizenId, most],
  )
  for (const { promise_id: id } of rows) await deleteMark(tx, id, citizenId)
  return rows.length < most
}

async function deleteMark(tx: EntityManager, promiseId: string, citizenId: string): Promise<void> {
  const word = await readFirst(
    tx,
    { round: column.integer },
    'SELECT round FROM promise_states WHERE id = ? FOR UPDATE',
    [promiseId],
  )
  const found = await readFirst(
    tx,
    { round: column.integer, mark: column.oneOf(promiseMarks) },
    'SELECT round, mark FROM promise_marks WHERE promise_id = ? AND citizen_id = ?',
    [promiseId, citizenId],
  )
  if (found && found.round === word?.round) {
    const { agrees, disagrees } = markChange(found.mark, null)
    await tx.query('UPDATE promise_states SET agrees = agrees + ?, disagrees = disagrees + ? WHERE id = ?', [
      agrees,
      disagrees,
      promiseId,
    ])
  }
  await tx.query('DELETE FROM promise_marks WHERE promise_id = ? AND citizen_id = ?', [promiseId, citizenId])
}
