import { write, byKey, afterDeadlocks, column, readFirst, readRows } from '../platform'
import type { DataSource, EntityManager } from 'typeorm'
import type { Reaction } from '../journal'
import { removeVoters } from './live-turnout'

/**
 * A vote for a candidate who withdrew is void from the commit of the withdrawal: the candidacy has the status `withdrawn`, and
 * every statement that reads current votes leaves such votes out. Their rows are removed later, in batches, so that a withdrawal
 * locks the election only for a moment.
 */
const batchSize = 500

/** The reaction to a withdrawal: removes the rows of its votes. When it runs again, it removes the remaining rows. */
export const voidVotesReaction = (database: DataSource): Reaction => ({
  name: 'elections.void-votes',
  kinds: ['candidates.withdrawn'],
  prepare: async ({ subject }) => {
    while ((await removeSome(database, subject)) === batchSize);
  },
  settle: () => Promise.resolve(),
})

async function removeSome(database: DataSource, candidateId: string | null): Promise<number> {
  const one = await readFirst(
    database,
    { id: column.key, election_id: column.key, position: column.integer },
    `SELECT id, election_id, position FROM candidacies WHERE uid = ? AND status = 'withdrawn'`,
    [candidateId],
  )
  if (!one) return 0
  const rows = await readRows(
    database,
    { citizen_id: column.key },
    `SELECT citizen_id FROM current_votes WHERE election_id = ? AND position = ? AND candidacy_id = ? LIMIT ${batchSize}`,
    [one.election_id, one.position, one.id],
  )
  if (rows.length === 0) return 0
  // Before the rows are gone: after a crash in between, the next run finds the same citizens again.
  await removeVoters(
    database,
    one.election_id,
    rows.map((row) => row.citizen_id),
  )
  // The rows are deleted by primary key, in the order in which new votes lock them, so there is no deadlock. Each statement is a
  // transaction of its own, so its locks end with it, and it locks no election.
  await afterDeadlocks(() =>
    write(
      database,
      `DELETE FROM current_votes WHERE election_id = ? AND position = ? AND citizen_id IN (?) AND candidacy_id = ?`,
      [one.election_id, one.position, rows.map((row) => row.citizen_id).sort(byKey), one.id],
    ),
  )
  return rows.length
}

/** Removes the remaining void votes of an election in the transaction that counts it. Voting is over then, so no voter waits. */
export async function removeVoidVotes(tx: EntityManager, electionId: string): Promise<void> {
  await tx.query(
    `DELETE v FROM candidacies c JOIN current_votes v
       ON v.election_id = c.election_id AND v.position = c.position AND v.candidacy_id = c.id
     WHERE c.election_id = ? AND c.status = 'withdrawn'`,
    [electionId],
  )
}
