import { byKey, indexBy, type Statement } from '../platform'

/** A ballot that is decided but not written yet. Keys are row keys; the weight is in tenths. */
export interface NewBallot {
  readonly electionId: string
  readonly position: number
  readonly citizenId: string
  readonly candidacyId: string
  readonly previousId: string | null
  readonly weightUnits: number
}

/** The key of a current vote: a citizen has at most one for it. */
export const placeOf = (electionId: string, position: number, citizenId: string) =>
  `${electionId}:${position}:${citizenId}`

/** A candidate's counters: the weight in tenths, and the number of voters. */
export interface Counters {
  readonly weightUnits: number
  readonly supporters: number
}

/** The statements that append the ballots and update the current votes, and one that changes each tally once. */
export function ballotsWritten(
  at: Date,
  ballots: readonly NewBallot[],
): { readonly writes: readonly Statement[]; readonly counters: readonly Statement[] } {
  if (ballots.length === 0) return { writes: [], counters: [] }
  // For one citizen, position and election the last ballot counts, also within a batch.
  const latest = indexBy(ballots, (b) => placeOf(b.electionId, b.position, b.citizenId))
  const writes = [
    {
      sql: `INSERT INTO ballots (election_id, position, citizen_id, candidacy_id, previous_candidacy_id, weight_units, cast_at)
     VALUES ?`,
      values: [
        ballots.map((b) => [b.electionId, b.position, b.citizenId, b.candidacyId, b.previousId, b.weightUnits, at]),
      ],
    },
    {
      sql: `INSERT INTO current_votes (election_id, position, citizen_id, candidacy_id, weight_units, voted_at) VALUES ?
     ON DUPLICATE KEY UPDATE candidacy_id = VALUES(candidacy_id), weight_units = VALUES(weight_units), voted_at = VALUES(voted_at)`,
      values: [
        [...latest.values()].map((b) => [b.electionId, b.position, b.citizenId, b.candidacyId, b.weightUnits, at]),
      ],
    },
  ]
  return { writes, counters: [talliesChanged(changesBy(ballots))] }
}

/** The change of a candidate's counters by ballots; the weight is in tenths. */
interface TallyChange {
  weightUnits: number
  supporters: number
  casts: number
}

/** The changes of the counters of all candidates who gain or lose these ballots, by row key. */
function changesBy(ballots: readonly NewBallot[]): ReadonlyMap<string, TallyChange> {
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
  return changes
}

function talliesChanged(changes: ReadonlyMap<string, TallyChange>): Statement {
  const ids = [...changes.keys()].sort(byKey)
  const pick = (field: keyof TallyChange) => ids.flatMap((id) => [id, changes.get(id)?.[field] ?? 0])
  const cases = `CASE candidacy_id ${'WHEN ? THEN ? '.repeat(ids.length)}END`
  return {
    sql: `UPDATE tallies SET weight_units = weight_units + ${cases}, supporters = supporters + ${cases}, casts = casts + ${cases}
     WHERE candidacy_id IN (?) ORDER BY candidacy_id`,
    values: [...pick('weightUnits'), ...pick('supporters'), ...pick('casts'), ids],
  }
}
