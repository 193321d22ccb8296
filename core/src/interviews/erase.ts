import type { EntityManager } from 'typeorm'
import { addToCounter, column, readRows } from '../platform'
import { responsesCounter } from './interviews-counter'

/**
 * Deletes a former citizen's answers: one who comes back and answers anew is counted once. Done again, it changes
 * nothing.
 */
export async function deleteInterviewAnswers(tx: EntityManager, citizenId: string): Promise<void> {
  await tx.query(
    `DELETE a FROM interview_answers a JOIN interview_responses r ON r.id = a.response_id WHERE r.citizen_id = ?`,
    [citizenId],
  )
  const answered = await readRows(
    tx,
    { interview_id: column.key },
    'SELECT interview_id FROM interview_responses WHERE citizen_id = ? ORDER BY interview_id FOR UPDATE',
    [citizenId],
  )
  await tx.query('DELETE FROM interview_responses WHERE citizen_id = ?', [citizenId])
  for (const { interview_id: id } of answered) await addToCounter(tx, responsesCounter, id, -1, citizenId)
}
