import { pictureOf, pictureOnX, usernameOf } from '@nation/domain/citizens'
import { accountAgeMonths, eligibleForCandidacy, eligibleToVote, type Eligibility } from '@nation/domain/elections'
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

/** A citizen as they see themselves, by the limits that hold now. */
export function presentOwn(citizen: Citizen, limits: Limits, now: Date): CallOutput<'user.register'>['user'] {
  const vote = eligibleToVote(citizen, now)
  const candidacy = eligibleForCandidacy({ ...citizen, tokenBalance: BigInt(citizen.tokenBalance) }, limits)
  return {
    ...presentPublic(citizen),
    isAdmin: citizen.isAdmin,
    isSuperAdmin: citizen.isSuperAdmin,
    twitterAccountCreatedAt: citizen.xCreatedAt.getTime(),
    twitterAccountAgeMonths: accountAgeMonths(citizen.xCreatedAt, now),
    walletAddress: citizen.walletAddress,
    tokenBalance: Number(citizen.tokenBalance) / unitsPerToken,
    tokenBalanceUnits: citizen.tokenBalance,
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
