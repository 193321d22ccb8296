import type { EntityManager } from 'typeorm'

/** Of somebody who left: that they answered stays, what they said goes. Done again, it changes nothing. */
export async function forgetAnswers(tx: EntityManager, citizenId: string): Promise<void> {
  await tx.query(
    `DELETE a FROM interview_answers a JOIN interview_responses r ON r.id = a.response_id WHERE r.citizen_id = ?`,
    [citizenId],
  )
}
