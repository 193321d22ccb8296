import type { CallOutput } from '@nation/domain/contract'
import { governmentRoles, type GovernmentRole } from '@nation/domain/citizens'
import { votesOf } from '@nation/domain/elections'
import type { Context } from '../platform/context'

export type GovernmentMemberAnswer = CallOutput<'members.get-government'>['members'][number]

interface SeatRow {
  uid: string
  username: string
  handle: string
  followers: number
  picture: string | null
  office: GovernmentRole
  how: 'elected' | 'appointed'
  started_at: Date
  election_uid: string | null
  candidacy_uid: string | null
  final_weight_units: string | null
  final_supporters: number | null
  rule: string | null
}

/** Everybody who holds an office now, president first, with the term and how it came about. */
export async function seatedGovernment(ctx: Context): Promise<GovernmentMemberAnswer[]> {
  const rows: SeatRow[] = await ctx.tx.query(
    `SELECT z.uid, z.username, z.handle, z.followers, COALESCE(z.custom_picture_url, z.avatar_url) AS picture,
       t.office, t.how, t.started_at, e.uid AS election_uid,
       c.uid AS candidacy_uid, c.final_weight_units, c.final_supporters, r.rule
     FROM terms t
     JOIN citizens z ON z.id = t.citizen_id
     LEFT JOIN elections e ON e.id = t.election_id
     LEFT JOIN candidacies c ON c.id = t.candidacy_id
     LEFT JOIN election_results r ON r.election_id = t.election_id AND r.winner_candidacy_id = t.candidacy_id
     WHERE t.active_office IS NOT NULL`,
  )
  const order = (row: SeatRow) => governmentRoles.indexOf(row.office)
  return rows.toSorted((a, b) => order(a) - order(b)).map(presentSeat)
}

function presentSeat(row: SeatRow): GovernmentMemberAnswer {
  return {
    id: row.uid,
    uid: row.uid,
    userId: row.uid,
    username: row.username,
    governmentRole: row.office,
    twitterUsername: row.handle,
    twitterFollowers: row.followers,
    profilePicture: row.picture,
    term: {
      startedAt: row.started_at.getTime(),
      how: row.how,
      electionId: row.election_uid,
      candidateId: row.candidacy_uid,
      votes: row.final_weight_units === null ? null : votesOf(Number(row.final_weight_units)),
      supportersCount: row.final_supporters,
      rule: row.rule,
    },
  }
}
