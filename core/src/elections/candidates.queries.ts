import { eligibleForCandidacy, isAdministrator } from '@nation/domain/citizens'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { positionNumbered, positionOf, positions } from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import { Citizen } from '../citizens/citizen.entity'
import type { Caller, CitizenContext, Context } from '../platform/context'
import { electionMeant, latestEnded, openOrNext } from './calendar'
import { candidateViews, ownVotes, userVotesOf } from './candidate-views'
import { Candidacy } from './candidacy.entity'
import { readCursor, writeCursor } from '../platform/cursor'
import { byKey } from '../platform/rows'
import type { Election } from './election.entity'
import { candidaciesByUid } from './rows'

type ListInput = CallInput<'candidates.list'>

/**
 * Candidates of an election (the open or next one unless said), most votes first: weight, then voters, then the earlier
 * candidacy, as the winner is decided. The search matches displayName, username or bio, whatever the case.
 * @throws NationError `election_not_found` for a named election that does not exist
 */
export async function listCandidates(ctx: Context, input: ListInput): Promise<CallOutput<'candidates.list'>> {
  const now = ctx.now()
  const election = input.electionId
    ? await electionMeant(ctx.tx, input.electionId, now)
    : ((await openOrNext(ctx.tx, now)) ?? (await latestEnded(ctx.tx, now)))
  if (!election) return emptyList(now)
  const { counts, page } = input.search ? await search(ctx, election, input) : await browse(ctx, election, input)
  const own = await ownVotes(ctx, election.id)
  const shown = page.slice(0, input.limit)
  const last = shown[shown.length - 1]
  return {
    success: true,
    electionId: election.uid,
    candidates: await candidateViews(
      ctx,
      shown.map((row) => row.id),
      own,
    ),
    total: input.position ? counts[input.position] : Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    nextCursor: page.length > input.limit && last ? writeCursor(sortKeys(input, last)) : null,
    userVotes: userVotesOf(own),
    now: now.getTime(),
  }
}

function emptyList(now: Date): CallOutput<'candidates.list'> {
  return {
    success: true,
    electionId: null,
    candidates: [],
    total: 0,
    counts: noCounts(),
    nextCursor: null,
    userVotes: {},
    now: now.getTime(),
  }
}

type Counts = CallOutput<'candidates.list'>['counts']

const noCounts = () => Object.fromEntries(positions.map((position) => [position.id, 0])) as Counts

interface Filter {
  readonly sql: string
  readonly values: readonly unknown[]
}

const from =
  'FROM candidacies c JOIN published_tallies t ON t.candidacy_id = c.id JOIN citizens z ON z.id = c.citizen_id'

interface Found {
  readonly counts: Counts
  /** One page of keys and one row more, which says whether there is another page. */
  readonly page: readonly KeyRow[]
}

/** Of an election: those who stand, or, once it is history, those who stood to the end. */
function thoseWhoStand(election: Election): Filter {
  const over = election.stage === 'completed' || election.stage === 'cancelled'
  const status = over ? 'archived' : 'active'
  return { sql: 'c.election_id = ? AND c.status = ?', values: [election.id, status] }
}

async function browse(ctx: Context, election: Election, input: ListInput): Promise<Found> {
  const filter = thoseWhoStand(election)
  return { counts: await countByPosition(ctx, filter), page: await pageOfKeys(ctx, filter, input) }
}

/**
 * Reads every text once, compared byte by byte in lower case: under the collation of the columns the same comparison takes
 * many times as long. What matches is few, so it is counted, sorted and cut here.
 */
async function search(ctx: Context, election: Election, input: ListInput): Promise<Found> {
  const filter = thoseWhoStand(election)
  const words = (input.search ?? '').toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)
  const texts = ['c.display_name', 'z.username', 'c.bio']
  const rows: (KeyRow & { position: number })[] = await ctx.tx.query(
    `SELECT c.id, c.position, t.weight_units, t.supporters ${from}
     WHERE ${filter.sql} AND (${texts.map((text) => `LOWER(${text}) COLLATE utf8mb4_bin LIKE ?`).join(' OR ')})`,
    [...filter.values, ...texts.map(() => `%${words}%`)],
  )
  const counts = noCounts()
  for (const row of rows) counts[positionNumbered(row.position).id] += 1
  const order = inOrder[input.sort]
  const after = cursorRow(input)
  const page = rows
    .filter((row) => !input.position || row.position === positionOf(input.position).order)
    .filter((row) => after === null || order(after, row) < 0)
    .sort(order)
  return { counts, page: page.slice(0, input.limit + 1) }
}

const inOrder: Record<ListInput['sort'], (a: KeyRow, b: KeyRow) => number> = {
  votes: (a, b) => Number(b.weight_units) - Number(a.weight_units) || b.supporters - a.supporters || byKey(a.id, b.id),
  newest: (a, b) => byKey(b.id, a.id),
}

/** The last row of the page before, as far as a cursor knows it. */
function cursorRow(input: ListInput): KeyRow | null {
  if (!input.cursor) return null
  if (input.sort === 'newest') return { id: readCursor(input.cursor, 1)[0] ?? '', weight_units: '0', supporters: 0 }
  const [weight = '0', supporters = '0', id = ''] = readCursor(input.cursor, 3)
  return { id, weight_units: weight, supporters: Number(supporters) }
}

async function countByPosition(ctx: Context, filter: Filter): Promise<Counts> {
  const rows: { position: number; n: string }[] = await ctx.tx.query(
    `SELECT c.position, COUNT(*) AS n ${from} WHERE ${filter.sql} GROUP BY c.position`,
    [...filter.values],
  )
  const counts = noCounts()
  for (const row of rows) counts[positionNumbered(row.position).id] = Number(row.n)
  return counts
}

interface KeyRow {
  id: string
  weight_units: string
  supporters: number
}

const orders = {
  votes: 't.weight_units DESC, t.supporters DESC, c.id ASC',
  newest: 'c.id DESC',
}

const sortKeys = (input: ListInput, row: KeyRow) =>
  input.sort === 'votes' ? [row.weight_units, row.supporters, row.id] : [row.id]

/** One page of keys and one row more, which says whether there is another page. */
async function pageOfKeys(ctx: Context, filter: Filter, input: ListInput): Promise<KeyRow[]> {
  const after = afterCursor(input)
  const position = input.position ? [positionOf(input.position).order] : []
  const rows: KeyRow[] = await ctx.tx.query(
    `SELECT c.id, t.weight_units, t.supporters ${from}
     WHERE ${filter.sql} ${position.length > 0 ? 'AND c.position = ?' : ''} ${after.sql}
     ORDER BY ${orders[input.sort]} LIMIT ${input.limit + 1}`,
    [...filter.values, ...position, ...after.values],
  )
  return rows
}

function afterCursor(input: ListInput): Filter {
  if (!input.cursor) return { sql: '', values: [] }
  if (input.sort === 'newest') return { sql: 'AND c.id < ?', values: readCursor(input.cursor, 1) }
  const [weight, supporters, id] = readCursor(input.cursor, 3)
  return {
    sql: `AND (t.weight_units < ? OR (t.weight_units = ? AND (t.supporters < ? OR (t.supporters = ? AND c.id > ?))))`,
    values: [weight, weight, supporters, supporters, id],
  }
}

/** What was withdrawn is out of the public eye: its owner may still read it, and administrators. */
const mayReadWithdrawn = (caller: Caller, { userId }: { readonly userId: string }): boolean =>
  caller !== null && (caller.uid === userId || isAdministrator(caller))

/**
 * One candidate, also of an election that is history.
 * @throws NationError `candidate_not_found`, also for a withdrawn one that is neither the caller's nor an administrator's to read
 */
export async function getCandidate(
  ctx: Context,
  input: CallInput<'candidates.get'>,
): Promise<CallOutput<'candidates.get'>> {
  const [named] = await candidaciesByUid(ctx.tx, [input.candidateId])
  const [candidate] = named ? await candidateViews(ctx, [named.id]) : []
  if (!candidate) throw new NationError('candidate_not_found')
  if (candidate.status === 'withdrawn' && !mayReadWithdrawn(ctx.caller, candidate)) {
    throw new NationError('candidate_not_found')
  }
  return { success: true, candidate, now: ctx.now().getTime() }
}

/** The caller's active candidacy and earlier ones, newest first, and whether they may stand. */
export async function myCandidates(ctx: CitizenContext): Promise<CallOutput<'candidates.mine'>> {
  const citizen = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: ctx.caller.id })
  const all = await ctx.tx.getRepository(Candidacy).find({
    select: { id: true },
    where: { citizenId: citizen.id },
    order: { id: 'DESC' },
    take: 50,
  })
  const views = await candidateViews(
    ctx,
    all.map((one) => one.id),
  )
  const { eligible, reasons } = eligibleForCandidacy({ ...citizen, tokenBalance: BigInt(citizen.tokenBalance) })
  return {
    success: true,
    candidate: views.find((view) => view.status === 'active') ?? null,
    past: views.filter((view) => view.status !== 'active'),
    eligibleForCandidacy: eligible,
    reasons: [...reasons],
    now: ctx.now().getTime(),
  }
}
