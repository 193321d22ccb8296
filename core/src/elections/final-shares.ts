import { sharesOf } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { column, readRows } from '../platform'

/**
 * The shares of candidacies in the weight of their positions, in percent, as the results of their elections show them.
 * @param ids row keys of candidacies; one that was not counted has no share
 * @returns shares by row key
 */
export async function finalShares(tx: EntityManager, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await readRows(
    tx,
    { id: column.key, election_id: column.key, position: column.integer, units: column.integer.present },
    `SELECT c.id, c.election_id, c.position, c.final_weight_units AS units
     FROM (SELECT DISTINCT election_id, position FROM candidacies WHERE id IN (?)) AS place
     STRAIGHT_JOIN published_tallies t FORCE INDEX (ix_published_tallies_position)
       ON t.election_id = place.election_id AND t.position = place.position AND t.stands = TRUE
     STRAIGHT_JOIN candidacies c ON c.id = t.candidacy_id
     WHERE c.status IN ('active', 'archived') AND c.final_rank IS NOT NULL ORDER BY c.final_rank`,
    [ids],
  )
  const places = new Map<string, typeof rows>()
  for (const row of rows) {
    const place = `${row.election_id}:${row.position}`
    const ranked = places.get(place) ?? []
    ranked.push(row)
    places.set(place, ranked)
  }
  return new Map(
    [...places.values()].flatMap((ranked) => {
      const shares = sharesOf(ranked.map((row) => row.units))
      return ranked.map((row, index): [string, number] => [row.id, shares[index] ?? 0])
    }),
  )
}
