import { write, byKey, afterDeadlocks, column, readFirst, readRows } from '../platform'
import type { DataSource, EntityManager } from 'typeorm'
import type { Reaction } from '../journal'
import { removeVoters } from './live-turnout'

/**
 * A vote for a candidate who withdrew is void from the withdrawal's commit on: the candidacy's status says so, and every reader of
 * current votes leaves them out. Their rows are removed afterwards, in batches, so that no withdrawal holds an election for as
 * long as its votes take to remove.
 */
const batchSize = 500

/** After a withdrawal: removes the rows of its votes. Done again, it removes what is left. */
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
  // Before the rows are gone: whoever dies in between finds the same citizens again.
  await removeVoters(
    database,
    one.election_id,
    rows.map((row) => row.citizen_id),
  )
  // By the primary key, as those who vote anew find their row: neither waits for the other the wrong way round. One statement
  // is one transaction: no lock of these rows outlives it, and none of the election's is taken.
  await afterDeadlocks(() =>
    write(
      database,
      `DELETE FROM current_votes WHERE election_id = ? AND position = ? AND citizen_id IN (?) AND candidacy_id = ?`,
      [one.election_id, one.position, rows.map((row) => row.citizen_id).sort(byKey), one.id],
    ),
  )
  return rows.length
}

/** Removes what is left of an election's void votes, in the transaction that counts it: voting is over, nobody waits. */
export async function removeVoidVotes(tx: EntityManager, electionId: string): Promise<void> {
  await tx.query(
    `DELETE v FROM candidacies c JOIN current_votes v
       ON v.election_id = c.election_id AND v.position = c.position AND v.candidacy_id = c.id
     WHERE c.election_id = ? AND c.status = 'withdrawn'`,
    [electionId],
  )
}
