import { baseWeightUnits, weightTiers } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'

const raisedTiers = weightTiers.filter((tier) => tier.units > baseWeightUnits)
const weightOfBalance = `CASE ${raisedTiers.map((tier) => `WHEN token_balance >= ${tier.from} THEN ${tier.units}`).join(' ')} ELSE ${baseWeightUnits} END`

/**
 * Takes an election's roll: each linked wallet with the balance that the nation last knew, and what it weighs. Part of the
 * opening's transaction, so the roll is whole or not there; from then on nobody changes it (design: vote weight).
 * @returns how many entries the roll has
 */
export async function takeRoll(tx: EntityManager, electionId: string, at: Date): Promise<number> {
  const result: { affectedRows: number } = await tx.query(
    `INSERT INTO roll_entries (election_id, citizen_id, wallet_address, balance, weight_units, source, taken_at, slot)
     SELECT ?, id, wallet_address, token_balance, ${weightOfBalance}, 'last_known', ?, NULL
     FROM citizens WHERE wallet_address IS NOT NULL`,
    [electionId, at],
  )
  return result.affectedRows
}
