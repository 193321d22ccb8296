import { electionSettings, eligibleCountMs, percentOf } from '@nation/domain/elections'
import type { CallOutput } from '@nation/domain/contract'
import type { DataSource, EntityManager } from 'typeorm'
import { byKey, column, readFirst, readOne, readRows, write } from '../platform'
import { everyPosition } from './every-position'
import { isNotVoid } from './is-not-void'

/**
 * The turnout of an election that runs (decision 101): counted on by each publication, read from its row. The counted citizens
 * are in `published_voters`, which only holders of the lock on the election's row of `tally_publications` change.
 */

/**
 * How many voted so far, as public counts are, of those who may; null while these are not counted. Reads one row.
 */
export async function turnoutSoFar(
  tx: EntityManager,
  electionId: string,
): Promise<NonNullable<CallOutput<'elections.current'>['election']>['turnoutSoFar']> {
  const row = await readFirst(
    tx,
    { voters: column.integer, eligible: column.integer.nullable, as_of: column.instant },
    'SELECT shown_voters AS voters, eligible, as_of FROM tally_publications WHERE election_id = ?',
    [electionId],
  )
  if (!row || row.eligible === null) return null
  const { voters, eligible, as_of: asOf } = row
  return { voters, eligible, percent: percentOf(voters, eligible), asOf: asOf.getTime() }
}

/**
 * Counts who may vote in an election where that was not done lately; otherwise null. Outside of the publication's
 * transaction, and without a lock: it reads every citizen, and no publication shall wait for it. Only a publication in which more voted
 * than are known counts by itself, as in a nation that begins.
 */
export async function eligibleAnew(
  database: DataSource,
  election: { readonly id: string; readonly endsAt: Date },
  countedAt: Date | null,
  now: Date,
): Promise<number | null> {
  if (countedAt !== null && now.getTime() < countedAt.getTime() + eligibleCountMs) return null
  return countEligible(database.manager, election)
}

/**
 * How many citizens may vote in an election before it ends. Reads every citizen. A former citizen counts when they had voted;
 * one who came back after that does not count again.
 */
export async function countEligible(
  tx: EntityManager,
  election: { readonly id: string; readonly endsAt: Date },
): Promise<number> {
  // Databases clamp to the last day of a shorter month as eligibleToVote does.
  const { n } = await readOne(
    tx,
    { n: column.integer },
    `SELECT COUNT(*) AS n FROM citizens
     WHERE joined_at < ? AND DATE_ADD(x_created_at, INTERVAL ${electionSettings.votingAccountMonths} MONTH) < ?
       AND (votes_from IS NULL OR votes_from < ? OR EXISTS
         (SELECT 1 FROM current_votes v JOIN candidacies c ON c.id = v.candidacy_id
          WHERE v.election_id = ? AND v.position IN (${everyPosition}) AND v.citizen_id = citizens.id AND ${isNotVoid('c')}))`,
    [election.endsAt, election.endsAt, election.endsAt, election.id],
  )
  return n
}

/**
 * Adds those who voted for the first time before an instant. Their ballots are at `from` or behind it; to read one again adds
 * no voter twice.
 * @returns how many were added
 */
export async function addVoters(tx: EntityManager, electionId: string, asOf: Date, from: string): Promise<number> {
  const { affectedRows } = await write(
    tx,
    `INSERT INTO published_voters (election_id, citizen_id)
     SELECT DISTINCT b.election_id, b.citizen_id FROM ballots b FORCE INDEX (PRIMARY)
     JOIN current_votes v ON v.election_id = b.election_id AND v.position = b.position AND v.citizen_id = b.citizen_id
     JOIN candidacies c ON c.id = v.candidacy_id
     LEFT JOIN published_voters p ON p.election_id = b.election_id AND p.citizen_id = b.citizen_id
     WHERE b.id >= ? AND b.election_id = ? AND b.cast_at < ? AND ${isNotVoid('c')} AND p.citizen_id IS NULL`,
    [from, electionId, asOf],
  )
  return affectedRows
}

/**
 * Removes those of these citizens whose votes do not count any more, because their candidates withdrew. The next publication shows it.
 * Done again, it changes nothing; a ballot that is cast meanwhile is found by the publication that holds it.
 */
export async function removeVoters(
  database: DataSource,
  electionId: string,
  citizenIds: readonly string[],
): Promise<void> {
  await database.transaction('READ COMMITTED', async (tx) => {
    await tx.query('SELECT election_id FROM tally_publications WHERE election_id = ? FOR UPDATE', [electionId])
    const gone = await readRows(
      tx,
      { citizen_id: column.key },
      `SELECT p.citizen_id FROM published_voters p WHERE p.election_id = ? AND p.citizen_id IN (?) AND NOT EXISTS (
         SELECT 1 FROM current_votes v JOIN candidacies c ON c.id = v.candidacy_id
         WHERE v.election_id = p.election_id AND v.position IN (${everyPosition}) AND v.citizen_id = p.citizen_id
           AND ${isNotVoid('c')})`,
      [electionId, citizenIds],
    )
    if (gone.length === 0) return
    const ids = gone.map((row) => row.citizen_id).sort(byKey)
    await write(tx, 'DELETE FROM published_voters WHERE election_id = ? AND citizen_id IN (?)', [electionId, ids])
    await write(tx, 'UPDATE tally_publications SET voters = voters - ? WHERE election_id = ?', [ids.length, electionId])
  })
}

/**
 * Removes a batch of `published_voters` of one election whose votes are counted: no publication reads them any more, and its
 * number of voters is in the result.
 * @returns how many rows went
 */
export async function removeCountedVoters(database: DataSource, batch: number): Promise<number> {
  // Elections are few: each is looked up once in the primary key of published_voters.
  const counted = await readFirst(
    database,
    { id: column.key },
    `SELECT e.id FROM elections e WHERE e.stage NOT IN ('planned', 'phase_one', 'phase_two')
       AND EXISTS (SELECT 1 FROM published_voters p WHERE p.election_id = e.id) ORDER BY e.id LIMIT 1`,
  )
  if (!counted) return 0
  const { affectedRows } = await write(
    database,
    `DELETE FROM published_voters WHERE election_id = ? ORDER BY citizen_id LIMIT ${batch}`,
    [counted.id],
  )
  return affectedRows
}
