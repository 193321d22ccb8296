import { afterWordsWith, askedWords, usernameOf } from '@nation/domain/citizens'
import { governmentRoles, citizenRoles, memberLabel } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { displayTokens } from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import {
  readCursor,
  readTextCursor,
  writeCursor,
  indexBy,
  type CitizenContext,
  column,
  type Context,
  readFirst,
  readRows,
  type RowOf,
} from '../platform'
import { countCitizens, findByWords, type FoundCitizens, type WordPlace } from './citizen-words'
import { pictureColumns, pictureOfRow, pictureRow } from './picture-row'

export type Member = CallOutput<'members.get-all'>['members'][number]
export type ManagedUser = CallOutput<'admin.users'>['users'][number]

const memberRow = {
  id: column.key,
  uid: column.text,
  username: column.text,
  handle: column.text,
  role: column.oneOf(citizenRoles),
  government_role: column.oneOf(governmentRoles).nullable,
  is_admin: column.flag,
  is_super_admin: column.flag,
  joined_at: column.instant,
  ...pictureRow,
}

type MemberRow = RowOf<typeof memberRow>

const memberColumns = `c.id, c.uid, c.username, c.handle, c.role, c.government_role, c.is_admin, c.is_super_admin,
  c.joined_at, ${pictureColumns('c')}`

/** Which citizens a list is about, as a condition of SQL. */
type Condition = string

const vacancy: Condition = 'c.government_role IS NULL'

/** `members.get-all`: citizens by pages: the newest first, or, of a search, in the order of the words that were found. */
export async function getMembers(
  ctx: Context,
  input: CallInput<'members.get-all'>,
): Promise<CallOutput<'members.get-all'>> {
  const conditions = input.vacant === undefined ? [] : [vacancy]
  const page = isSearch(input)
    ? await foundPage(ctx.tx, asMembers, { conditions, unfit: governmentRoles.length }, input)
    : await pageOf(ctx.tx, asMembers, { conditions }, input)
  return { success: true, members: page.rows.map(presentMember), nextCursor: page.nextCursor }
}

/** `GET /api/citizens`: how many there are, and who came last. */
export async function newestCitizens(
  ctx: Context,
  input: CallInput<'citizens.newest'>,
): Promise<CallOutput<'citizens.newest'>> {
  const [totalCitizens, page] = await Promise.all([
    countCitizens(ctx.tx),
    pageOf(ctx.tx, asMembers, {}, { limit: input.limit }),
  ])
  return { success: true, totalCitizens, citizens: page.rows.map(presentMember) }
}

const managedColumns = `${memberColumns}, c.followers, c.verified, c.wallet_address, c.token_balance, c.last_active_at,
  EXISTS (SELECT 1 FROM candidacies k WHERE k.active_citizen_id = c.id) AS stands`

const managedRow = {
  ...memberRow,
  followers: column.integer,
  verified: column.flag,
  wallet_address: column.text.nullable,
  token_balance: column.bigint,
  last_active_at: column.instant.nullable,
  stands: column.flag,
}

type ManagedRow = RowOf<typeof managedRow>

/** Citizens with a role are few: they are read from an index of their own, and a search looks among them. */
const withRole: Record<Exclude<CallInput<'admin.users'>['filter'], 'all'>, string> = {
  admins: `SELECT id FROM citizens WHERE is_admin = TRUE
    UNION ALL SELECT id FROM citizens WHERE is_admin = FALSE AND is_super_admin = TRUE`,
  moderators: "SELECT id FROM citizens WHERE role = 'moderator'",
  government: 'SELECT id FROM citizens WHERE government_role IS NOT NULL',
}

/** `admin.users`: citizens as the administration sees them. */
export async function getUsers(ctx: Context, input: CallInput<'admin.users'>): Promise<CallOutput<'admin.users'>> {
  const { page, total, exact = true } = await usersPage(ctx.tx, input)
  return {
    success: true,
    users: page.rows.map(presentManaged),
    total,
    totalIsMinimum: !exact,
    nextCursor: page.nextCursor,
  }
}

interface UsersPage {
  readonly page: Page<ManagedRow>
  readonly total: number
  readonly exact?: boolean
}

async function usersPage(tx: EntityManager, input: CallInput<'admin.users'>): Promise<UsersPage> {
  if (input.filter !== 'all') return pageWithRole(tx, withRole[input.filter], input)
  if (!isSearch(input)) {
    return { page: await pageOf(tx, asManaged, {}, input), total: await countCitizens(tx) }
  }
  const all = await search(tx, input.search, { after: null, wanted: Math.max(mostCounted, input.limit) })
  const page = await foundPage(tx, asManaged, {}, input, all)
  return { page, total: all.found.length, exact: all.next === null }
}

async function pageWithRole(tx: EntityManager, ids: string, input: CallInput<'admin.users'>): Promise<UsersPage> {
  const asked = isSearch(input) ? askedWords(input.search) : []
  if (isSearch(input) && asked.length === 0) return { page: { rows: [], nextCursor: null }, total: 0 }
  const conditions = asked.map(
    () => 'EXISTS (SELECT 1 FROM citizen_words w WHERE w.citizen_id = c.id AND w.word >= ? AND w.word < ?)',
  )
  // Those who are meant are looked through once: their keys are the count, and a page is read by some of them.
  const rows = await readRows(
    tx,
    { id: column.key },
    `SELECT c.id FROM (${ids}) AS these JOIN citizens c ON c.id = these.id
     WHERE ${['c.left_at IS NULL', ...conditions].join(' AND ')} ORDER BY c.id DESC`,
    asked.flatMap((beginning) => [beginning, afterWordsWith(beginning)]),
  )
  const before = input.cursor === undefined ? undefined : BigInt(readCursor(input.cursor, 1)[0]!)
  const keys = rows
    .flatMap(({ id }) => (before === undefined || BigInt(id) < before ? [id] : []))
    .slice(0, input.limit + 1)
  const meant = { conditions: ['c.id IN (?)'], values: [keys] }
  const page = keys.length === 0 ? { rows: [], nextCursor: null } : await pageOf(tx, asManaged, meant, input)
  return { page, total: rows.length }
}

/** How many citizens of a file are read at a time. */
const atOnce = 500

/**
 * `admin.export-users`: all citizens whom a filter or a search finds, page by page, in the order of the list. They are read
 * while the file is sent.
 */
export async function* usersFile(
  { tx }: Pick<Context, 'tx'>,
  { search: text, filter }: CallInput<'admin.export-users'>,
  limit = atOnce,
): AsyncGenerator<readonly ManagedUser[]> {
  let cursor: string | undefined
  do {
    const input = { search: text, filter, limit, cursor }
    const page: Page<ManagedRow> = await filePage(tx, input)
    yield page.rows.map(presentManaged)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** A page of the list without its count, which a search reads anew for each page. */
async function filePage(tx: EntityManager, input: CallInput<'admin.users'>): Promise<Page<ManagedRow>> {
  if (input.filter !== 'all') return (await pageWithRole(tx, withRole[input.filter], input)).page
  return isSearch(input) ? foundPage(tx, asManaged, {}, input) : pageOf(tx, asManaged, {}, input)
}

/** One citizen as the administration sees them. */
export async function managedUser(ctx: CitizenContext, id: string): Promise<ManagedUser> {
  const row = await readFirst(ctx.tx, managedRow, `SELECT ${managedColumns} FROM citizens c WHERE c.id = ?`, [id])
  if (!row) throw new NationError('citizen_not_found')
  return presentManaged(row)
}

/** One citizen as a member. */
export async function oneMember(tx: EntityManager, id: string): Promise<Member> {
  const row = await readFirst(tx, memberRow, `SELECT ${memberColumns} FROM citizens c WHERE c.id = ?`, [id])
  if (!row) throw new NationError('citizen_not_found')
  return presentMember(row)
}

interface Page<Row> {
  readonly rows: Row[]
  readonly nextCursor: string | null
}

/** What is read of each citizen. */
interface As<Row> {
  readonly columns: string
  readonly rows: (tx: EntityManager, sql: string, values: readonly unknown[]) => Promise<Row[]>
}

const asMembers: As<MemberRow> = {
  columns: memberColumns,
  rows: (tx, sql, values) => readRows(tx, memberRow, sql, values),
}
const asManaged: As<ManagedRow> = {
  columns: managedColumns,
  rows: (tx, sql, values) => readRows(tx, managedRow, sql, values),
}

interface Meant {
  readonly conditions?: readonly Condition[]
  readonly values?: readonly unknown[]
}

/** By the key, newest first, and only as far as the page goes: an index on who left would gather everybody first. */
const everybody = 'citizens c FORCE INDEX (PRIMARY)'

async function pageOf<Row extends { id: string }>(
  tx: EntityManager,
  as: As<Row>,
  { conditions = [], values = [] }: Meant,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<Page<Row>> {
  const before = cursor === undefined ? [] : readCursor(cursor, 1)
  const where = ['c.left_at IS NULL', ...conditions, ...before.map(() => 'c.id < ?')].join(' AND ')
  const rows = await as.rows(
    tx,
    `SELECT ${as.columns} FROM ${everybody} WHERE ${where} ORDER BY c.id DESC LIMIT ${limit + 1}`,
    [...values, ...before],
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: rows.length > limit && last ? writeCursor([last.id]) : null }
}

/** How many rows one search looks at, more or less, at most; the next page goes on from there. */
const rowsForPage = 1_500
/** Up to how many people a search is counted. */
const mostCounted = 100

/** Whether the caller searches for something. */
const isSearch = <Input extends { readonly search?: string | undefined }>(
  input: Input,
): input is Input & { readonly search: string } => (input.search ?? '') !== ''

async function search(
  tx: EntityManager,
  text: string,
  where: { readonly after: WordPlace | null; readonly wanted: number },
): Promise<FoundCitizens> {
  const asked = askedWords(text)
  return asked.length === 0 ? { found: [], next: null } : findByWords(tx, asked, { ...where, budget: rowsForPage })
}

interface Searched {
  readonly search: string
  readonly cursor?: string | undefined
  readonly limit: number
}

interface Fitting {
  readonly conditions?: readonly Condition[]
  /** How many citizens do not meet the conditions, at most: each office has one holder. So many more are looked at. */
  readonly unfit?: number
}

/**
 * A page of those whom a search finds and who meet the conditions (decision 59). A page may be shorter than asked for, and still not be
 * the last: where words are common and seldom meet.
 * @param first what was found from the beginning, where that is known already
 */
async function foundPage<Row extends { id: string }>(
  tx: EntityManager,
  as: As<Row>,
  { conditions = [], unfit = 0 }: Fitting,
  { search: text, cursor, limit }: Searched,
  first?: FoundCitizens,
): Promise<Page<Row>> {
  const read = cursor === undefined ? null : readTextCursor(cursor)
  const after = read && { word: read.text, id: read.key }
  const known = after === null ? first : undefined
  const wanted = limit + (conditions.length === 0 ? 0 : unfit)
  const { found, next } = known ?? (await search(tx, text, { after, wanted }))
  const looked = found.slice(0, wanted)
  const where = ['c.id IN (?)', 'c.left_at IS NULL', ...conditions].join(' AND ')
  const rows =
    looked.length === 0
      ? []
      : await as.rows(tx, `SELECT ${as.columns} FROM citizens c WHERE ${where}`, [looked.map(({ id }) => id)])
  const byId = indexBy(rows, ({ id }) => id)
  const fitting = looked.filter(({ id }) => byId.has(id))
  const shown = fitting.slice(0, limit)
  const end = fitting.length > limit ? shown.at(-1) : found.length > looked.length ? looked.at(-1) : next
  return {
    rows: shown.flatMap(({ id }) => byId.get(id) ?? []),
    nextCursor: end ? writeCursor([end.word, end.id]) : null,
  }
}

const labelOf = (row: MemberRow): Member['role'] =>
  memberLabel({ isAdmin: row.is_admin, isSuperAdmin: row.is_super_admin, governmentRole: row.government_role })

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
    twitterVerified: row.verified,
    isAdmin: row.is_admin,
    isSuperAdmin: row.is_super_admin,
    isModerator: row.role === 'moderator',
    isCandidate: row.stands,
    walletAddress: row.wallet_address,
    tokenBalance: displayTokens(row.token_balance),
    tokenBalanceUnits: String(row.token_balance),
    lastActive: row.last_active_at?.getTime() ?? null,
  }
}
