/** A wallet's holdings as last read from the chain. Lamports; null until they were read. */
export interface WalletFacts {
  readonly walletAddress: string | null
  readonly nativeBalance: bigint | null
}

/** A wallet can transact only if it is connected and has a native balance above 0 (requirements 1.5). */
export function canTransact({ walletAddress, nativeBalance }: WalletFacts): boolean {
  return walletAddress !== null && nativeBalance !== null && nativeBalance > 0n
}
