import { termEnds } from '@nation/domain/citizens'
import { governmentRoles, type GovernmentRole } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { electedRoles, officeTitle, votesOf } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { pictureColumns, pictureOfRow, pictureRow, pageColumn, pageJoin, pageRow } from '../citizens'
import {
  type CitizenContext,
  column,
  type Context,
  readFirst,
  readRows,
  type RowOf,
  cursorInstant,
  readCursor,
  strangeCursor,
  writeCursor,
} from '../platform'

type Office = CallOutput<'government.office'>

/** How a term began and ended, with the names of those who did it; null for a term that lasts. */
const spanRow = {
  office: column.oneOf(governmentRoles),
  how: column.oneOf(['elected', 'appointed']),
  started_at: column.instant,
  ended_at: column.instant.nullable,
  ended_how: column.oneOf(termEnds).nullable,
  appointed_by: column.text.nullable,
  ended_by: column.text.nullable,
}

const spanColumns = `t.office, t.how, t.started_at, t.ended_at, t.ended_how, appointer.username AS appointed_by,
  remover.username AS ended_by`

const spanJoins = `LEFT JOIN citizens appointer ON appointer.id = t.appointed_by
  LEFT JOIN citizens remover ON remover.id = t.ended_by`

const presentSpan = (row: RowOf<typeof spanRow>) => ({
  startedAt: row.started_at.getTime(),
  how: row.how,
  appointedBy: row.appointed_by,
  endedAt: row.ended_at?.getTime() ?? null,
  endedHow: row.ended_how,
  endedBy: row.ended_by,
})

const holderRow = {
  ...spanRow,
  id: column.key,
  uid: column.text,
  username: column.text,
  handle: column.text,
  election_uid: column.text.nullable,
  candidacy_uid: column.text.nullable,
  weight_units: column.integer.nullable,
  voters: column.integer.nullable,
  rule: column.text.nullable,
  ...pageRow,
  ...pictureRow,
}

type HolderRow = RowOf<typeof holderRow>

/** `government.office`: everybody who held an office, the newest term first. */
export async function getOffice(ctx: Context, input: CallInput<'government.office'>): Promise<Office> {
  const { office, limit } = input
  const rows = await holders(ctx.tx, office, limit + 1, input.cursor)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    success: true,
    office,
    title: officeTitle(office),
    elected: electedRoles.includes(office),
    vacantSince: await vacantSince(ctx.tx, office),
    terms: page.map(presentHolder),
    nextCursor: rows.length > limit && last ? cursorBehind(last) : null,
  }
}

/** A place in the list of one office. */
const cursorBehind = ({ office, started_at, id }: HolderRow): string =>
  writeCursor([governmentRoles.indexOf(office), started_at.getTime(), id])

/** The place that a cursor names. @throws NationError `invalid_input` when it is of another office */
function placeBehind(cursor: string, office: GovernmentRole): readonly [before: Date, id: string] {
  const [of, startedAt, id = ''] = readCursor(cursor, 3)
  if (Number(of) !== governmentRoles.indexOf(office)) throw strangeCursor()
  return [cursorInstant(startedAt), id]
}

function holders(
  tx: EntityManager,
  office: GovernmentRole,
  limit: number,
  cursor: string | undefined,
): Promise<HolderRow[]> {
  const [before, id] = cursor === undefined ? [null] : placeBehind(cursor, office)
  return readRows(
    tx,
    holderRow,
    `SELECT t.id, ${spanColumns}, c.uid, c.username, c.handle, ${pageColumn}, ${pictureColumns('c')}, e.uid AS election_uid,
       k.uid AS candidacy_uid, k.final_weight_units AS weight_units, k.final_supporters AS voters, r.rule
     FROM terms t FORCE INDEX (ix_terms_office) JOIN citizens c ON c.id = t.citizen_id ${pageJoin('c')} ${spanJoins}
     LEFT JOIN elections e ON e.id = t.election_id
     LEFT JOIN candidacies k ON k.id = t.candidacy_id
     LEFT JOIN election_results r ON r.winner_candidacy_id = t.candidacy_id
     WHERE t.office = ? ${before ? 'AND t.started_at <= ? AND (t.started_at < ? OR t.id < ?)' : ''}
     ORDER BY t.started_at DESC, t.id DESC LIMIT ${limit}`,
    before ? [office, before, before, id] : [office],
  )
}

async function vacantSince(tx: EntityManager, office: GovernmentRole): Promise<number | null> {
  const held = await readFirst(tx, { id: column.key }, 'SELECT id FROM terms WHERE active_office = ?', [office])
  if (held) return null
  const last = await readFirst(
    tx,
    { ended_at: column.instant.nullable },
    'SELECT ended_at FROM terms WHERE office = ? ORDER BY started_at DESC, id DESC LIMIT 1',
    [office],
  )
  return last?.ended_at?.getTime() ?? null
}

function presentHolder(row: HolderRow): Office['terms'][number] {
  return {
    ...presentSpan(row),
    userId: row.uid,
    username: row.username,
    twitterUsername: row.handle,
    profilePicture: pictureOfRow(row),
    pageNumber: row.page_number,
    electionId: row.election_uid,
    candidateId: row.candidacy_uid,
    votes: row.weight_units === null ? null : votesOf(row.weight_units),
    supportersCount: row.voters,
    rule: row.rule,
  }
}

/** `government.my-term`: the caller's latest term, and how it ended. */
export async function latestTerm(ctx: CitizenContext): Promise<CallOutput<'government.my-term'>> {
  const row = await readFirst(
    ctx.tx,
    spanRow,
    `SELECT ${spanColumns} FROM terms t FORCE INDEX (ix_terms_citizen) ${spanJoins}
     WHERE t.citizen_id = ? ORDER BY t.started_at DESC, t.id DESC LIMIT 1`,
    [ctx.caller.id],
  )
  return {
    success: true,
    term: row ? { office: row.office, title: officeTitle(row.office), ...presentSpan(row) } : null,
  }
}
