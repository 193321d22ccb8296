import { column, readRows, type Queries } from '../platform'

/**
 * Which of these citizens (row keys) are a citizen's rivals: they stand for an office, and the citizen stands, or stood, for the
 * same office in the same election. Candidacies stand until the election is counted. Behind the lock of the citizen's row: a citizen
 * who begins to stand waits, or has begun and counts.
 */
export async function rivalsAmong(tx: Queries, citizenId: string, others: readonly string[]): Promise<Set<string>> {
  const asked = others.filter((id) => id !== citizenId)
  if (asked.length === 0) return new Set()
  const rows = await readRows(
    tx,
    { id: column.key.present },
    `SELECT o.active_citizen_id AS id FROM candidacies mine FORCE INDEX (ix_candidacies_citizen)
     STRAIGHT_JOIN candidacies o FORCE INDEX (uq_candidacies_active_citizen)
       ON o.active_citizen_id IN (?) AND o.election_id = mine.election_id AND o.position = mine.position
     WHERE mine.citizen_id = ?`,
    [asked, citizenId],
  )
  return new Set(rows.map(({ id }) => id))
}
