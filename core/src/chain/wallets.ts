import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { associatedAccount } from './derived'
import { AnswerTooLong, ChainBehind, ChainUnavailable, type Among, type Rpc } from './rpc'
import { account, commitment, keyed, within, type Account, type KeyedAccount } from './shapes'
import { accountSlice, isTokenProgram, tokenAccountOf } from './token-accounts'

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

/** What is read of wallets by their addresses. */
export interface WalletReader {
  /**
   * What a wallet holds. Where it held something (`known`, base units) and the answer is nothing, that is believed only
   * when it is confirmed: by another endpoint; and where no other answers, by the same one in a later slot, once more by the
   * list of the wallet's accounts and once by the account itself. Who contradicts each other is believed nothing.
   *
   * Of a wallet with so many accounts that no endpoint's list of them is read to its end, the associated account counts alone.
   * Any user of Solana may open accounts for a wallet: if such a list were no answer, its citizen would keep an old balance, and could send
   * the tokens on to the next citizen's wallet.
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
}

/** The same, and which endpoint says so. */
type Told = TokenReading & { readonly endpoint: string }

/** Who is asked, and from which slot on an answer does. */
interface Asking extends Among {
  readonly notBefore?: bigint
}

/** How many slots (400 ms each) lie between two answers of one endpoint that stand for two. */
const confirmingSlots = 4n
const slotMs = 400

interface WalletReaderOptions {
  readonly mint: string
  /** Which of the two token programs keeps the mint. */
  readonly programOfMint: () => Promise<string>
  /** How long endpoints that lag are waited for. */
  readonly catchUpMs: number
}

/** Reads wallets over these endpoints. */
export function walletReader(rpc: Rpc, { mint, programOfMint, catchUpMs }: WalletReaderOptions): WalletReader {
  const retried = <T>(ask: () => Promise<T>) => whileBehind(ask, catchUpMs)

  const readList = (address: string, asking: Asking = {}) => {
    const params = [address, { mint }, { encoding: 'base64', commitment, dataSlice: accountSlice, ...minimum(asking) }]
    return rpc.call(
      'getTokenAccountsByOwner',
      params,
      within(z.array(keyed)),
      ({ context, value }, endpoint) => ({
        tokens: sumOf(value, address, mint),
        slot: inTime(context.slot, asking),
        endpoint,
      }),
      asking,
    )
  }

  const readAssociated = async (addresses: readonly string[], asking: Asking = {}) => {
    const program = await programOfMint()
    const accounts = addresses.map((address) => associatedAccount(address, program, mint))
    const params = [accounts, { encoding: 'base64', commitment, dataSlice: accountSlice, ...minimum(asking) }]
    const shape = within(z.array(account.pick({ data: true, owner: true }).nullable()).length(addresses.length))
    return rpc.call(
      'getMultipleAccounts',
      params,
      shape,
      ({ context, value }, endpoint) => {
        const slot = inTime(context.slot, asking)
        const reading = (address: string, index: number) => ({
          tokens: associatedTokens(value[index], address, program, mint),
          slot,
          endpoint,
        })
        return new Map(addresses.map((address, index) => [address, reading(address, index)] as const))
      },
      asking,
    )
  }

  /** What counts of a wallet: what its accounts hold together, or, where there are too many to be read, the associated one. */
  const readWhatCounts = async (address: string, asking: Asking = {}): Promise<Told> => {
    try {
      return await readList(address, asking)
    } catch (error) {
      const associated = error instanceof AnswerTooLong && (await readAssociated([address], asking)).get(address)
      if (!associated) throw error
      return associated
    }
  }

  /** The word of an endpoint besides the first; null when no other has one. */
  const wordOfAnother = async (address: string, first: Told) => {
    try {
      return await retried(() => readWhatCounts(address, { besides: first.endpoint, notBefore: first.slot }))
    } catch (error) {
      if (error instanceof ChainUnavailable) return null
      throw error
    }
  }

  /**
   * The same endpoint's, some slots later and by two ways: nodes find a wallet's accounts by an index, which may be missing
   * entries or still be built, and read an account by its address without it.
   */
  const wordOfTheSame = async (address: string, first: Told) => {
    const asking = { only: first.endpoint, notBefore: first.slot + confirmingSlots }
    await sleep(Number(confirmingSlots) * slotMs)
    const list = await retried(() => readWhatCounts(address, asking))
    const associated = await retried(() => readAssociated([address], asking))
    return { tokens: list.tokens + (associated.get(address)?.tokens ?? 0n), slot: list.slot }
  }

  const readTokens = async (address: string, known = 0n): Promise<TokenReading> => {
    const first = await readWhatCounts(address)
    if (first.tokens > 0n || known === 0n) return { tokens: first.tokens, slot: first.slot }
    const second = (await wordOfAnother(address, first)) ?? (await wordOfTheSame(address, first))
    if (second.tokens > 0n) throw new ChainUnavailable('Of two answers, one says that this wallet is empty.')
    return { tokens: 0n, slot: second.slot }
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
    readTokens,
    readAssociated: (addresses) => readAssociated(addresses),
    readNative,
    readWallet: async (address, known) => {
      const [tokens, native] = await Promise.all([readTokens(address, known), readNative([address])])
      return { ...tokens, lamports: native.get(address) ?? 0n }
    },
  }
}

/** A slot is no amount: nodes take it as a number only. */
const minimum = ({ notBefore }: Asking) => (notBefore === undefined ? {} : { minContextSlot: Number(notBefore) })

/** An endpoint that does not know what a least slot is answers all the same: with an earlier one. */
function inTime(slot: bigint, { notBefore }: Asking): bigint {
  if (notBefore !== undefined && slot < notBefore) throw new Error('an answer of an earlier slot')
  return slot
}

/** Asks again while the endpoints have not come to the slot yet. */
async function whileBehind<T>(ask: () => Promise<T>, catchUpMs: number): Promise<T> {
  const until = performance.now() + catchUpMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ChainBehind) || performance.now() > until) throw error
      await sleep(slotMs)
    }
  }
}

/** What an associated account holds; one that is not there, or was given away, holds nothing of this wallet's. */
function associatedTokens(
  found: Pick<Account, 'data' | 'owner'> | null | undefined,
  wallet: string,
  program: string,
  mint: string,
): bigint {
  // An address that is no token account yet may have received lamports.
  if (!found || found.owner !== program) return 0n
  const held = tokenAccountOf(found.data, mint)
  return held?.owner === wallet ? held.amount : 0n
}

function sumOf(accounts: readonly KeyedAccount[], owner: string, mint: string): bigint {
  const seen = new Set<string>()
  let sum = 0n
  for (const { pubkey, account: found } of accounts) {
    if (seen.has(pubkey)) throw new Error('an account that is named twice')
    seen.add(pubkey)
    if (!isTokenProgram(found.owner)) throw new Error('an account of another program')
    const held = tokenAccountOf(found.data, mint)
    if (held && held.owner !== owner) throw new Error('the account of another owner')
    sum += held?.amount ?? 0n
  }
  return sum
}
