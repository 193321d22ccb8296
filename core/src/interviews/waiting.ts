import type { Statement } from '../platform'

/** Interviews that take answers and that a citizen has not answered, the newest first: public id and title. */
export const interviewsWaiting = (citizenId: string, limit: number): Statement => ({
  sql: `SELECT 'interview' AS kind, i.uid AS id, i.title, NULL AS at, 0 AS n, COUNT(*) OVER () AS total
    FROM interviews i FORCE INDEX (ix_interviews_active)
    LEFT JOIN interview_responses r ON r.interview_id = i.id AND r.citizen_id = ?
    WHERE i.is_active = TRUE AND i.archived_at IS NULL AND r.id IS NULL ORDER BY i.id DESC LIMIT ${limit}`,
  values: [citizenId],
})
