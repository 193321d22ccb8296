import { baseUnitsPerToken } from './constants'

export type WeightTier = 'base' | 'holder' | 'major' | 'whale'

export interface WeightTierDefinition {
  readonly tier: WeightTier
  readonly title: string
  /** The lowest balance of the tier, in base units; exactly this much belongs to the tier. */
  readonly from: bigint
  /** Weight in tenths: what is stored, added and compared. */
  readonly units: number
}

/** The weight tiers, heaviest first (requirements 1.6; ruling: vote weight). */
export const weightTiers: readonly WeightTierDefinition[] = [
  { tier: 'whale', title: 'Whale', from: 20_000_000n * baseUnitsPerToken, units: 20 },
  { tier: 'major', title: 'Major Holder', from: 5_000_000n * baseUnitsPerToken, units: 15 },
  { tier: 'holder', title: 'Token Holder', from: 1_000_000n * baseUnitsPerToken, units: 12 },
  { tier: 'base', title: 'Base Citizen', from: 0n, units: 10 },
]

const baseTier = weightTiers[weightTiers.length - 1]!

/** What a vote weighs without an entry on the roll. */
export const baseWeightUnits = baseTier.units

/** The tier of a balance in base units. A balance exactly on a threshold belongs to the higher tier. */
export function tierOf(balance: bigint): WeightTierDefinition {
  return weightTiers.find((tier) => balance >= tier.from) ?? baseTier
}

/** The tier that a weight in tenths belongs to. */
export const tierOfWeight = (units: number): WeightTierDefinition =>
  weightTiers.find((tier) => tier.units <= units) ?? baseTier

/** The weight of a balance in tenths: 10, 12, 15 or 20. */
export const weightUnits = (balance: bigint): number => tierOf(balance).units

/** Tenths as the number that people see: one decimal. */
export const votesOf = (units: number): number => units / 10

/** The tenths in which votes are counted. */
export const unitsOf = (votes: number): number => Math.round(votes * 10)

/** A balance in base units as a number of $ON, for display only: it may round beyond 2^53. */
export function displayTokens(balance: bigint): number {
  return Number(balance / baseUnitsPerToken) + Number(balance % baseUnitsPerToken) / Number(baseUnitsPerToken)
}

/** The tier above a balance and how many base units are missing to it; null in the highest. */
export function nextTier(balance: bigint): { readonly tier: WeightTierDefinition; readonly missing: bigint } | null {
  const above = weightTiers.toReversed().find((tier) => tier.from > balance)
  return above ? { tier: above, missing: above.from - balance } : null
}

/** What is missing to an amount, in base units; 0 when it is reached. */
export const missingTo = (needed: bigint, balance: bigint): bigint => (balance >= needed ? 0n : needed - balance)
