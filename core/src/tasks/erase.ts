import type { EntityManager } from 'typeorm'

/**
 * Empties a former citizen's responses, and removes their images. That they responded stays: a task's record is the
 * government's. Done again, it changes nothing.
 */
export async function deleteTaskResponses(tx: EntityManager, citizenId: string): Promise<void> {
  await tx.query(`UPDATE task_responses SET answer = '', images = '[]' WHERE citizen_id = ?`, [citizenId])
}
