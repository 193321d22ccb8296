import { createHash } from 'node:crypto'
import { addressOf, isAddress, token } from '@nation/domain/chain'
import { z } from 'zod'
import type { Ledger } from './ledger'
import { accountData, mintData, programs, type TokenProgram } from './token-layout'

const amount = z.union([z.number().min(0), z.string().regex(/^\d{1,12}(\.\d{1,9})?$/)])

/** What `POST /faucet` takes: tokens and SOL as numbers that people write, such as `1500000.5`. */
export const faucetSchema = z.strictObject({
  address: z.string().refine(isAddress, 'This is not a Solana address.'),
  tokens: amount.default(0),
  sol: amount.default(0),
})

/** A holder of tokens from the start. A holder who is named twice has two token accounts. */
export interface Holder {
  readonly address: string
  /** Base units. */
  readonly tokens: bigint
  readonly lamports: bigint
}

/** The token of this chain, and who may make more of it. */
export interface Treasury {
  readonly mint: string
  readonly program: TokenProgram
}

/** Base units of an amount that people write, exactly. */
export function baseUnitsOf(written: number | string): bigint {
  const [whole = '0', fraction = ''] = (typeof written === 'number' ? written.toFixed(token.decimals) : written).split(
    '.',
  )
  return BigInt(whole + fraction.padEnd(token.decimals, '0'))
}

/** Libraries of a second's weight: only who needs them waits for them. */
async function solana() {
  const [web3, spl] = await Promise.all([import('@solana/web3.js'), import('@solana/spl-token')])
  // The mint authority of this local chain; its key can be derived.
  const authority = web3.Keypair.fromSeed(createHash('sha256').update('nation stand-in mint authority').digest())
  return { ...web3, ...spl, authority }
}

/** Makes the token, and those who hold it from the beginning; a token that was made before stays as it is. */
export async function makeToken(
  ledger: Ledger,
  treasury: Treasury,
  holders: readonly Holder[],
  plainAccounts = false,
): Promise<void> {
  if (ledger.knowsMint(treasury.mint)) return
  const { authority, PublicKey, getAssociatedTokenAddressSync } = await solana()
  const program = new PublicKey(programs[treasury.program])
  const mint = new PublicKey(treasury.mint)
  const owner = programs[treasury.program]
  const supply = holders.reduce((sum, { tokens }) => sum + tokens, 0n)
  const data = mintData({ authority: authority.publicKey.toBase58(), supply, decimals: token.decimals })
  ledger.put({ address: treasury.mint, owner, lamports: ledger.rentFor(data.length), data })
  const accounts = new Set<string>()
  for (const holder of holders) {
    if (holder.lamports > 0n && !ledger.account(holder.address)) ledger.airdrop(holder.address, holder.lamports)
    if (holder.tokens === 0n) continue
    const usual = plainAccounts
      ? furtherAccount(holder.address, 0)
      : getAssociatedTokenAddressSync(mint, new PublicKey(holder.address), true, program).toBase58()
    const account = accounts.has(usual) ? furtherAccount(usual, accounts.size) : usual
    accounts.add(account)
    const bytes = accountData({ mint: treasury.mint, owner: holder.address, amount: holder.tokens })
    ledger.put({ address: account, owner, lamports: ledger.rentFor(bytes.length), data: bytes })
  }
  ledger.rememberMint(treasury.mint)
}

const furtherAccount = (usual: string, number: number) =>
  addressOf(createHash('sha256').update(`${usual} ${number}`).digest())

/** Gives an address SOL, and tokens that are minted by a real transaction. */
export async function fund(
  ledger: Ledger,
  treasury: Treasury,
  wish: z.output<typeof faucetSchema>,
): Promise<{ readonly signature: string | null; readonly tokenAccount: string | null }> {
  const lamports = baseUnitsOf(wish.sol)
  if (lamports > 0n) ledger.airdrop(wish.address, lamports)
  const tokens = baseUnitsOf(wish.tokens)
  if (tokens === 0n) return { signature: null, tokenAccount: null }
  const {
    authority,
    PublicKey,
    Transaction,
    getAssociatedTokenAddressSync,
    createAssociatedTokenAccountIdempotentInstruction,
    createMintToInstruction,
  } = await solana()
  const payer = authority.publicKey
  if ((ledger.account(payer.toBase58())?.lamports ?? 0n) < 1_000_000_000n) ledger.airdrop(payer.toBase58(), 10n ** 12n)
  const program = new PublicKey(programs[treasury.program])
  const mint = new PublicKey(treasury.mint)
  const owner = new PublicKey(wish.address)
  const account = getAssociatedTokenAddressSync(mint, owner, true, program)
  const transaction = new Transaction({ feePayer: payer, recentBlockhash: ledger.freshBlockhash() }).add(
    createAssociatedTokenAccountIdempotentInstruction(payer, account, owner, mint, program),
    createMintToInstruction(mint, account, payer, tokens, [], program),
  )
  transaction.sign(authority)
  const { signature, outcome } = ledger.execute(new Uint8Array(transaction.serialize()))
  if (outcome.error !== null) throw new Error(`The faucet's transaction failed: ${outcome.error}`)
  return { signature, tokenAccount: account.toBase58() }
}
