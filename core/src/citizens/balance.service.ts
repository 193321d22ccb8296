import { canTransact, missingTo, nextTier, token } from '@nation/domain/chain'
import { eligibleForCandidacy } from '@nation/domain/citizens'
import type { CallOutput } from '@nation/domain/contract'
import { baseUnitsPerToken, displayTokens, tierOf, votesOf, type WeightTierDefinition } from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import type { Limits } from '@nation/domain/system'
import type { EntityManager } from 'typeorm'
import type { Chain, WalletReading } from '../chain'
import { openOrNext } from '../elections/calendar'
import { RollEntry } from '../elections/vote.entity'
import type { CitizenContext } from '../platform'
import { keepReading, tokenIsCurrent } from './balance.rows'
import { Citizen } from './citizen.entity'
import { readLimits } from '../system/settings.service'

type TokenBalance = CallOutput<'token-balance.get'>

const own = (ctx: CitizenContext) => ctx.tx.getRepository(Citizen).findOneByOrFail({ id: ctx.caller.id })

/** `token-balance.get` for one's own wallet: what the nation last read. */
export async function ownTokenBalance(ctx: CitizenContext): Promise<TokenBalance> {
  return { success: true, ...balanceOf(await own(ctx)) }
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
  const citizen = await own(ctx)
  if (citizen.walletAddress === null) throw new NationError('wallet_not_linked')
  const fresh = citizen.balanceReadAt !== null && ctx.now().getTime() - citizen.balanceReadAt.getTime() < freshMs
  if (fresh && !citizen.tokenUpdateRequired) return null
  return { address: citizen.walletAddress, known: BigInt(citizen.tokenBalance) }
}

/** A balance that was read so long ago is read again only when somebody asks. */
const freshMs = 5_000

/**
 * `token-balance.refresh`, once the chain has answered: keeps what it said, if the wallet is still the caller's.
 * @throws NationError `chain_unavailable` when this process reads another token than the nation's
 */
export async function keepOwnReading(
  ctx: CitizenContext,
  chain: Chain,
  walletAddress: string,
  reading: WalletReading,
): Promise<TokenBalance> {
  const citizen = await ctx.tx
    .getRepository(Citizen)
    .findOneOrFail({ where: { id: ctx.caller.id }, lock: { mode: 'pessimistic_write' } })
  if (!(await tokenIsCurrent(ctx.tx, chain.settings))) throw new NationError('chain_unavailable')
  const kept = await keepReading(ctx.tx, { id: citizen.id, walletAddress }, reading, ctx.now())
  if (kept && citizen.tokenBalance !== reading.tokens.toString()) {
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
export async function keepOwnFailure(ctx: CitizenContext): Promise<void> {
  await ctx.tx.query('UPDATE citizens SET balance_tried_at = ? WHERE id = ?', [ctx.now(), ctx.caller.id])
}

/** `holdings.get`: what one holds, what it gives, and what is missing to more. */
export async function holdings(ctx: CitizenContext): Promise<CallOutput<'holdings.get'>> {
  const citizen = await own(ctx)
  const balance = BigInt(citizen.tokenBalance)
  const native = citizen.nativeBalance === null ? null : BigInt(citizen.nativeBalance)
  const above = nextTier(balance)
  return {
    success: true,
    ...balanceOf(citizen),
    tokens: displayTokens(balance),
    // Lamports have as many decimals as the token.
    native: { lamports: native?.toString() ?? null, uiAmount: native === null ? null : displayTokens(native) },
    canTransact: canTransact({ walletAddress: citizen.walletAddress, nativeBalance: native }),
    tokenUpdateRequired: citizen.tokenUpdateRequired,
    ...presentTier(tierOf(balance)),
    nextTier: above && {
      ...presentTier(above.tier),
      missing: above.missing.toString(),
      missingUi: displayTokens(above.missing),
    },
    candidacy: candidacyOf(citizen, balance, await readLimits(ctx.tx)),
    roll: await rollOf(ctx, citizen.id),
  }
}

function candidacyOf(citizen: Citizen, balance: bigint, limits: Limits): CallOutput<'holdings.get'>['candidacy'] {
  const missing = missingTo(BigInt(limits.candidacyTokens) * baseUnitsPerToken, balance)
  const { eligible, reasons } = eligibleForCandidacy({ ...citizen, tokenBalance: balance }, limits)
  return {
    eligible,
    missing: missing.toString(),
    missingUi: displayTokens(missing),
    missingFollowers: Math.max(0, limits.minFollowers - citizen.followers),
    reasons: reasons.map(({ code, message }) => ({ code, message })),
  }
}

async function rollOf(ctx: CitizenContext, citizenId: string): Promise<CallOutput<'holdings.get'>['roll']> {
  const now = ctx.now()
  const election = await openOrNext(ctx.tx, now)
  if (!election || election.startsAt > now) return null
  const entry = await rollEntry(ctx.tx, election.id, citizenId)
  const balance = BigInt(entry?.balance ?? 0)
  return {
    electionId: election.uid,
    onRoll: entry !== null,
    balance: balance.toString(),
    uiAmount: displayTokens(balance),
    weight: votesOf(entry?.weightUnits ?? tierOf(0n).units),
    slot: entry?.slot ?? null,
    takenAt: entry?.takenAt.getTime() ?? null,
    lastKnown: entry?.source === 'last_known',
  }
}

const rollEntry = (tx: EntityManager, electionId: string, citizenId: string): Promise<RollEntry | null> =>
  tx.getRepository(RollEntry).findOneBy({ electionId, citizenId })

const presentTier = ({ tier, title, units }: WeightTierDefinition) => ({ tier, title, multiplier: votesOf(units) })

const amountOf = (balance: bigint) => ({
  balance: balance.toString(),
  decimals: token.decimals,
  uiAmount: displayTokens(balance),
})

function balanceOf(citizen: Citizen) {
  const { balanceReadAt: readAt, balanceTriedAt: triedAt } = citizen
  return {
    walletAddress: citizen.walletAddress,
    ...amountOf(BigInt(citizen.tokenBalance)),
    known: citizen.walletAddress === null || readAt !== null,
    lastKnown: readAt !== null && triedAt !== null && triedAt > readAt,
    readAt: readAt?.getTime() ?? null,
  }
}
