import { token } from '@nation/domain/chain'
import type { ChainSettings } from '../platform'
import type { Part } from './json-stream'
import { ChainUnavailable, NotTheChain, Rpc, type RpcOptions } from './rpc'
import { account, commitment, context, within, type Account } from './shapes'
import { slotTolerance } from './slot-watch'
import {
  accountSlice,
  isTokenProgram,
  mintOf,
  tokenAccountOf,
  type MintFacts,
  type TokenAccount,
} from './token-accounts'
import { walletReader, type WalletReader } from './wallets'

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
  /** What the mint says there is, read just after. */
  readonly supply: bigint
  /** The supply stood still around the scan and is `total`: no account is missing. */
  readonly reconciled: boolean
  /** What the list may lack at most: as much as the token was said to be more than its sum, base units. */
  readonly missing: bigint
}

/** Takes accounts as they arrive; called again from the beginning, after `restart`, when another endpoint is asked. */
export interface ScanReader {
  restart(): Promise<void>
  take(accounts: readonly TokenAccount[]): Promise<void>
}

/** The chain, as the nation reads it. It answers wholly or throws ChainUnavailable; it never answers a zero for want of one. */
export interface Chain extends WalletReader {
  readonly settings: ChainSettings
  /**
   * All accounts of the token, in one slot. `withinMs` is how long the list may be waited for, at all endpoints together.
   * @throws MethodRefused where no endpoint allows it
   */
  scanMint(reader: ScanReader, withinMs?: number): Promise<MintScan>
}

const batchSize = 250

export interface ChainOptions extends Omit<RpcOptions, 'urls'> {
  /** How long endpoints that lag are waited for where an answer has to be of a later slot. */
  readonly catchUpMs?: number
}

/** Opens the chain of the configuration. It sends no request before the first reading. */
export function openChain(settings: ChainSettings, { catchUpMs = 5_000, ...options }: ChainOptions = {}): Chain {
  const rpc = new Rpc({ urls: settings.rpcUrls, ...options })
  const { mint } = settings

  const readMint = () =>
    rpc.call('getAccountInfo', [mint, { encoding: 'base64', commitment }], within(account.nullable()), mintReading)

  /** A mint never changes its program: it is asked for once. */
  let program: Promise<string> | undefined
  const programOfMint = () => {
    program ??= readMint().then((reading) => reading.program)
    program.catch(() => (program = undefined))
    return program
  }

  return {
    settings,
    ...walletReader(rpc, { mint, programOfMint, catchUpMs }),
    scanMint: async (reader, withinMs) => {
      const before = await readMint()
      const scan = await scanAccounts(rpc, settings.mint, before.program, reader, withinMs)
      return reconcile(before, scan, await readMint())
    },
  }
}

function mintReading(answer: { context: { slot: bigint }; value: Account | null }): MintReading {
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

/** A listed account, as far as it is read. */
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

function scanAccounts(
  rpc: Rpc,
  mint: string,
  program: string,
  reader: ScanReader,
  withinMs?: number,
): Promise<ScannedAccounts> {
  const filters = [{ memcmp: { offset: 0, bytes: mint } }]
  const params = [program, { encoding: 'base64', commitment, withContext: true, filters, dataSlice: accountSlice }]
  const read = async (parts: AsyncIterable<Part[]>) => {
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
  }
  return rpc.stream('getProgramAccounts', params, ['$.result.value.*'], read, withinMs)
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
  const { supply } = after
  // Of a supply that moved, the sum may be what it was before or is now, and hide a hole.
  const reconciled = stood && scan.total === supply
  return { ...scan, program: before.program, supply, reconciled, missing: most - scan.total }
}

/** What fails on our side while the chain is read is not the chain's failure. */
async function ours<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new NotTheChain(error)
  }
}
