import { pictureOf, pictureOnX, usernameOf } from '@nation/domain/citizens'
import {
  accountAgeMonths,
  eligibleForCandidacy,
  eligibleToVote,
  type CandidacyFacts,
  type Eligibility,
} from '@nation/domain/elections'
import type { CallOutput } from '@nation/domain/contract'
import type { Limits } from '@nation/domain/system'
import type { Citizen } from './citizen.entity'

const unitsPerToken = 1_000_000_000

/** A citizen as everybody may see them. */
export function presentPublic(citizen: Citizen) {
  return {
    uid: citizen.uid,
    id: citizen.uid,
    username: usernameOf(citizen.username),
    x: { handle: citizen.handle, id: citizen.xId, avatarUrl: pictureOnX(citizen) },
    profilePicture: pictureOf(citizen),
    customProfilePicture: citizen.customPictureUrl,
    uploadedProfilePicture: citizen.customPictureUrl,
    profilePictureUrl: pictureOnX(citizen),
    twitterUsername: citizen.handle,
    twitterFollowers: citizen.followers,
    twitterVerified: citizen.verified,
    role: citizen.role,
    governmentRole: citizen.governmentRole,
    joinedAt: citizen.joinedAt.getTime(),
  }
}

/** Whether a citizen's balance was read; without a wallet it is 0, which is known. */
export const isBalanceKnown = ({ walletAddress, balanceReadAt }: Pick<Citizen, 'walletAddress' | 'balanceReadAt'>) =>
  walletAddress === null || balanceReadAt !== null

/** What a citizen's candidacy depends on. */
export const candidacyFacts = (citizen: Citizen): CandidacyFacts => ({
  followers: citizen.followers,
  walletAddress: citizen.walletAddress,
  tokenBalance: BigInt(citizen.tokenBalance),
  balanceKnown: isBalanceKnown(citizen),
})

/** A citizen as they see themselves, by the limits that hold now. */
export function presentOwn(citizen: Citizen, limits: Limits, now: Date): CallOutput<'user.register'>['user'] {
  const vote = eligibleToVote(citizen, now)
  const candidacy = eligibleForCandidacy(candidacyFacts(citizen), limits)
  return {
    ...presentPublic(citizen),
    isAdmin: citizen.isAdmin,
    isSuperAdmin: citizen.isSuperAdmin,
    twitterAccountCreatedAt: citizen.xCreatedAt.getTime(),
    twitterAccountAgeMonths: accountAgeMonths(citizen.xCreatedAt, now),
    walletAddress: citizen.walletAddress,
    tokenBalance: Number(citizen.tokenBalance) / unitsPerToken,
    tokenBalanceUnits: citizen.tokenBalance,
    balanceKnown: isBalanceKnown(citizen),
    tokenUpdateRequired: citizen.tokenUpdateRequired,
    eligibleToVote: vote.eligible,
    eligibleForCandidacy: candidacy.eligible,
    eligibility: { vote: withReasons(vote), candidacy: withReasons(candidacy) },
    twitterRefreshedAt: citizen.xRefreshedAt.getTime(),
    createdAt: citizen.createdAt.getTime(),
    lastLogin: citizen.lastLoginAt?.getTime() ?? null,
    lastActive: citizen.lastActiveAt?.getTime() ?? null,
  }
}

const withReasons = ({ eligible, reasons }: Eligibility) => ({ eligible, reasons: [...reasons] })
