import type { EntityManager } from 'typeorm'
import { byKey, indexBy } from '../platform/rows'
import { together, type Statement } from '../platform/together'

/** A ballot that was decided and is not written yet. Keys are row keys; the weight is in tenths. */
export interface NewBallot {
  readonly electionId: string
  readonly position: number
  readonly citizenId: string
  readonly candidacyId: string
  readonly previousId: string | null
  readonly weightUnits: number
}

/** Where a citizen has at most one current vote. */
export const placeOf = (electionId: string, position: number, citizenId: string) =>
  `${electionId}:${position}:${citizenId}`

/** A candidate's counters: the weight in tenths, and how many give it. */
export interface TallyRow {
  readonly candidacy_id: string
  readonly weight_units: string
  readonly supporters: number
}

/**
 * Appends the ballots, moves the current votes, and changes each candidate's tally once, in the order of keys.
 * @param touched row keys of candidacies; @returns their counters after that
 */
export async function writeBallots(
  tx: EntityManager,
  at: Date,
  ballots: readonly NewBallot[],
  touched: readonly string[],
): Promise<TallyRow[]> {
  if (touched.length === 0) return []
  const counters: Statement = {
    sql: 'SELECT candidacy_id, weight_units, supporters FROM tallies WHERE candidacy_id IN (?)',
    values: [touched],
  }
  const answers = await together(tx, ballots.length > 0 ? [...written(at, ballots), counters] : [counters])
  return answers.at(-1) as TallyRow[]
}

function written(at: Date, ballots: readonly NewBallot[]): Statement[] {
  // The last ballot of a place is the one that counts, also within one batch.
  const standing = indexBy(ballots, (b) => placeOf(b.electionId, b.position, b.citizenId))
  return [
    {
      sql: `INSERT INTO ballots (election_id, position, citizen_id, candidacy_id, previous_candidacy_id, weight_units, cast_at)
     VALUES ?`,
      values: [
        ballots.map((b) => [b.electionId, b.position, b.citizenId, b.candidacyId, b.previousId, b.weightUnits, at]),
      ],
    },
    {
      sql: `INSERT INTO current_votes (election_id, position, citizen_id, candidacy_id, weight_units, voted_at) VALUES ?
     ON DUPLICATE KEY UPDATE candidacy_id = VALUES(candidacy_id), voted_at = VALUES(voted_at)`,
      values: [
        [...standing.values()].map((b) => [b.electionId, b.position, b.citizenId, b.candidacyId, b.weightUnits, at]),
      ],
    },
    changedTallies(ballots),
  ]
}

interface TallyChange {
  weightUnits: number
  supporters: number
  casts: number
}

function changedTallies(ballots: readonly NewBallot[]): Statement {
  const changes = new Map<string, TallyChange>()
  const changeOf = (id: string) => {
    const change = changes.get(id) ?? { weightUnits: 0, supporters: 0, casts: 0 }
    changes.set(id, change)
    return change
  }
  for (const ballot of ballots) {
    const gained = changeOf(ballot.candidacyId)
    gained.weightUnits += ballot.weightUnits
    gained.supporters += 1
    gained.casts += 1
    if (ballot.previousId === null) continue
    const lost = changeOf(ballot.previousId)
    lost.weightUnits -= ballot.weightUnits
    lost.supporters -= 1
  }
  const ids = [...changes.keys()].sort(byKey)
  const pick = (field: keyof TallyChange) => ids.flatMap((id) => [id, changes.get(id)?.[field] ?? 0])
  const cases = `CASE candidacy_id ${'WHEN ? THEN ? '.repeat(ids.length)}END`
  return {
    sql: `UPDATE tallies SET weight_units = weight_units + ${cases}, supporters = supporters + ${cases}, casts = casts + ${cases}
     WHERE candidacy_id IN (?) ORDER BY candidacy_id`,
    values: [...pick('weightUnits'), ...pick('supporters'), ...pick('casts'), ids],
  }
}
