import { column, readRows, type Context } from '../platform'
import { governmentRoles } from '@nation/domain/permissions'
import type { CallOutput } from '@nation/domain/contract'
import { pageColumn, pageJoin, pageRow, pictureColumns, pictureOfRow, pictureRow, countCitizens } from '../citizens'

const seatRow = {
  office: column.oneOf(governmentRoles),
  how: column.oneOf(['elected', 'appointed']),
  started_at: column.instant,
  uid: column.text,
  username: column.text,
  handle: column.text,
  followers: column.integer,
  election_uid: column.text.nullable,
  candidacy_uid: column.text.nullable,
  weight_units: column.integer.nullable,
  voters: column.integer.nullable,
  rule: column.text.nullable,
  appointed_by: column.text.nullable,
  ...pageRow,
  ...pictureRow,
}

/** `members.get-government`: who sits where, since when, and how the seat was won. President first. */
export async function getGovernment(ctx: Context): Promise<CallOutput<'members.get-government'>> {
  const rows = await readRows(
    ctx.tx,
    seatRow,
    `SELECT t.office, t.how, t.started_at, c.uid, c.username, c.handle, c.followers,
            ${pageColumn}, ${pictureColumns('c')},
            e.uid AS election_uid, k.uid AS candidacy_uid, a.weight_units, a.supporters AS voters, r.rule,
            appointer.username AS appointed_by
     FROM terms t
     JOIN citizens c ON c.id = t.citizen_id
     ${pageJoin('c')}
     LEFT JOIN citizens appointer ON appointer.id = t.appointed_by
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
      pageNumber: row.page_number,
      term: {
        startedAt: row.started_at.getTime(),
        how: row.how,
        electionId: row.election_uid,
        candidateId: row.candidacy_uid,
        votes: row.weight_units === null ? null : row.weight_units / 10,
        supportersCount: row.voters,
        rule: row.rule,
        appointedBy: row.appointed_by,
      },
    }))
  return { success: true, members, totalCitizens: await countCitizens(ctx.tx) }
}
