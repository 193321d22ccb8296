import { ruleColumn } from './columns'
import { column, readRows, type RowOf, type Context, cursorInstant, readCursor, writeCursor } from '../platform'
import { governmentRoles } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { electedRoles, officeTitle, votesOf } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { pageColumn, pageJoin, pageRow, pictureColumns, pictureOfRow, pictureRow } from '../citizens'
import { Election } from './election.entity'
import { turnoutOf } from './elections.service'

type Answer = CallOutput<'elections.governments'>
type Government = Answer['governments'][number]

/**
 * `elections.governments`: each cabinet, from the seating after one election to the seating after the next, with every official
 * in between, elected or appointed. The present one first.
 */
export async function governments(ctx: Context, input: CallInput<'elections.governments'>): Promise<Answer> {
  const before = input.cursor ? cursorInstant(readCursor(input.cursor, 1)[0]) : null
  const seated = await seatedElections(ctx.tx, before, input.limit)
  const page = seated.slice(0, input.limit)
  const [first, last] = [page[0], page[page.length - 1]]
  if (!first || !last) return { success: true, governments: [], nextCursor: null, now: ctx.now().getTime() }
  const later = before && (await nextSeated(ctx.tx, first))
  const earlier = await countSeatedBefore(ctx.tx, last)
  const terms = byGovernment(page, await termsBetween(ctx.tx, last.endsAt, later?.endsAt ?? null))
  const results = await resultsOf(
    ctx.tx,
    page.map(({ id }) => id),
  )
  return {
    success: true,
    governments: page.map((election, place) => {
      const until = (page[place - 1] ?? later)?.endsAt ?? null
      const number = earlier + page.length - place
      return presentGovernment(election, {
        until,
        terms: terms[place] ?? [],
        number,
        results: results.filter(({ election_id: id }) => id === election.id),
      })
    }),
    nextCursor: seated.length > input.limit ? writeCursor([last.endsAt.getTime()]) : null,
    now: ctx.now().getTime(),
  }
}

const whereSeated = 'election.seatedAt IS NOT NULL'

function seatedElections(tx: EntityManager, before: Date | null, limit: number): Promise<Election[]> {
  const query = tx.getRepository(Election).createQueryBuilder('election').where(whereSeated)
  if (before) query.andWhere('election.endsAt < :before', { before })
  return query
    .orderBy('election.endsAt', 'DESC')
    .take(limit + 1)
    .getMany()
}

function nextSeated(tx: EntityManager, election: Election): Promise<Election | null> {
  return tx
    .getRepository(Election)
    .createQueryBuilder('election')
    .where(`${whereSeated} AND election.endsAt > :end`, { end: election.endsAt })
    .orderBy('election.endsAt', 'ASC')
    .getOne()
}

function countSeatedBefore(tx: EntityManager, election: Election): Promise<number> {
  return tx
    .getRepository(Election)
    .createQueryBuilder('election')
    .where(`${whereSeated} AND election.endsAt < :end`, { end: election.endsAt })
    .getCount()
}

const termRow = {
  office: column.oneOf(governmentRoles),
  how: column.oneOf(['elected', 'appointed']),
  started_at: column.instant,
  ended_at: column.instant.nullable,
  uid: column.text,
  username: column.text,
  handle: column.text,
  candidacy_uid: column.text.nullable,
  weight_units: column.integer.nullable,
  supporters: column.integer.nullable,
  candidacy_id: column.key.nullable,
  ...pageRow,
  ...pictureRow,
}

type TermRow = RowOf<typeof termRow>

function termsBetween(tx: EntityManager, from: Date, until: Date | null): Promise<TermRow[]> {
  return readRows(
    tx,
    termRow,
    `SELECT t.office, t.how, t.started_at, t.ended_at, c.uid, c.username, c.handle, ${pageColumn}, ${pictureColumns('c')},
       k.uid AS candidacy_uid, k.final_weight_units AS weight_units, k.final_supporters AS supporters, t.candidacy_id
     FROM terms t JOIN citizens c ON c.id = t.citizen_id
     ${pageJoin('c')}
     LEFT JOIN candidacies k ON k.id = t.candidacy_id
     WHERE t.started_at >= ? ${until ? 'AND t.started_at < ?' : ''} ORDER BY t.started_at, t.id`,
    until ? [from, until] : [from],
  )
}

const resultRow = {
  election_id: column.key,
  winner_candidacy_id: column.key.nullable,
  rule: ruleColumn,
  candidates: column.integer,
}

type ResultRow = RowOf<typeof resultRow>

/** How each position was decided, and among how many: of some elections, by their primary key. */
const resultsOf = (tx: EntityManager, electionIds: readonly string[]): Promise<ResultRow[]> =>
  readRows(
    tx,
    resultRow,
    'SELECT election_id, winner_candidacy_id, rule, candidates FROM election_results WHERE election_id IN (?)',
    [electionIds],
  )

/** The terms of each government, the latest government first; within it in the order in which they began. */
function byGovernment(page: readonly Election[], terms: readonly TermRow[]): TermRow[][] {
  const termsOf = page.map((): TermRow[] => [])
  let place = page.length - 1
  for (const term of terms) {
    while (place > 0 && term.started_at >= (page[place - 1] as Election).endsAt) place -= 1
    termsOf[place]?.push(term)
  }
  return termsOf
}

interface Known {
  readonly until: Date | null
  readonly terms: readonly TermRow[]
  readonly number: number
  /** How its seats were decided in the election. */
  readonly results: readonly ResultRow[]
}

function presentGovernment(election: Election, { until, terms, number, results }: Known): Government {
  const held = new Set(terms.map((term) => term.office))
  return {
    number,
    electionId: election.uid,
    electionStartedAt: election.startsAt.getTime(),
    startedAt: election.endsAt.getTime(),
    endedAt: until?.getTime() ?? null,
    turnout: turnoutOf(election),
    candidates: results.reduce((sum, { candidates }) => sum + candidates, 0),
    seats: terms
      .toSorted((a, b) => governmentRoles.indexOf(a.office) - governmentRoles.indexOf(b.office))
      .map((term) => presentSeat(term, ruleOf(term, results))),
    vacant: electedRoles.filter((office) => !held.has(office)),
  }
}

/** The rule by which an official was elected; null where they were appointed. */
const ruleOf = ({ candidacy_id: candidacy }: TermRow, results: readonly ResultRow[]): ResultRow['rule'] | null =>
  candidacy === null ? null : (results.find(({ winner_candidacy_id: winner }) => winner === candidacy)?.rule ?? null)

function presentSeat(term: TermRow, rule: ResultRow['rule'] | null): Government['seats'][number] {
  return {
    office: term.office,
    title: officeTitle(term.office),
    citizenId: term.uid,
    username: term.username,
    twitterUsername: term.handle,
    profilePicture: pictureOfRow(term),
    pageNumber: term.page_number,
    how: term.how,
    candidateId: term.candidacy_uid,
    votes: term.weight_units === null ? null : votesOf(Number(term.weight_units)),
    supportersCount: term.supporters,
    rule,
    startedAt: term.started_at.getTime(),
    endedAt: term.ended_at?.getTime() ?? null,
  }
}
