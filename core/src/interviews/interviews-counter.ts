import type { Counter } from '../platform'

/** Interviews that take answers. */
export const openInterviewsCounter: Counter = {
  topic: 'interviews.open',
  slots: 1,
  recount: 'SELECT 0 AS subject, COUNT(*) AS n FROM interviews WHERE is_active = TRUE AND archived_at IS NULL',
}

/** Responses to each interview, by its row key. */
export const responsesCounter: Counter = {
  topic: 'interviews.responses',
  slots: 16,
  recount: 'SELECT interview_id AS subject, COUNT(*) AS n FROM interview_responses GROUP BY interview_id',
}
