import type { Statement } from '../platform'

/**
 * Active polls on which a citizen has not voted, the first to close first: public id, question and closing date. The polls that are
 * open are few, whatever the years.
 */
export const pollsWaiting = (citizenId: string, now: Date, limit: number): Statement => ({
  sql: `SELECT 'poll' AS kind, p.uid AS id, p.question AS title, p.closes_at AS at, 0 AS n, COUNT(*) OVER () AS total
    FROM polls p FORCE INDEX (ix_polls_status) LEFT JOIN poll_votes v ON v.poll_id = p.id AND v.citizen_id = ?
    WHERE p.status = 'open' AND (p.closes_at IS NULL OR p.closes_at > ?) AND v.poll_id IS NULL
    ORDER BY p.closes_at IS NULL, p.closes_at, p.id LIMIT ${limit}`,
  values: [citizenId, now],
})
