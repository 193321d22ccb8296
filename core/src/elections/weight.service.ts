import {
  eligibleToVote,
  baseUnitsPerToken,
  displayTokens,
  missingTo,
  tierOf,
  tierOfWeight,
  votesOf,
  weightTiers,
  type WeightTierDefinition,
} from '@nation/domain/elections'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import type { EntityManager } from 'typeorm'
import { Citizen, isBalanceKnown } from '../citizens'
import type { CitizenContext } from '../platform'
import { electionMeant, latestEnded, openOrNext } from './calendar'
import type { Election } from './election.entity'
import { RollEntry } from './vote.entity'

type Answer = CallOutput<'votes.weight'>

/** The source of a weight: the entry on the roll, or the entry that it would have now. Balances are in base units. */
export type Basis = Pick<Answer, 'because' | 'readAt' | 'slot'> & {
  readonly wallet: string | null
  /** When the roll was taken; null for who is not on it. */
  readonly takenAt: Date | null
  readonly balance: bigint
  readonly weightUnits: number
}

/**
 * `votes.weight`: the reason for the weight of the caller's vote in an election (ruling: vote weight), or the reason why the
 * caller may not vote.
 * @throws NationError `election_not_found` for a named one that does not exist
 */
export async function whyThisWeight(ctx: CitizenContext, input: CallInput<'votes.weight'>): Promise<Answer> {
  const now = ctx.now()
  const election = input.electionId
    ? await electionMeant(ctx.tx, input.electionId, now)
    : ((await openOrNext(ctx.tx, now)) ?? (await latestEnded(ctx.tx, now)))
  const citizen = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: ctx.caller.id })
  const { frozen, ...basis } = await basisOf(ctx.tx, election, citizen)
  const { eligible, reasons } = eligibleToVote(citizen, now)
  return {
    success: true,
    electionId: election?.uid ?? null,
    startsAt: election?.startsAt.getTime() ?? null,
    frozen,
    because: basis.because,
    wallet: basis.wallet === null ? null : { address: basis.wallet, short: shortened(basis.wallet) },
    balance: displayTokens(basis.balance),
    balanceBaseUnits: basis.balance.toString(),
    slot: basis.slot,
    readAt: basis.readAt,
    lastKnown: basis.because === 'last_known',
    ...weightView(basis.weightUnits),
    tiers: lightestFirst.map(presentTier),
    nextTier: nextTier(basis, citizen),
    eligibleToVote: eligible,
    reasons: [...reasons],
    now: now.getTime(),
  }
}

/** The source of a citizen's weight in an election: the frozen roll, and before the opening what the roll would say now. */
export async function basisOf(
  tx: EntityManager,
  election: Election | null,
  citizen: Citizen,
): Promise<Basis & { readonly frozen: boolean }> {
  if (election === null || election.openedAt === null) return { ...presentBasis(citizen), frozen: false }
  return { ...(await onTheRoll(tx, election, citizen)), frozen: true }
}

const shortened = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`

/** The weight on the frozen roll. A caller who is not on it has the weight 1.0, with the reason. */
async function onTheRoll(tx: EntityManager, election: Election, citizen: Citizen): Promise<Basis> {
  const roll = tx.getRepository(RollEntry)
  const entry = await roll.findOneBy({ electionId: election.id, citizenId: citizen.id })
  if (!entry) {
    const base = {
      wallet: citizen.walletAddress,
      takenAt: null,
      balance: 0n,
      weightUnits: tierOf(0n).units,
      slot: null,
      readAt: null,
    }
    if (citizen.walletAddress === null) return { ...base, because: 'no_wallet' }
    const used = await roll.existsBy({ electionId: election.id, walletAddress: citizen.walletAddress })
    return { ...base, because: used ? 'wallet_used' : 'linked_later' }
  }
  return {
    because: entry.source === 'last_known' ? 'last_known' : 'on_roll',
    wallet: entry.walletAddress,
    takenAt: entry.takenAt,
    balance: BigInt(entry.balance),
    weightUnits: entry.weightUnits,
    slot: entry.slot,
    readAt: entry.readAt?.getTime() ?? null,
  }
}

/** Before the opening: the weight for the last reading of the linked wallet. */
function presentBasis(citizen: Citizen): Basis {
  const wallet = citizen.walletAddress
  const balance = wallet === null ? 0n : BigInt(citizen.tokenBalance)
  return {
    because: wallet === null ? 'no_wallet' : 'roll_not_taken',
    wallet,
    takenAt: null,
    balance,
    weightUnits: tierOf(balance).units,
    slot: wallet === null ? null : citizen.balanceSlot,
    readAt: wallet === null ? null : (citizen.balanceReadAt?.getTime() ?? null),
  }
}

const lightestFirst = weightTiers.toReversed()

const presentTier = ({ tier, title, units, from }: WeightTierDefinition): Answer['tiers'][number] => ({
  tier,
  title,
  multiplier: votesOf(units),
  from: Number(from / baseUnitsPerToken),
})

/** A weight with the tier that it belongs to. */
export function weightView(weightUnits: number): Pick<Answer, 'tier' | 'tierTitle' | 'multiplier' | 'weightUnits'> {
  const { tier, title } = tierOfWeight(weightUnits)
  return { tier, tierTitle: title, multiplier: votesOf(weightUnits), weightUnits }
}

/**
 * The next heavier tier, and how much the balance lacks for it at the next opening. What is not on the roll now will be then: of
 * such a wallet its present balance counts, and nothing is said while that is not known.
 */
function nextTier({ because, ...basis }: Basis, citizen: Citizen): Answer['nextTier'] {
  const isOnRoll = because === 'on_roll' || because === 'last_known'
  if (!isOnRoll && !isBalanceKnown(citizen)) return null
  const balance = isOnRoll || citizen.walletAddress === null ? basis.balance : BigInt(citizen.tokenBalance)
  const weightUnits = isOnRoll ? basis.weightUnits : tierOf(balance).units
  const next = lightestFirst.find((one) => one.units > weightUnits)
  if (!next) return null
  const missing = missingTo(next.from, balance)
  return { ...presentTier(next), missing: displayTokens(missing), missingBaseUnits: missing.toString() }
}
