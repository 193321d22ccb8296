import type { CallInput, CallOutput, OwnPart } from '@nation/domain/contract'
import { positionNumbered, votesOf, type DecidingRule } from '@nation/domain/elections'
import { pictureColumns, pictureOfRow, type PictureRow } from '../citizens/picture-row'
import type { CitizenContext, Context } from '../platform/context'
import { readCursor, writeCursor } from '../platform/cursor'
import { finalShares } from './final-shares'

type Answer = CallOutput<'candidates.past'>

interface Row extends PictureRow {
  id: string
  uid: string
  citizen_id: string
  position: number
  status: string
  display_name: string
  campaign_slogan: string
  profile_picture: string | null
  banner_image: string | null
  final_weight_units: string
  final_supporters: number
  final_rank: number
  won: number
  election_uid: string
  starts_at: Date
  ends_at: Date
  rule: DecidingRule
  candidates: number
}

/** Those who stood to the end of an election that was counted. */
const counted = `FROM candidacies c
  JOIN citizens z ON z.id = c.citizen_id
  JOIN elections e ON e.id = c.election_id
  JOIN election_results r ON r.election_id = c.election_id AND r.position = c.position
  WHERE z.uid = ? AND c.status <> 'withdrawn' AND c.final_rank IS NOT NULL`

/** `candidates.past`: a citizen's candidacies and how they ended, the newest first; an unknown citizen has none. */
export async function pastCandidacies(ctx: Context, input: CallInput<'candidates.past'>): Promise<Answer> {
  const totals: { n: string; wins: string | null }[] = await ctx.tx.query(
    `SELECT COUNT(*) AS n, SUM(c.won) AS wins ${counted}`,
    [input.citizenId],
  )
  const before = input.cursor ? readCursor(input.cursor, 1) : []
  const rows: Row[] = await ctx.tx.query(
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
    total: Number(totals[0]?.n ?? 0),
    wins: Number(totals[0]?.wins ?? 0),
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
    votes: votesOf(Number(row.final_weight_units)),
    supportersCount: row.final_supporters,
    share,
    rank: row.final_rank,
    candidates: row.candidates,
    won: Boolean(row.won),
    rule: row.rule,
    may: { runAgain: row.status === 'archived' && ctx.caller?.id === row.citizen_id },
  }
}

/** Of these, what the caller may do: those who stood may run again with an archived candidacy. */
export async function ownPastCandidacies(
  ctx: CitizenContext,
  { candidacies }: Answer,
): Promise<OwnPart<'candidates.past'>> {
  if (candidacies.length === 0) return {}
  const rows: { uid: string }[] = await ctx.tx.query(
    `SELECT uid FROM candidacies WHERE uid IN (?) AND citizen_id = ? AND status = 'archived'`,
    [candidacies.map((one) => one.candidateId), ctx.caller.id],
  )
  const own = new Set(rows.map((row) => row.uid))
  return { candidacies: candidacies.map((one) => ({ may: { runAgain: own.has(one.candidateId) } })) }
}
