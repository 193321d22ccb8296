import type { EntityManager } from 'typeorm'

/**
 * Of somebody who left, what they answered goes: who comes back and answers anew is counted once. Done again, it changes
 * nothing.
 */
export async function forgetAnswers(tx: EntityManager, citizenId: string): Promise<void> {
  await tx.query(
    `DELETE a FROM interview_answers a JOIN interview_responses r ON r.id = a.response_id WHERE r.citizen_id = ?`,
    [citizenId],
  )
  await tx.query('DELETE FROM interview_responses WHERE citizen_id = ?', [citizenId])
}
