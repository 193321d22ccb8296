import { ruleColumn } from './columns'
import {
  type RowOf,
  type CitizenContext,
  type Context,
  readCursor,
  writeCursor,
  column,
  readOne,
  readRows,
} from '../platform'
import type { CallInput, CallOutput, OwnPart } from '@nation/domain/contract'
import { positionNumbered, votesOf } from '@nation/domain/elections'
import { pictureColumns, pictureOfRow, pictureRow } from '../citizens'
import { finalShares } from './final-shares'

type Answer = CallOutput<'candidates.past'>

const pastRow = {
  id: column.key,
  uid: column.text,
  citizen_id: column.key,
  position: column.integer,
  status: column.text,
  display_name: column.text,
  campaign_slogan: column.text,
  profile_picture: column.text.nullable,
  banner_image: column.text.nullable,
  final_weight_units: column.integer.present,
  final_supporters: column.integer.present,
  final_rank: column.integer.present,
  won: column.flag,
  election_uid: column.text,
  starts_at: column.instant,
  ends_at: column.instant,
  rule: ruleColumn,
  candidates: column.integer,
  ...pictureRow,
}

type Row = RowOf<typeof pastRow>

/** The candidacies that stood until the end of an election that was counted. */
const counted = `FROM candidacies c
  JOIN citizens z ON z.id = c.citizen_id
  JOIN elections e ON e.id = c.election_id
  JOIN election_results r ON r.election_id = c.election_id AND r.position = c.position
  WHERE z.uid = ? AND c.status <> 'withdrawn' AND c.final_rank IS NOT NULL`

/** `candidates.past`: a citizen's candidacies and how they ended, the newest first; an unknown citizen has none. */
export async function pastCandidacies(ctx: Context, input: CallInput<'candidates.past'>): Promise<Answer> {
  const found = await readOne(
    ctx.tx,
    { n: column.integer, wins: column.integer.nullable },
    `SELECT COUNT(*) AS n, SUM(c.won) AS wins ${counted}`,
    [input.citizenId],
  )
  const before = input.cursor ? readCursor(input.cursor, 1) : []
  const rows = await readRows(
    ctx.tx,
    pastRow,
    `SELECT c.id, c.uid, c.citizen_id, c.position, c.status, c.display_name, c.campaign_slogan, c.profile_picture,
       c.banner_image, c.final_weight_units, c.final_supporters, c.final_rank, c.won, ${pictureColumns('z')},
       e.uid AS election_uid, e.starts_at, e.ends_at, r.rule, r.candidates
     ${counted} ${before.length > 0 ? 'AND c.id < ?' : ''} ORDER BY c.id DESC LIMIT ${input.limit + 1}`,
    [input.citizenId, ...before],
  )
  const page = rows.slice(0, input.limit)
  const last = page[page.length - 1]
  const shares = await finalShares(
    ctx.tx,
    page.map((row) => row.id),
  )
  return {
    success: true,
    candidacies: page.map((row) => present(ctx, row, shares.get(row.id) ?? 0)),
    total: found.n,
    wins: found.wins ?? 0,
    nextCursor: rows.length > input.limit && last ? writeCursor([last.id]) : null,
    now: ctx.now().getTime(),
  }
}

function present(ctx: Context, row: Row, share: number): Answer['candidacies'][number] {
  const position = positionNumbered(row.position)
  return {
    candidateId: row.uid,
    electionId: row.election_uid,
    startsAt: row.starts_at.getTime(),
    endsAt: row.ends_at.getTime(),
    position: position.id,
    positionTitle: position.title,
    displayName: row.display_name,
    campaignSlogan: row.campaign_slogan,
    profilePicture: row.profile_picture ?? pictureOfRow(row),
    bannerImage: row.banner_image,
    votes: votesOf(row.final_weight_units),
    supportersCount: row.final_supporters,
    share,
    rank: row.final_rank,
    candidates: row.candidates,
    won: row.won,
    rule: row.rule,
    may: { runAgain: row.status === 'archived' && ctx.caller?.id === row.citizen_id },
  }
}

/** What the caller may do with these candidacies: the citizen of an archived candidacy may run again. */
export async function ownPastCandidacies(
  ctx: CitizenContext,
  { candidacies }: Answer,
): Promise<OwnPart<'candidates.past'>> {
  if (candidacies.length === 0) return {}
  const rows = await readRows(
    ctx.tx,
    { uid: column.text },
    `SELECT uid FROM candidacies WHERE uid IN (?) AND citizen_id = ? AND status = 'archived'`,
    [candidacies.map((one) => one.candidateId), ctx.caller.id],
  )
  const callersOwn = new Set(rows.map((row) => row.uid))
  return { candidacies: candidacies.map((one) => ({ may: { runAgain: callersOwn.has(one.candidateId) } })) }
}
