import { citizenRoles, governmentRoles } from '@nation/domain/permissions'
import { NationError } from '@nation/domain/errors'
import type { DataSource } from 'typeorm'
import {
  type CitizenContext,
  column,
  batchedIn,
  type Queries,
  readFirst,
  readRows,
  distinct,
  type RowOf,
  rowsOf,
  type SignedIn,
  type Statement,
  indexBy,
} from '../platform'
import type { Keys } from './keys'
import { farewellOf, hasExpired, readAnyBearer } from './tokens'

const rowShape = {
  session_id: column.text,
  id: column.key,
  uid: column.text,
  username: column.text,
  role: column.oneOf(citizenRoles),
  government_role: column.oneOf(governmentRoles).nullable,
  is_admin: column.flag,
  is_super_admin: column.flag,
}

type Row = RowOf<typeof rowShape>

const rolesShape = {
  role: rowShape.role,
  government_role: rowShape.government_role,
  is_admin: column.flag,
  is_super_admin: column.flag,
  left_at: column.instant.nullable,
}

const columns = 'c.id, c.uid, c.username, c.role, c.government_role, c.is_admin, c.is_super_admin'

/**
 * Who a bearer token belongs to, as they are now: role and flags are read from the database on every call, so a role that
 * was taken away or a session that was ended counts at once.
 * @throws NationError `token_expired`, `token_invalid` or `session_ended`
 */
export async function identify(database: DataSource, keys: Keys, token: string, now: Date): Promise<SignedIn> {
  const claims = readAnyBearer(keys, token)
  const panel = claims.kind === 'panel'
  const isExpired = hasExpired(claims, now)
  if (isExpired && !panel) throw new NationError('token_expired')
  const row = panel
    ? (await panelSessions(database, [claims.sessionId]))[0]
    : await sessionsOf(database)(claims.sessionId)
  if (row?.uid !== claims.uid)
    throw new NationError('session_ended', panel ? { farewell: farewellOf(keys, claims.sessionId) } : {})
  // Behind the session: a console that was offline when it was revoked learns of that, however late it comes, and wipes its replica.
  if (isExpired) throw new NationError('token_expired')
  return present(row, panel)
}

/**
 * Who some sessions belong to, as they are now, in one statement; sessions that have ended are missing. For those whose tokens
 * were read before.
 */
export async function sessionsNow(
  database: DataSource,
  ids: readonly string[],
  panel: boolean,
): Promise<ReadonlyMap<string, SignedIn>> {
  const rows = await (panel ? panelSessions : citizensSessions)(database, ids)
  return new Map(rows.map((row) => [row.session_id, present(row, panel)]))
}

/**
 * The caller as they are inside this transaction: their row is locked shared, so that a removal from office waits for the
 * transaction, or has happened and counts. A service whose permission depends on an office or on the panel asks here, behind the
 * locks that come before citizens in the lock order.
 * @throws NationError `session_ended` when they have left the nation, or the panel's sign-in was ended
 */
export async function callerNow(ctx: CitizenContext): Promise<SignedIn> {
  const row = await readFirst(
    ctx.tx,
    rolesShape,
    `SELECT role, government_role, is_admin, is_super_admin, left_at FROM citizens WHERE id = ? LOCK IN SHARE MODE`,
    [ctx.caller.id],
  )
  if (!row || row.left_at !== null) throw new NationError('session_ended')
  // Taking an administrator's powers ends their panel sessions while the citizen's row is locked.
  const { panel, sessionId } = ctx.caller
  if (panel && (await panelSessions(ctx.tx, [sessionId])).length === 0) throw new NationError('session_ended')
  return {
    ...ctx.caller,
    role: row.role,
    governmentRole: row.government_role,
    isAdmin: row.is_admin,
    isSuperAdmin: panel || row.is_super_admin,
  }
}

function present(row: Row, panel: boolean): SignedIn {
  return {
    id: row.id,
    uid: row.uid,
    username: row.username,
    role: row.role,
    governmentRole: row.government_role,
    isAdmin: row.is_admin,
    isSuperAdmin: panel || row.is_super_admin,
    sessionId: row.session_id,
    panel,
  }
}

const selectPanelSessions = `SELECT s.id AS session_id, ${columns}
  FROM panel_sessions s JOIN panel_accounts a ON a.id = s.account_id JOIN citizens c ON c.id = a.citizen_id
  WHERE s.id IN (?) AND s.ended_at IS NULL AND a.revoked_at IS NULL`

const panelSessions = (database: Queries, ids: readonly string[]): Promise<Row[]> =>
  readRows(database, rowShape, selectPanelSessions, [ids])

/**
 * The statement with which a batch asks what `callerNow` asks of the panel, behind the locks of the callers' rows. Null without a
 * caller of the panel. `openPanelsIn` reads its rows.
 */
export function openPanelsStatement(callers: readonly SignedIn[]): Statement | null {
  const ids = distinct(callers.flatMap(({ panel, sessionId }) => (panel ? [sessionId] : [])))
  return ids.length === 0 ? null : { sql: selectPanelSessions, values: [ids] }
}

/** The panel's sign-ins (their ids) that have not ended. */
export const openPanelsIn = (rows: unknown): ReadonlySet<string> =>
  new Set(Array.isArray(rows) ? rowsOf(rows, rowShape).map(({ session_id }) => session_id) : [])

function citizensSessions(database: DataSource, ids: readonly string[]): Promise<Row[]> {
  return readRows(
    database,
    rowShape,
    `SELECT s.id AS session_id, ${columns} FROM sessions s JOIN citizens c ON c.id = s.citizen_id
     WHERE s.id IN (?) AND s.ended_at IS NULL`,
    [ids],
  )
}

/** Citizens' sessions that have not ended, many in one statement (two at once): what was ended or taken away before it was asked for counts. */
const sessionsOf = batchedIn(
  async (database, ids: readonly string[]) => {
    const byId = indexBy(await citizensSessions(database, ids), (row) => row.session_id)
    return ids.map((id) => byId.get(id))
  },
  { underWay: 2 },
)
