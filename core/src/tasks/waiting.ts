import type { GovernmentRole } from '@nation/domain/permissions'
import type { Statement } from '../platform'

/**
 * Open tasks of an office or of all officials, the first that is due first: public id, title and due date. What its holder gave or
 * answered themselves waits for others.
 */
export const tasksWaiting = (citizenId: string, office: GovernmentRole, limit: number): Statement => ({
  sql: `SELECT 'task' AS kind, t.uid AS id, t.title, t.due_at AS at, 0 AS n, COUNT(*) OVER () AS total
    FROM tasks t FORCE INDEX (ix_tasks_assigned)
    LEFT JOIN task_people p ON p.citizen_id = ? AND p.task_id = t.id
    WHERE t.assigned_to IN ('all', ?) AND t.status = 'open' AND p.task_id IS NULL
    ORDER BY t.due_at IS NULL, t.due_at, t.id LIMIT ${limit}`,
  values: [citizenId, office],
})
