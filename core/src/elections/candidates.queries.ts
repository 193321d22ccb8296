import {
  eligibleForCandidacy,
  positionNumbered,
  positions,
  type CandidacyStatus,
  type PositionDefinition,
} from '@nation/domain/elections'
import { isAdministrator } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { candidacyFacts, Citizen } from '../citizens'
import {
  type Caller,
  type CitizenContext,
  type Context,
  readCursor,
  writeCursor,
  byKey,
  column,
  readRows,
  type RowOf,
} from '../platform'
import { electionMeant, latestEnded, openOrNext } from './calendar'
import { candidateCounts, noCandidates, type CandidateCounts } from './candidates-counter'
import { candidateViews, ownVotes, userVotesOf, type CandidateAnswer } from './candidate-views'
import { Candidacy } from './candidacy.entity'
import type { Election } from './election.entity'
import { editsOf } from './programme-edits'
import { candidaciesByUid } from './rows'
import { readLimits } from '../system'

type ListInput = CallInput<'candidates.list'>

/**
 * Candidates of an election (by default the open one, or else the next one), in the order in which the winner is decided: weight,
 * then voters, then the earlier candidacy. The search matches displayName, username, handle or bio, without regard to case.
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
    total: positionsOf(input).reduce((sum, { id }) => sum + counts[id], 0),
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
    counts: noCandidates(),
    nextCursor: null,
    userVotes: {},
    now: now.getTime(),
  }
}

/** The positions of a list. */
const positionsOf = ({ position, phase }: ListInput): readonly PositionDefinition[] =>
  positions.filter((one) => (!position || one.id === position) && (!phase || one.phase === phase))

/** Whether a list has fewer than all positions. */
const isNarrowed = ({ position, phase }: ListInput): boolean => Boolean(position ?? phase)

interface Filter {
  readonly sql: string
  readonly values: readonly unknown[]
}

interface Found {
  readonly counts: CandidateCounts
  /** One page of keys and one row more, which says whether there is another page. */
  readonly page: readonly KeyRow[]
}

/**
 * The status of the candidacies in a list: `archived` in a completed or cancelled election, otherwise `active`. So a list
 * contains no withdrawn candidacies.
 */
const listedStatus = (election: Election): CandidacyStatus =>
  election.stage === 'completed' || election.stage === 'cancelled' ? 'archived' : 'active'

async function browse(ctx: Context, election: Election, input: ListInput): Promise<Found> {
  const counts = (await candidateCounts(ctx.tx, [election.id])).get(election.id) ?? noCandidates()
  return { counts, page: await keysInOrder(ctx, election, input) }
}

/**
 * Searches every text of the election once: names and handles by the collation of the columns, for which 'cafe' is 'Café', and the long
 * texts in lower case and byte by byte, because the collation is many times slower. An @ before a handle is not part of it. Few rows
 * match, so they are counted, sorted and cut here, and only their counts are read.
 */
async function search(ctx: Context, election: Election, input: ListInput): Promise<Found> {
  const words = (input.search ?? '')
    .replace(/^@/, '')
    .toLowerCase()
    .replace(/[\\%_]/g, (sign) => `\\${sign}`)
  const names = ['c.display_name', 'z.username', 'z.handle'].map((name) => `${name} LIKE ?`)
  const texts = ['LOWER(c.bio) COLLATE utf8mb4_bin LIKE ?']
  const rows = await readRows(
    ctx.tx,
    { ...keyRow, position: column.integer },
    `SELECT c.id, c.position, t.weight_units, t.supporters
     FROM candidacies c STRAIGHT_JOIN citizens z ON z.id = c.citizen_id
     STRAIGHT_JOIN published_tallies t ON t.candidacy_id = c.id
     WHERE c.election_id = ? AND c.status = ?
       AND (${[...names, ...texts].join(' OR ')})`,
    [election.id, listedStatus(election), ...[...names, ...texts].map(() => `%${words}%`)],
  )
  const counts = noCandidates()
  for (const row of rows) counts[positionNumbered(row.position).id] += 1
  const order = inOrder[input.sort]
  const numbers = positionsOf(input).map((one) => one.order)
  const after = cursorRow(input)
  const page = rows
    .filter((row) => numbers.includes(row.position))
    .filter((row) => after === null || order(after, row) < 0)
    .sort(order)
  return { counts, page: page.slice(0, input.limit + 1) }
}

const inOrder: Record<ListInput['sort'], (a: KeyRow, b: KeyRow) => number> = {
  votes: (a, b) => b.weight_units - a.weight_units || b.supporters - a.supporters || byKey(a.id, b.id),
  newest: (a, b) => byKey(b.id, a.id),
}

/** The last row of the previous page, as its cursor describes it. */
function cursorRow(input: ListInput): KeyRow | null {
  if (!input.cursor) return null
  if (input.sort === 'newest') return { id: readCursor(input.cursor, 1)[0] ?? '', weight_units: 0, supporters: 0 }
  const [weight = '0', supporters = '0', id = ''] = readCursor(input.cursor, 3)
  return { id, weight_units: Number(weight), supporters: Number(supporters) }
}

const keyRow = { id: column.key, weight_units: column.integer, supporters: column.integer }

type KeyRow = RowOf<typeof keyRow>

const sortKeys = (input: ListInput, row: KeyRow) =>
  input.sort === 'votes' ? [row.weight_units, row.supporters, row.id] : [row.id]

/**
 * One page of keys and one row more, which shows whether there is another page. Each position is read in the order of an index,
 * and at most one page of it. The list of all positions has an index of its own.
 */
async function keysInOrder(ctx: Context, election: Election, input: ListInput): Promise<KeyRow[]> {
  const narrowed = isNarrowed(input)
  const query = keysBySort[input.sort](election, input, narrowed)
  if (!narrowed) return readKeys(ctx, query, [null])
  const numbers = positionsOf(input).map((one) => one.order)
  if (numbers.length === 0) return []
  const rows = await readKeys(ctx, query, numbers)
  return rows.sort(inOrder[input.sort]).slice(0, input.limit + 1)
}

interface KeyQuery {
  readonly sql: string
  /** The values for the query of one position; null means all positions. */
  readonly valuesOf: (position: number | null) => readonly unknown[]
}

function readKeys(ctx: Context, { sql, valuesOf }: KeyQuery, numbers: readonly (number | null)[]): Promise<KeyRow[]> {
  const all = numbers.map(() => `(${sql})`).join(' UNION ALL ')
  return readRows(ctx.tx, keyRow, all, numbers.flatMap(valuesOf))
}

const one = (position: number | null): readonly number[] => (position === null ? [] : [position])

const keysBySort: Record<ListInput['sort'], (election: Election, input: ListInput, narrowed: boolean) => KeyQuery> = {
  votes: (election, input, narrowed) => {
    const after = votesAfter(input.cursor)
    const index = narrowed ? 'ix_published_tallies_position' : 'ix_published_tallies_all'
    return {
      sql: `SELECT t.candidacy_id AS id, t.weight_units, t.supporters FROM published_tallies t FORCE INDEX (${index})
       WHERE t.election_id = ? ${narrowed ? 'AND t.position = ?' : ''} AND t.stands = TRUE ${after.sql}
       ORDER BY t.weight_units DESC, t.supporters DESC, t.candidacy_id ASC LIMIT ${input.limit + 1}`,
      valuesOf: (position) => [election.id, ...one(position), ...after.values],
    }
  },
  newest: (election, input, narrowed) => {
    const before = input.cursor ? readCursor(input.cursor, 1) : []
    const index = narrowed ? 'ix_candidacies_election' : 'ix_candidacies_newest'
    return {
      sql: `SELECT c.id, 0 AS weight_units, 0 AS supporters FROM candidacies c FORCE INDEX (${index})
       WHERE c.election_id = ? AND c.status = ? ${narrowed ? 'AND c.position = ?' : ''}
         ${before.length > 0 ? 'AND c.id < ?' : ''} ORDER BY c.id DESC LIMIT ${input.limit + 1}`,
      valuesOf: (position) => [election.id, listedStatus(election), ...one(position), ...before],
    }
  },
}

function votesAfter(cursor: string | undefined): Filter {
  if (!cursor) return { sql: '', values: [] }
  const [weight, supporters, id] = readCursor(cursor, 3)
  return {
    sql: `AND (t.weight_units < ? OR (t.weight_units = ? AND (t.supporters < ? OR (t.supporters = ? AND t.candidacy_id > ?))))`,
    values: [weight, weight, supporters, supporters, id],
  }
}

/**
 * Whether the caller may read a withdrawn candidacy: its owner and administrators may, and everybody where it was not the candidate
 * who ended it.
 */
const mayReadWithdrawn = (caller: Caller, { userId, removed }: CandidateAnswer): boolean =>
  removed !== null || (caller !== null && (caller.uid === userId || isAdministrator(caller)))

/**
 * One candidate, also of a past election.
 * @throws NationError `candidate_not_found`, also for one that its candidate withdrew and that is neither the caller's nor an administrator's to read
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
  const edits = named ? await editsOf(ctx.tx, named.id) : []
  return { success: true, candidate, edits, now: ctx.now().getTime() }
}

/** The caller's candidacies, the active one first, then the newest; and whether the caller may stand. */
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
  const { eligible, reasons } = eligibleForCandidacy(candidacyFacts(citizen), await readLimits(ctx.tx))
  return {
    success: true,
    candidate: views.find((view) => view.status === 'active') ?? null,
    past: views.filter((view) => view.status !== 'active'),
    eligibleForCandidacy: eligible,
    reasons: [...reasons],
    now: ctx.now().getTime(),
  }
}
