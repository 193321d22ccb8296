import type { EntityManager } from 'typeorm'
import { byKey, indexBy } from '../platform/rows'

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

/** Appends the ballots, moves the current votes, and changes each candidate's tally once, in the order of keys. */
export async function writeBallots(tx: EntityManager, at: Date, ballots: readonly NewBallot[]): Promise<void> {
  if (ballots.length === 0) return
  await tx.query(
    `INSERT INTO ballots (election_id, position, citizen_id, candidacy_id, previous_candidacy_id, weight_units, cast_at)
     VALUES ?`,
    [ballots.map((b) => [b.electionId, b.position, b.citizenId, b.candidacyId, b.previousId, b.weightUnits, at])],
  )
  // The last ballot of a place is the one that counts, also within one batch.
  const standing = indexBy(ballots, (b) => placeOf(b.electionId, b.position, b.citizenId))
  await tx.query(
    `INSERT INTO current_votes (election_id, position, citizen_id, candidacy_id, weight_units, voted_at) VALUES ?
     ON DUPLICATE KEY UPDATE candidacy_id = VALUES(candidacy_id), voted_at = VALUES(voted_at)`,
    [[...standing.values()].map((b) => [b.electionId, b.position, b.citizenId, b.candidacyId, b.weightUnits, at])],
  )
  await changeTallies(tx, ballots)
}

interface TallyChange {
  weightUnits: number
  supporters: number
  casts: number
}

async function changeTallies(tx: EntityManager, ballots: readonly NewBallot[]): Promise<void> {
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
  await tx.query(
    `UPDATE tallies SET weight_units = weight_units + ${cases}, supporters = supporters + ${cases}, casts = casts + ${cases}
     WHERE candidacy_id IN (?) ORDER BY candidacy_id`,
    [...pick('weightUnits'), ...pick('supporters'), ...pick('casts'), ids],
  )
}
