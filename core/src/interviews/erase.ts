import type { EntityManager } from 'typeorm'
import { addToCounter, column, readRows } from '../platform'
import { responsesCounter } from './interviews-counter'

/**
 * Deletes a former citizen's answers: one who comes back and answers anew is counted once. Done again, it changes
 * nothing.
 */
export async function deleteInterviewAnswers(tx: EntityManager, citizenId: string): Promise<void> {
  const answered = await readRows(
    tx,
    { id: column.key, interview_id: column.key },
    `SELECT id, interview_id FROM interview_responses FORCE INDEX (ix_interview_responses_own)
     WHERE citizen_id = ? ORDER BY interview_id FOR UPDATE`,
    [citizenId],
  )
  if (answered.length === 0) return
  const ids = answered.map(({ id }) => id)
  await tx.query('DELETE FROM interview_answers WHERE response_id IN (?)', [ids])
  await tx.query('DELETE FROM interview_responses WHERE id IN (?)', [ids])
  for (const { interview_id: id } of answered) await addToCounter(tx, responsesCounter, id, -1, citizenId)
}
