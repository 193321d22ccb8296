import { canTransact } from '@nation/domain/chain'
import {
  candidacyBalance,
  missingTo,
  nextTier,
  eligibleForCandidacy,
  displayTokens,
  tierOf,
  votesOf,
  type WeightTierDefinition,
} from '@nation/domain/elections'
import type { CallOutput } from '@nation/domain/contract'
import type { Limits } from '@nation/domain/system'
import type { EntityManager } from 'typeorm'
import { balanceOf, candidacyFacts, Citizen } from '../citizens'
import type { CitizenContext } from '../platform'
import { readLimits } from '../system'
import { openOrNext } from './calendar'
import { RollEntry } from './vote.entity'

/** `holdings.get`: the caller's balances, the rights that they give, and what is missing for more. */
export async function holdings(ctx: CitizenContext): Promise<CallOutput<'holdings.get'>> {
  const citizen = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: ctx.caller.id })
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
  const missing = missingTo(candidacyBalance(limits), balance)
  const { eligible, reasons } = eligibleForCandidacy(candidacyFacts(citizen), limits)
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
