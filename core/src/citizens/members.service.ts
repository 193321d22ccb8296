import { usernameOf } from '@nation/domain/citizens'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { displayTokens } from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { readCursor, writeCursor } from '../platform/cursor'
import type { CitizenContext, Context } from '../platform'
import type { Citizen } from './citizen.entity'
import { countCitizens } from './citizens.service'
import { pictureColumns, pictureOfRow, type PictureRow } from './picture-row'

export type Member = CallOutput<'members.get-all'>['members'][number]
export type ManagedUser = CallOutput<'admin.users'>['users'][number]

interface MemberRow extends PictureRow {
  id: string
  uid: string
  username: string
  handle: string
  role: Citizen['role']
  government_role: Citizen['governmentRole']
  is_admin: number
  is_super_admin: number
  joined_at: Date
}

const memberColumns = `c.id, c.uid, c.username, c.handle, c.role, c.government_role, c.is_admin, c.is_super_admin,
  c.joined_at, ${pictureColumns('c')}`

/** Which citizens a list is about, as conditions of SQL and their values. */
interface Conditions {
  readonly sql: readonly string[]
  readonly values: readonly unknown[]
}

/** `members.get-all`: citizens, the newest first, by pages. */
export async function getMembers(
  ctx: Context,
  input: CallInput<'members.get-all'>,
): Promise<CallOutput<'members.get-all'>> {
  const vacant = input.vacant === undefined ? [] : ['c.government_role IS NULL']
  const page = await pageOf<MemberRow>(
    ctx.tx,
    memberColumns,
    join(searching(input.search), { sql: vacant, values: [] }),
    input,
  )
  return { success: true, members: page.rows.map(presentMember), nextCursor: page.nextCursor }
}

/** `GET /api/citizens`: how many there are, and who came last. */
export async function newestCitizens(
  ctx: Context,
  input: CallInput<'citizens.newest'>,
): Promise<CallOutput<'citizens.newest'>> {
  const [totalCitizens, page] = await Promise.all([
    countCitizens(ctx.tx),
    pageOf<MemberRow>(ctx.tx, memberColumns, { sql: [], values: [] }, { limit: input.limit }),
  ])
  return { success: true, totalCitizens, citizens: page.rows.map(presentMember) }
}

const filters: Record<CallInput<'admin.users'>['filter'], readonly string[]> = {
  all: [],
  admins: ['(c.is_admin = TRUE OR c.is_super_admin = TRUE)'],
  moderators: ["c.role = 'moderator'"],
  government: ['c.government_role IS NOT NULL'],
}

const managedColumns = `${memberColumns}, c.followers, c.verified, c.wallet_address, c.token_balance, c.last_active_at,
  EXISTS (SELECT 1 FROM candidacies k WHERE k.active_citizen_id = c.id) AS stands`

interface ManagedRow extends MemberRow {
  followers: number
  verified: number
  wallet_address: string | null
  token_balance: string
  last_active_at: Date | null
  stands: number | string
}

/** `admin.users`: citizens as the administration sees them. */
export async function getUsers(ctx: Context, input: CallInput<'admin.users'>): Promise<CallOutput<'admin.users'>> {
  const conditions = join(searching(input.search), { sql: filters[input.filter], values: [] })
  const page = await pageOf<ManagedRow>(ctx.tx, managedColumns, conditions, input)
  const where = ['c.left_at IS NULL', ...conditions.sql].join(' AND ')
  const counted: { n: string }[] = await ctx.tx.query(`SELECT COUNT(*) AS n FROM citizens c WHERE ${where}`, [
    ...conditions.values,
  ])
  return {
    success: true,
    users: page.rows.map(presentManaged),
    total: Number(counted[0]?.n ?? 0),
    nextCursor: page.nextCursor,
  }
}

/** One citizen as the administration sees them. */
export async function managedUser(ctx: CitizenContext, id: string): Promise<ManagedUser> {
  const rows: ManagedRow[] = await ctx.tx.query(`SELECT ${managedColumns} FROM citizens c WHERE c.id = ?`, [id])
  if (!rows[0]) throw new NationError('citizen_not_found')
  return presentManaged(rows[0])
}

/** One citizen as a member. */
export async function oneMember(tx: EntityManager, id: string): Promise<Member> {
  const rows: MemberRow[] = await tx.query(`SELECT ${memberColumns} FROM citizens c WHERE c.id = ?`, [id])
  if (!rows[0]) throw new NationError('citizen_not_found')
  return presentMember(rows[0])
}

async function pageOf<Row extends { id: string }>(
  tx: EntityManager,
  columns: string,
  conditions: Conditions,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const before = cursor === undefined ? null : readCursor(cursor, 1)[0]
  const where = ['c.left_at IS NULL', ...conditions.sql, ...(before === null ? [] : ['c.id < ?'])].join(' AND ')
  // By the key, newest first, and only as far as the page goes: an index on who left would gather everybody first.
  const rows: Row[] = await tx.query(
    `SELECT ${columns} FROM citizens c FORCE INDEX (PRIMARY) WHERE ${where} ORDER BY c.id DESC LIMIT ${limit + 1}`,
    [...conditions.values, ...(before === null ? [] : [before])],
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: rows.length > limit && last ? writeCursor([last.id]) : null }
}

function searching(search: string | undefined): Conditions {
  const asked = search?.replace(/^@/, '')
  if (!asked) return { sql: [], values: [] }
  const literal = asked.replace(/[\\%_]/g, (mark) => `\\${mark}`)
  return { sql: ['(c.username LIKE ? OR c.handle LIKE ?)'], values: [`%${literal}%`, `${literal}%`] }
}

const join = (a: Conditions, b: Conditions): Conditions => ({
  sql: [...a.sql, ...b.sql],
  values: [...a.values, ...b.values],
})

/** The label of a member (spec document 1 section 6): admin, government or citizen. */
function labelOf(row: MemberRow): Member['role'] {
  if (row.is_admin || row.is_super_admin) return 'admin'
  return row.government_role === null ? 'citizen' : 'government'
}

function presentMember(row: MemberRow): Member {
  return {
    id: row.uid,
    username: usernameOf(row.username),
    twitterUsername: row.handle,
    profilePicture: pictureOfRow(row),
    role: labelOf(row),
    governmentRole: row.government_role,
    joinedAt: row.joined_at.getTime(),
  }
}

function presentManaged(row: ManagedRow): ManagedUser {
  return {
    ...presentMember(row),
    uid: row.uid,
    twitterFollowers: row.followers,
    twitterVerified: Boolean(row.verified),
    isAdmin: Boolean(row.is_admin),
    isSuperAdmin: Boolean(row.is_super_admin),
    isModerator: row.role === 'moderator',
    isCandidate: Boolean(Number(row.stands)),
    walletAddress: row.wallet_address,
    tokenBalance: displayTokens(BigInt(row.token_balance)),
    tokenBalanceUnits: row.token_balance,
    lastActive: row.last_active_at?.getTime() ?? null,
  }
}
