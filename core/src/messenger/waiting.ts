import type { MessengerGroup } from '@nation/domain/permissions'
import { dayLimits } from '@nation/domain/participation'
import type { Statement } from '../platform'
import { ofThePair } from './direct'
import { unreadMentions } from './mentions'

/**
 * Of a citizen's latest direct conversations those with something new, the latest first: public id, the other's name, when something
 * was last said, and how much is new. Those that call for no attention and those with a citizen whom they block are left out.
 */
export const conversationsWaiting = (citizenId: string, limit: number): Statement => ({
  sql: `SELECT 'conversation' AS kind, latest.uid AS id, c.username AS title, latest.last_at AS at, latest.unread AS n,
      COUNT(*) OVER () AS total
    FROM (
      SELECT v.uid, IF(v.low_id = r.citizen_id, v.high_id, v.low_id) AS other_id, r.citizen_id, r.last_at, r.notice,
        CAST(v.last_number AS SIGNED) - CAST(r.read_number AS SIGNED) AS unread
      FROM conversation_readers r FORCE INDEX (ix_conversation_readers_last)
      JOIN conversations v ON v.id = r.conversation_id AND ${ofThePair('r')}
      WHERE r.citizen_id = ? AND r.last_at IS NOT NULL
      ORDER BY r.last_at DESC, r.conversation_id DESC LIMIT ${dayLimits.conversations}
    ) AS latest JOIN citizens c ON c.id = latest.other_id
    WHERE latest.unread > 0 AND latest.notice = TRUE AND NOT EXISTS (
      SELECT 1 FROM citizen_blocks b WHERE b.blocker_id = latest.citizen_id AND b.blocked_id = c.id)
    ORDER BY latest.last_at DESC LIMIT ${limit}`,
  values: [citizenId],
})

/** How many unread messages mention a citizen in each of these groups, by the group's name. */
export const mentionsWaiting = (citizenId: string, groups: readonly MessengerGroup[]): Statement => ({
  sql: `SELECT 'mention' AS kind, v.channel AS id, NULL AS title, NULL AS at, ${unreadMentions('c.id')} AS n, 0 AS total
    FROM conversations v FORCE INDEX (uq_conversations_channel) JOIN citizens c ON c.id = ?
    LEFT JOIN conversation_readers r ON r.conversation_id = v.id AND r.citizen_id = c.id
    WHERE v.channel IN (?)`,
  values: [citizenId, groups],
})

/** How many reports are open, without those about the caller; at most so many. */
export const reportsWaiting = (citizenId: string): Statement => ({
  sql: `SELECT 'report' AS kind, '' AS id, NULL AS title, NULL AS at, COUNT(*) AS n, 0 AS total FROM (
      SELECT p.id FROM message_reports p FORCE INDEX (ix_message_reports_resolved)
      WHERE p.resolved_at IS NULL AND p.reported_id <> ? LIMIT ${dayLimits.reports}) AS open`,
  values: [citizenId],
})
