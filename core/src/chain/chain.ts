import { token } from '@nation/domain/chain'
import { z } from 'zod'
import type { ChainSettings } from '../platform/config'
import { associatedAccount } from './derived'
import { ChainUnavailable, NotTheChain, Rpc, type RpcOptions } from './rpc'
import {
  accountSlice,
  isTokenProgram,
  mintOf,
  tokenAccountOf,
  type MintFacts,
  type TokenAccount,
} from './token-accounts'

/** What the chain says of one wallet. */
export interface WalletReading {
  /** Base units: all token accounts of the mint that this wallet owns, summed. */
  readonly tokens: bigint
  readonly lamports: bigint
  /** The slot in which the tokens were read. */
  readonly slot: bigint
}

/** What the chain says of one wallet's tokens. */
export type TokenReading = Pick<WalletReading, 'tokens' | 'slot'>

/** What the chain says of the token itself. */
export interface MintReading extends MintFacts {
  readonly program: string
  readonly slot: bigint
}

/** The end of a scan of all accounts of the token. */
export interface MintScan {
  readonly program: string
  readonly slot: bigint
  readonly accounts: number
  /** The sum of all accounts, base units. */
  readonly total: bigint
  /** What the mint says there is, read just after; equal to `total` where `reconciled`. */
  readonly supply: bigint
  readonly reconciled: boolean
}

/** Takes accounts as they arrive; called again from the beginning, after `restart`, when another endpoint is asked. */
export interface ScanReader {
  restart(): Promise<void>
  take(accounts: readonly TokenAccount[]): Promise<void>
}

/** The chain, as the nation reads it. It answers wholly or throws ChainUnavailable; it never answers a zero for want of one. */
export interface Chain {
  readonly settings: ChainSettings
  /**
   * What a wallet holds. Where it held something (`known`, base units) and the answer is nothing, a second one has to say the
   * same: from another endpoint where there is one. Who contradicts each other is believed nothing.
   */
  readWallet(address: string, known?: bigint): Promise<WalletReading>
  /** Tokens alone, with their slot; as careful. */
  readTokens(address: string, known?: bigint): Promise<TokenReading>
  /**
   * What at most 100 wallets hold in their associated accounts, in one question. It may be less than what a wallet holds,
   * which may have other accounts, and is never more.
   */
  readAssociated(addresses: readonly string[]): Promise<ReadonlyMap<string, TokenReading>>
  /** Lamports of many wallets, at most 100 of them; what does not exist has none. */
  readNative(addresses: readonly string[]): Promise<ReadonlyMap<string, bigint>>
  /** All accounts of the token, in one slot. @throws MethodRefused where no endpoint allows it */
  scanMint(reader: ScanReader): Promise<MintScan>
}

const context = z.object({ slot: z.bigint().positive() })
const within = <T extends z.ZodType>(value: T) => z.object({ context, value })
const base64Data = z
  .tuple([z.base64(), z.literal('base64')])
  .transform(([text]) => new Uint8Array(Buffer.from(text, 'base64')))
const account = z.object({ data: base64Data, owner: z.string(), lamports: z.bigint().nonnegative() })
const keyed = z.object({ pubkey: z.string(), account: account.pick({ data: true, owner: true }) })

const batchSize = 250
const commitment = 'confirmed'

/** Opens the chain of the configuration. Nothing is asked before somebody wants to know something. */
export function openChain(settings: ChainSettings, options: Omit<RpcOptions, 'urls'> = {}): Chain {
  const rpc = new Rpc({ urls: settings.rpcUrls, ...options })
  const { mint } = settings

  const readMint = () =>
    rpc.call('getAccountInfo', [mint, { encoding: 'base64', commitment }], within(account.nullable()), mintReading)

  const readOnce = (address: string, after?: TokenReading & { readonly endpoint: string }) => {
    const minContextSlot = after && Number(after.slot)
    const params = [address, { mint }, { encoding: 'base64', commitment, ...(after && { minContextSlot }) }]
    const read = (answer: { context: { slot: bigint }; value: z.output<typeof keyed>[] }, endpoint: string) => ({
      tokens: sumOf(answer.value, address, mint),
      slot: answer.context.slot,
      endpoint,
    })
    return rpc.call('getTokenAccountsByOwner', params, within(z.array(keyed)), read, after?.endpoint)
  }

  const readTokens = async (address: string, known = 0n): Promise<TokenReading> => {
    const first = await readOnce(address)
    if (first.tokens > 0n || known === 0n) return { tokens: first.tokens, slot: first.slot }
    const second = await readOnce(address, first)
    if (second.tokens > 0n) throw new ChainUnavailable('Of two answers, one says that this wallet is empty.')
    return { tokens: 0n, slot: first.slot > second.slot ? first.slot : second.slot }
  }

  /** A mint never changes its program: it is asked for once. */
  let program: Promise<string> | undefined
  const programOfMint = () => {
    program ??= readMint().then((reading) => reading.program)
    program.catch(() => (program = undefined))
    return program
  }

  const readAssociated = async (addresses: readonly string[]) => {
    const owner = await programOfMint()
    const accounts = addresses.map((address) => associatedAccount(address, owner, mint))
    const params = [accounts, { encoding: 'base64', commitment, dataSlice: accountSlice }]
    const shape = within(z.array(account.pick({ data: true, owner: true }).nullable()).length(addresses.length))
    return rpc.call('getMultipleAccounts', params, shape, ({ context: { slot }, value }) => {
      return new Map(
        addresses.map((address, index) => [
          address,
          { tokens: associatedTokens(value[index], address, owner, mint), slot },
        ]),
      )
    })
  }

  const readNative = (addresses: readonly string[]) => {
    const params = [addresses, { encoding: 'base64', commitment, dataSlice: { offset: 0, length: 0 } }]
    const shape = within(z.array(account.pick({ lamports: true }).nullable()).length(addresses.length))
    return rpc.call(
      'getMultipleAccounts',
      params,
      shape,
      ({ value }) => new Map(addresses.map((address, index) => [address, value[index]?.lamports ?? 0n])),
    )
  }

  return {
    settings,
    readTokens,
    readAssociated,
    readNative,
    readWallet: async (address, known) => {
      const [tokens, native] = await Promise.all([readTokens(address, known), readNative([address])])
      return { ...tokens, lamports: native.get(address) ?? 0n }
    },
    scanMint: async (reader) => {
      const before = await readMint()
      const scan = await scanAccounts(rpc, settings.mint, before.program, reader)
      return reconcile(before, scan, await readMint())
    },
  }
}

function mintReading(answer: { context: { slot: bigint }; value: z.output<typeof account> | null }): MintReading {
  if (!answer.value) throw new Error('no such token')
  const { owner: program, data } = answer.value
  if (!isTokenProgram(program)) throw new Error('a token’s address that is no token')
  const facts = mintOf(data)
  if (facts.decimals !== token.decimals) throw new Error(`a token of ${facts.decimals} decimals`)
  return { ...facts, program, slot: answer.context.slot }
}

interface ScannedAccounts {
  readonly slot: bigint
  readonly accounts: number
  readonly total: bigint
}

/** What is listed, as far as anybody looks at it. */
interface Listed {
  readonly account?: { readonly owner?: unknown; readonly data?: readonly unknown[] }
}

const listedLength = Math.ceil(accountSlice.length / 3) * 4

/**
 * The bytes of one account of a list. By hand: of a hundred thousand, what a schema leaves behind for each would be most of
 * the memory that a scan takes.
 */
function listedAccount(value: unknown, program: string): Uint8Array {
  const { account: listed } = value as Listed
  const [text, encoding] = listed?.data ?? []
  if (listed?.owner !== program) throw new Error('an account of another program')
  if (typeof text !== 'string' || encoding !== 'base64' || text.length !== listedLength) {
    throw new Error('an account that does not fit')
  }
  return Buffer.from(text, 'base64')
}

function scanAccounts(rpc: Rpc, mint: string, program: string, reader: ScanReader): Promise<ScannedAccounts> {
  const filters = [{ memcmp: { offset: 0, bytes: mint } }]
  const params = [program, { encoding: 'base64', commitment, withContext: true, filters, dataSlice: accountSlice }]
  return rpc.stream('getProgramAccounts', params, ['$.result.context', '$.result.value.*'], async (parts) => {
    await ours(reader.restart())
    let slot: bigint | null = null
    let accounts = 0
    let total = 0n
    let batch: TokenAccount[] = []
    for await (const some of parts) {
      for (const part of some) {
        if (part.path[1] === 'context') {
          slot = context.parse(part.value).slot
          continue
        }
        const held = tokenAccountOf(listedAccount(part.value, program), mint)
        if (!held) continue
        accounts += 1
        total += held.amount
        if (held.amount > 0n) batch.push(held)
      }
      if (batch.length < batchSize) continue
      await ours(reader.take(batch))
      batch = []
    }
    if (slot === null) throw new Error('an answer without its slot')
    if (batch.length > 0) await ours(reader.take(batch))
    return { slot, accounts, total }
  })
}

/**
 * Holds the sum of all accounts against the supply. Where the supply stood still around the scan, they must be equal (a mint
 * with extensions may keep fees outside of balances, so there the sum may be less); a list with a hole in it is refused.
 * @throws ChainUnavailable when they contradict each other
 */
function reconcile(before: MintReading, scan: ScannedAccounts, after: MintReading): MintScan {
  const stood = before.supply === after.supply
  const most = before.supply > after.supply ? before.supply : after.supply
  if (scan.total > most || (stood && !after.extended && scan.total !== after.supply)) {
    throw new ChainUnavailable(`The accounts sum up to ${scan.total}, the token says ${after.supply}.`)
  }
  if (scan.slot < before.slot - slotTolerance) throw new ChainUnavailable('The list of accounts is from long ago.')
  return { ...scan, program: before.program, supply: after.supply, reconciled: scan.total === after.supply }
}

/** Endpoints behind one address may be some slots apart; further than this (about a minute) one of them is not well. */
const slotTolerance = 150n

/** What an associated account holds; one that is not there, or was given away, holds nothing of this wallet's. */
function associatedTokens(
  found: Pick<z.output<typeof account>, 'data' | 'owner'> | null | undefined,
  wallet: string,
  program: string,
  mint: string,
): bigint {
  // Somebody may have sent lamports to an address that is no token account yet.
  if (!found || found.owner !== program) return 0n
  const held = tokenAccountOf(found.data, mint)
  return held?.owner === wallet ? held.amount : 0n
}

function sumOf(accounts: readonly z.output<typeof keyed>[], owner: string, mint: string): bigint {
  const seen = new Set<string>()
  let sum = 0n
  for (const { pubkey, account: found } of accounts) {
    if (seen.has(pubkey)) throw new Error('an account that is named twice')
    seen.add(pubkey)
    if (!isTokenProgram(found.owner)) throw new Error('an account of another program')
    const held = tokenAccountOf(found.data, mint)
    if (held && held.owner !== owner) throw new Error('somebody else’s account')
    sum += held?.amount ?? 0n
  }
  return sum
}

/** What fails on our side while the chain is read is not the chain's failure. */
async function ours<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new NotTheChain(error)
  }
}
