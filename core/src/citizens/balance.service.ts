import { token } from '@nation/domain/chain'
import type { CallOutput } from '@nation/domain/contract'
import { displayTokens } from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import type { Chain, WalletReading } from '../chain'
import type { CitizenContext } from '../platform'
import { saveReading, tokenIsCurrent } from './balance.rows'
import { Citizen } from './citizen.entity'
import { isBalanceKnown } from './present'

type TokenBalance = CallOutput<'token-balance.get'>

const callersRow = (ctx: CitizenContext) => ctx.tx.getRepository(Citizen).findOneByOrFail({ id: ctx.caller.id })

/** `token-balance.get` for one's own wallet: what the nation last read. */
export async function ownTokenBalance(ctx: CitizenContext): Promise<TokenBalance> {
  return { success: true, ...balanceOf(await callersRow(ctx)) }
}

/** What the chain just said of a wallet that is not linked to the caller. */
export function presentReading(walletAddress: string, reading: WalletReading, now: Date): TokenBalance {
  return {
    success: true,
    walletAddress,
    ...amountOf(reading.tokens),
    known: true,
    lastKnown: false,
    readAt: now.getTime(),
  }
}

/** A wallet to ask the chain for, and what it held when it was last read. */
export interface WalletToRefresh {
  readonly address: string
  readonly known: bigint
}

/** The wallet that a refresh would ask the chain for; null when it was read a moment ago, and that will do. */
export async function walletToRefresh(ctx: CitizenContext): Promise<WalletToRefresh | null> {
  const citizen = await callersRow(ctx)
  if (citizen.walletAddress === null) throw new NationError('wallet_not_linked')
  const fresh = citizen.balanceReadAt !== null && ctx.now().getTime() - citizen.balanceReadAt.getTime() < freshMs
  if (fresh && !citizen.tokenUpdateRequired) return null
  return { address: citizen.walletAddress, known: BigInt(citizen.tokenBalance) }
}

/** A request reads the balance again when the last reading is older than this. */
const freshMs = 5_000

/**
 * `token-balance.refresh`, once the chain has answered: keeps what it said, if the wallet is still the caller's.
 * @throws NationError `chain_unavailable` when this process reads another token than the nation's
 */
export async function saveOwnReading(
  ctx: CitizenContext,
  chain: Chain,
  walletAddress: string,
  reading: WalletReading,
): Promise<TokenBalance> {
  const citizen = await ctx.tx
    .getRepository(Citizen)
    .findOneOrFail({ where: { id: ctx.caller.id }, lock: { mode: 'pessimistic_write' } })
  if (!(await tokenIsCurrent(ctx.tx, chain.settings))) throw new NationError('chain_unavailable')
  const saved = await saveReading(ctx.tx, { id: citizen.id, walletAddress }, reading, ctx.now())
  if (saved && citizen.tokenBalance !== reading.tokens.toString()) {
    ctx.journal.add({
      kind: 'citizens.balance-changed',
      subject: ctx.caller.uid,
      visibility: `citizen:${ctx.caller.uid}`,
      facts: { balance: reading.tokens.toString() },
    })
  }
  return ownTokenBalance(ctx)
}

/** The chain did not answer a refresh: the balance stays, and says that it is the last known one. */
export async function saveOwnFailure(ctx: CitizenContext): Promise<void> {
  await ctx.tx.query('UPDATE citizens SET balance_tried_at = ? WHERE id = ?', [ctx.now(), ctx.caller.id])
}

const amountOf = (balance: bigint) => ({
  balance: balance.toString(),
  decimals: token.decimals,
  uiAmount: displayTokens(balance),
})

/** What the nation last read of a citizen's wallet. */
export function balanceOf(citizen: Citizen) {
  const { balanceReadAt: readAt, balanceTriedAt: triedAt } = citizen
  return {
    walletAddress: citizen.walletAddress,
    ...amountOf(BigInt(citizen.tokenBalance)),
    known: isBalanceKnown(citizen),
    lastKnown: readAt !== null && triedAt !== null && triedAt > readAt,
    readAt: readAt?.getTime() ?? null,
  }
}
