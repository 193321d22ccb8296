import { usernameOf } from '@nation/domain/citizens'
import { column, readRows, type CitizenContext } from '../platform'

/**
 * All administrators, those too who are one by the panel's sign-in alone. Only Redis knows which of them are online. They are few, and indexes find them.
 */
export async function administrators({ now, tx }: CitizenContext): Promise<readonly { id: string; name: string }[]> {
  const rows = await readRows(
    tx,
    { uid: column.text, username: column.text },
    `SELECT uid, username FROM citizens FORCE INDEX (ix_citizens_administrators)
     WHERE is_admin = TRUE AND left_at IS NULL
     UNION SELECT uid, username FROM citizens FORCE INDEX (ix_citizens_administrators)
     WHERE is_admin = FALSE AND is_super_admin = TRUE AND left_at IS NULL
     UNION SELECT c.uid, c.username FROM panel_accounts a STRAIGHT_JOIN citizens c ON c.id = a.citizen_id
     WHERE a.revoked_at IS NULL AND c.left_at IS NULL AND EXISTS (
       SELECT 1 FROM panel_sessions s WHERE s.account_id = a.id AND s.ended_at IS NULL AND s.expires_at > ?)
     ORDER BY username, uid`,
    [now()],
  )
  return rows.map(({ uid, username }) => ({ id: uid, name: usernameOf(username) }))
}

/** Which of these citizens (public ids) the caller blocks, or block the caller: neither sees whether the other is online. */
export async function partedAmong({ caller, tx }: CitizenContext, uids: readonly string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set()
  const rows = await readRows(
    tx,
    { uid: column.text },
    `SELECT c.uid FROM citizens c WHERE c.uid IN (?) AND (
       EXISTS (SELECT 1 FROM citizen_blocks b WHERE b.blocker_id = c.id AND b.blocked_id = ?)
       OR EXISTS (SELECT 1 FROM citizen_blocks b WHERE b.blocker_id = ? AND b.blocked_id = c.id))`,
    [uids, caller.id, caller.id],
  )
  return new Set(rows.map(({ uid }) => uid))
}
