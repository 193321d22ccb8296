import { governmentRoles, type GovernmentRole } from '@nation/domain/citizens'
import type { CallOutput } from '@nation/domain/contract'
import { pictureColumns, pictureOfRow, type PictureRow } from '../citizens/picture-row'
import { countCitizens } from '../citizens/citizen-words'
import type { Context } from '../platform'

interface Row extends PictureRow {
  office: GovernmentRole
  how: 'elected' | 'appointed'
  started_at: Date
  uid: string
  username: string
  handle: string
  followers: number
  election_uid: string | null
  candidacy_uid: string | null
  weight_units: string | null
  voters: number | null
  rule: string | null
}

/** `members.get-government`: who sits where, since when, and how the seat was won. President first. */
export async function getGovernment(ctx: Context): Promise<CallOutput<'members.get-government'>> {
  const rows: Row[] = await ctx.tx.query(
    `SELECT t.office, t.how, t.started_at, c.uid, c.username, c.handle, c.followers,
            ${pictureColumns('c')},
            e.uid AS election_uid, k.uid AS candidacy_uid, a.weight_units, a.supporters AS voters, r.rule
     FROM terms t
     JOIN citizens c ON c.id = t.citizen_id
     LEFT JOIN elections e ON e.id = t.election_id
     LEFT JOIN candidacies k ON k.id = t.candidacy_id
     LEFT JOIN tallies a ON a.candidacy_id = t.candidacy_id
     LEFT JOIN election_results r ON r.winner_candidacy_id = t.candidacy_id
     WHERE t.active_office IS NOT NULL`,
  )
  const members = rows
    .sort((a, b) => governmentRoles.indexOf(a.office) - governmentRoles.indexOf(b.office))
    .map((row) => ({
      id: row.uid,
      uid: row.uid,
      userId: row.uid,
      username: row.username,
      governmentRole: row.office,
      twitterUsername: row.handle,
      twitterFollowers: row.followers,
      profilePicture: pictureOfRow(row),
      term: {
        startedAt: row.started_at.getTime(),
        how: row.how,
        electionId: row.election_uid,
        candidateId: row.candidacy_uid,
        votes: row.weight_units === null ? null : Number(row.weight_units) / 10,
        supportersCount: row.voters,
        rule: row.rule,
      },
    }))
  return { success: true, members, totalCitizens: await countCitizens(ctx.tx) }
}
