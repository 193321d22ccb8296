import { NationError } from '@nation/domain/errors'
import type { DataSource } from 'typeorm'
import type { CitizenRole, GovernmentRole } from '@nation/domain/citizens'
import type { SignedIn } from '../platform'
import type { Keys } from './keys'
import { readBearer } from './tokens'

interface Row {
  id: string
  uid: string
  username: string
  role: CitizenRole
  government_role: GovernmentRole | null
  is_admin: number
  is_super_admin: number
}

const columns = 'c.id, c.uid, c.username, c.role, c.government_role, c.is_admin, c.is_super_admin'

/**
 * Who a bearer token belongs to, as they are now: role and flags are read from the database on every call, so a role that
 * was taken away or a session that was ended counts at once.
 * @throws NationError `token_expired`, `token_invalid` or `session_ended`
 */
export async function identify(database: DataSource, keys: Keys, token: string, now: Date): Promise<SignedIn> {
  const claims = await readBearer(keys, token, now)
  const panel = claims.kind === 'panel'
  const rows: Row[] = panel
    ? await database.query(
        `SELECT ${columns} FROM panel_sessions s JOIN panel_accounts a ON a.id = s.account_id JOIN citizens c ON c.id = a.citizen_id
         WHERE s.id = ? AND c.uid = ? AND s.ended_at IS NULL AND a.revoked_at IS NULL`,
        [claims.sessionId, claims.uid],
      )
    : await database.query(
        `SELECT ${columns} FROM sessions s JOIN citizens c ON c.id = s.citizen_id
         WHERE s.id = ? AND c.uid = ? AND s.ended_at IS NULL`,
        [claims.sessionId, claims.uid],
      )
  const row = rows[0]
  if (!row) throw new NationError('session_ended')
  return {
    id: row.id,
    uid: row.uid,
    username: row.username,
    role: row.role,
    governmentRole: row.government_role,
    isAdmin: Boolean(row.is_admin),
    isSuperAdmin: panel || Boolean(row.is_super_admin),
    sessionId: claims.sessionId,
    panel,
  }
}
