import { governmentRoles, type GovernmentRole } from '@nation/domain/permissions'
import { positionNumbered, positions } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { addOfficialNames } from '../../citizens'
import { type Context, distinct, column, readRows, type RowOf } from '../../platform'
import type { ElectionRow } from '../rows'

const winnerRow = {
  position: column.integer,
  candidacy_id: column.key,
  citizen_id: column.key,
  citizen_uid: column.text,
  username: column.text,
  handle: column.text,
  display_name: column.text,
}

type WinnerRow = RowOf<typeof winnerRow>

/**
 * Seats the government that was elected. All seats change at the election's end, appointed ones too: every running term
 * ends, and an official who was not elected again loses the role (administrators keep their flags). A seat without a
 * candidate is vacant, and so is one whose winner has left the nation since the count.
 */
export async function seatGovernment(ctx: Context, election: ElectionRow): Promise<void> {
  const at = ctx.now()
  const winners = await winnersOf(ctx.tx, election)
  await lockCitizens(
    ctx.tx,
    winners.map((winner) => winner.citizen_id),
  )
  const vacant = [...vacantOffices(winners), ...(await appointedOnly(ctx.tx))]
  await endTerms(ctx.tx, election, at)
  await beginTerms(ctx.tx, election, winners, at)
  await ctx.tx.query(`UPDATE elections SET stage = 'seated', seated_at = ? WHERE id = ?`, [at, election.id])
  ctx.journal.add({
    kind: 'government.seated',
    subject: election.uid,
    facts: { electionId: election.uid, seats: winners.map(seatOf), vacant },
  })
}

const officeOf = (winner: WinnerRow): GovernmentRole => positionNumbered(winner.position).role
const seatOf = (winner: WinnerRow) => ({ office: officeOf(winner), userId: winner.citizen_uid })

function vacantOffices(winners: readonly WinnerRow[]): GovernmentRole[] {
  const filled = new Set(winners.map(officeOf))
  return positions.map((position) => position.role).filter((role) => !filled.has(role))
}

/** Offices that nobody is elected to and whose term ends now: they stay vacant until the next appointment. */
async function appointedOnly(tx: EntityManager): Promise<GovernmentRole[]> {
  const elected = positions.map(({ role }) => role)
  const held = await readRows(
    tx,
    { office: column.oneOf(governmentRoles) },
    'SELECT office FROM terms WHERE active_office IS NOT NULL AND active_office NOT IN (?) ORDER BY id',
    [elected],
  )
  return held.map(({ office }) => office)
}

async function winnersOf(tx: EntityManager, election: ElectionRow): Promise<WinnerRow[]> {
  return readRows(
    tx,
    winnerRow,
    `SELECT r.position, c.id AS candidacy_id, c.citizen_id, z.uid AS citizen_uid, z.username, z.handle,
       c.display_name
     FROM election_results r JOIN candidacies c ON c.id = r.winner_candidacy_id JOIN citizens z ON z.id = c.citizen_id
     WHERE r.election_id = ? AND z.left_at IS NULL ORDER BY r.position`,
    [election.id],
  )
}

/** Without it, the statement reads and locks a million citizens to find nine. */
const byRole = 'FORCE INDEX (ix_citizens_government_role)'

/** Locks those who leave and those who come, in the order that voters lock citizens in. */
async function lockCitizens(tx: EntityManager, winners: readonly string[]): Promise<void> {
  const officials = await readRows(
    tx,
    { id: column.key },
    `SELECT id FROM citizens ${byRole} WHERE government_role IS NOT NULL`,
  )
  const ids = distinct([...officials.map((row) => row.id), ...winners])
  if (ids.length > 0) await tx.query('SELECT id FROM citizens WHERE id IN (?) ORDER BY id FOR UPDATE', [ids])
}

async function endTerms(tx: EntityManager, election: ElectionRow, at: Date): Promise<void> {
  await tx.query(
    `UPDATE terms SET ended_at = GREATEST(started_at, ?), ended_how = 'election', active_office = NULL,
       active_citizen_id = NULL
     WHERE active_office IS NOT NULL`,
    [election.endsAt],
  )
  await tx.query(
    // An official may stand in another election already: they stay its candidate.
    `UPDATE citizens ${byRole} SET government_role = NULL, updated_at = ?, role = CASE
       WHEN role <> 'government' THEN role
       WHEN EXISTS (SELECT 1 FROM candidacies k WHERE k.active_citizen_id = citizens.id) THEN 'candidate'
       ELSE 'citizen' END
     WHERE government_role IS NOT NULL`,
    [at],
  )
}

async function beginTerms(
  tx: EntityManager,
  election: ElectionRow,
  winners: readonly WinnerRow[],
  at: Date,
): Promise<void> {
  if (winners.length === 0) return
  await tx.query(
    `INSERT INTO terms (office, citizen_id, election_id, candidacy_id, how, started_at, active_office, active_citizen_id)
     VALUES ?`,
    [
      winners.map((winner) => {
        const office = officeOf(winner)
        const { citizen_id: citizen } = winner
        return [office, citizen, election.id, winner.candidacy_id, 'elected', election.endsAt, office, citizen]
      }),
    ],
  )
  await addOfficialNames(
    tx,
    winners.map((one) => ({ id: one.citizen_id, names: [one.username, one.handle, one.display_name] })),
  )
  await tx.query(
    `UPDATE citizens c JOIN terms t ON t.active_citizen_id = c.id AND t.election_id = ?
     SET c.government_role = t.office, c.updated_at = ?,
       c.role = CASE WHEN c.role IN ('citizen', 'candidate') THEN 'government' ELSE c.role END`,
    [election.id, at],
  )
}
