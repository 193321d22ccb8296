import { isAddress } from '@nation/domain/chain'
import { withoutEnd } from '@nation/domain/text'
import bs58 from 'bs58'
import { z } from 'zod'
import type { Account, Ledger } from './ledger'
import { invalidParams, RpcError } from './rpc-error'
import { accountLength, amountOf, decimalsOf, isAccountData, mintLength, programs, supplyOf } from './token-layout'
import { readTransaction } from './transaction'

/** Answers one call: the ledger, the slot that the answer is of, and the parameters. */
export type Method = (ledger: Ledger, slot: bigint, params: readonly unknown[]) => unknown

const key = z.string().refine(isAddress, 'not an address')
const bytesFilter = z.object({
  offset: z.int().min(0),
  bytes: z.string(),
  encoding: z.enum(['base58', 'base64']).optional(),
})
const config = z
  .object({
    encoding: z.enum(['base58', 'base64', 'jsonParsed']).optional(),
    dataSlice: z.object({ offset: z.int().min(0), length: z.int().min(0) }).optional(),
    filters: z
      .array(z.union([z.object({ memcmp: bytesFilter }), z.object({ dataSize: z.int() })]))
      .max(4)
      .optional(),
    withContext: z.boolean().optional(),
  })
  .loose()
type Config = z.output<typeof config>

const version = { 'solana-core': '2.3.0', 'feature-set': 0 }
/** What nodes say of every account that pays no rent. */
const rentEpoch = 18_446_744_073_709_551_615n

/** The methods of Solana's JSON-RPC that this stand-in knows. */
export const methods: Readonly<Record<string, Method>> = {
  getHealth: () => 'ok',
  getVersion: () => version,
  getSlot: (_, slot) => slot,
  getBlockHeight: (_, slot) => slot,
  getGenesisHash: (ledger) => ledger.blockhash(0n),
  getBalance: (ledger, slot, [of]) => at(slot, ledger.account(read(key, of))?.lamports ?? 0n),
  getAccountInfo: (ledger, slot, [of, how]) => at(slot, shown(ledger.account(read(key, of)), read(config, how ?? {}))),
  getMultipleAccounts: (ledger, slot, [of, how]) => {
    const wanted = read(z.array(key).max(100), of)
    const settings = read(config, how ?? {})
    return at(
      slot,
      wanted.map((one) => shown(ledger.account(one), settings)),
    )
  },
  getProgramAccounts: (ledger, slot, [program, how]) => {
    const settings = read(config, how ?? {})
    const found = ledger
      .accountsOf(read(key, program))
      .filter((account) => passes(account, settings))
      .map(keyed(settings))
    return settings.withContext ? at(slot, found) : found
  },
  getTokenAccountsByOwner: (ledger, slot, [owner, which, how]) => {
    const found = tokenAccounts(ledger, read(key, owner), read(ownedFilter, which))
    return at(slot, found.map(keyed(read(config, how ?? {}))))
  },
  getTokenAccountBalance: (ledger, slot, [of]) => {
    const account = ledger.account(read(key, of))
    if (!account || !isAccountData(account.data)) throw invalidParams('could not find account')
    return at(slot, uiAmount(amountOf(account.data), decimalsOf(mintOf(ledger, mintIn(account.data)).data)))
  },
  getTokenSupply: (ledger, slot, [of]) => {
    const { data } = mintOf(ledger, read(key, of))
    return at(slot, uiAmount(supplyOf(data), decimalsOf(data)))
  },
  getMinimumBalanceForRentExemption: (ledger, _, [length]) => ledger.rentFor(read(z.int().min(0), length)),
  getFeeForMessage: (_, slot) => at(slot, 5_000),
  getLatestBlockhash: (ledger, slot) =>
    at(slot, { blockhash: ledger.blockhash(slot), lastValidBlockHeight: slot + 150n }),
  isBlockhashValid: (ledger, slot, [hash]) => at(slot, ledger.isBlockhashGood(read(z.string(), hash))),
  sendTransaction: (ledger, _, [transaction, how]) =>
    send(ledger, read(z.string(), transaction), read(config, how ?? {})),
  getSignatureStatuses: (ledger, slot, [signatures]) =>
    at(
      slot,
      read(z.array(z.string()).max(256), signatures).map((signature) => statusOf(ledger, signature)),
    ),
  requestAirdrop: (ledger, _, [to, amount]) => {
    const address = read(key, to)
    ledger.airdrop(address, BigInt(read(z.int().min(0), amount)))
    return bs58.encode(new Uint8Array(64).fill(1))
  },
}

const ownedFilter = z.union([z.object({ mint: key }), z.object({ programId: key })])

function tokenAccounts(ledger: Ledger, owner: string, which: z.output<typeof ownedFilter>): Account[] {
  const ownerBytes = bs58.decode(owner)
  const holds = (bytes: Uint8Array) => (account: Account) =>
    isAccountData(account.data) && sameAt(account.data, 32, ownerBytes) && sameAt(account.data, 0, bytes)
  if ('mint' in which) {
    const { owner: program } = mintOf(ledger, which.mint)
    return ledger.accountsOf(program).filter(holds(bs58.decode(which.mint)))
  }
  if (which.programId !== programs.token && which.programId !== programs.token2022) {
    throw invalidParams('unrecognized Token program id')
  }
  return ledger.accountsOf(which.programId).filter(holds(new Uint8Array()))
}

function mintOf(ledger: Ledger, mint: string): Account {
  const account = ledger.account(mint)
  const isToken = account?.owner === programs.token || account?.owner === programs.token2022
  if (!account || !isToken || account.data.length < mintLength || account.data.length === accountLength) {
    throw invalidParams('could not find mint')
  }
  return account
}

const mintIn = (data: Uint8Array) => bs58.encode(data.subarray(0, 32))

function send(ledger: Ledger, text: string, { encoding }: Config): string {
  const bytes = new Uint8Array(encoding === 'base64' ? Buffer.from(text, 'base64') : bs58.decode(text))
  if (!ledger.isBlockhashGood(readTransaction(bytes).blockhash)) {
    throw new RpcError(-32002, 'Transaction simulation failed: Blockhash not found', {
      err: 'BlockhashNotFound',
      logs: [],
    })
  }
  const { signature, outcome } = ledger.execute(bytes)
  if (outcome.error === null) return signature
  throw new RpcError(-32002, `Transaction simulation failed: ${outcome.error}`, {
    err: outcome.error,
    logs: outcome.logs,
  })
}

function statusOf(ledger: Ledger, signature: string): object | null {
  const outcome = ledger.outcomeOf(signature)
  if (!outcome) return null
  const err = outcome.error
  const status = err === null ? { Ok: null } : { Err: err }
  return { slot: outcome.slot, confirmations: null, err, status, confirmationStatus: 'finalized' }
}

function passes({ data }: Account, { filters = [] }: Config): boolean {
  return filters.every((filter) => {
    if ('dataSize' in filter) return data.length === filter.dataSize
    const { offset, bytes, encoding } = filter.memcmp
    const wanted = encoding === 'base64' ? new Uint8Array(Buffer.from(bytes, 'base64')) : bs58.decode(bytes)
    return sameAt(data, offset, wanted)
  })
}

function sameAt(data: Uint8Array, offset: number, wanted: Uint8Array): boolean {
  if (data.length < offset + wanted.length) return false
  return wanted.every((byte, index) => data[offset + index] === byte)
}

const keyed = (settings: Config) => (account: Account) => ({
  pubkey: account.address,
  account: shown(account, settings),
})

/** An account as nodes show it. What cannot be shown parsed is shown in base64, as they do. */
function shown(account: Account | null, { encoding, dataSlice }: Config): object | null {
  if (!account) return null
  const { lamports, owner, executable } = account
  const data = dataSlice ? account.data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : account.data
  const text = encoding === 'base58' ? [bs58.encode(data), 'base58'] : [Buffer.from(data).toString('base64'), 'base64']
  return { data: text, executable, lamports, owner, rentEpoch, space: account.data.length }
}

function uiAmount(amount: bigint, decimals: number): object {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const fraction = withoutEnd(digits.slice(digits.length - decimals), '0')
  const whole = digits.slice(0, digits.length - decimals)
  const text = fraction === '' ? whole : `${whole}.${fraction}`
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text }
}

const at = (slot: bigint, value: unknown) => ({ context: { apiVersion: version['solana-core'], slot }, value })

function read<T>(shape: z.ZodType<T>, value: unknown): T {
  const result = shape.safeParse(value)
  if (!result.success) throw invalidParams(result.error.issues[0]?.message ?? 'invalid')
  return result.data
}
