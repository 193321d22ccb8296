import { eligibleForCandidacy } from '@nation/domain/citizens'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { positionNumbered, positionOf, positions } from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import { Citizen } from '../citizens/citizen.entity'
import type { CitizenContext, Context } from '../platform/context'
import { electionMeant, latestEnded, openOrNext } from './calendar'
import { candidateViews, ownVotes, userVotesOf } from './candidate-views'
import { Candidacy } from './candidacy.entity'
import { readCursor, writeCursor } from './cursor'
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
  const filter = matching(election, input)
  const counts = await countByPosition(ctx, filter)
  const page = await pageOfKeys(ctx, filter, input)
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

const from = 'FROM candidacies c JOIN tallies t ON t.candidacy_id = c.id JOIN citizens z ON z.id = c.citizen_id'

/** Of an election: those who stand, or, once it is history, those who stood to the end. */
function matching(election: Election, input: ListInput): Filter {
  const status = election.stage === 'completed' ? 'archived' : 'active'
  if (!input.search) return { sql: 'c.election_id = ? AND c.status = ?', values: [election.id, status] }
  const pattern = `%${input.search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return {
    sql: 'c.election_id = ? AND c.status = ? AND (c.display_name LIKE ? OR z.username LIKE ? OR c.bio LIKE ?)',
    values: [election.id, status, pattern, pattern, pattern],
  }
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

/**
 * One candidate, also of an election that is history.
 * @throws NationError `candidate_not_found`
 */
export async function getCandidate(
  ctx: Context,
  input: CallInput<'candidates.get'>,
): Promise<CallOutput<'candidates.get'>> {
  const [named] = await candidaciesByUid(ctx.tx, [input.candidateId])
  const [candidate] = named ? await candidateViews(ctx, [named.id]) : []
  if (!candidate) throw new NationError('candidate_not_found')
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
