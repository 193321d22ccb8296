import { weightTiers, type WeightTierDefinition } from '../elections/weight'

/** What the chain is known to say about somebody's wallet. Lamports; null while the chain has not told. */
export interface WalletFacts {
  readonly walletAddress: string | null
  readonly nativeBalance: bigint | null
}

/** A wallet can transact only if it is connected and has a native balance above 0 (requirements 1.5). */
export function canTransact({ walletAddress, nativeBalance }: WalletFacts): boolean {
  return walletAddress !== null && nativeBalance !== null && nativeBalance > 0n
}

/** The tier above a balance and how many base units are missing to it; null in the highest. */
export function nextTier(balance: bigint): { readonly tier: WeightTierDefinition; readonly missing: bigint } | null {
  const above = weightTiers.toReversed().find((tier) => tier.from > balance)
  return above ? { tier: above, missing: above.from - balance } : null
}

/** What is missing to an amount, in base units; 0 when it is reached. */
export const missingTo = (needed: bigint, balance: bigint): bigint => (balance >= needed ? 0n : needed - balance)
