import { accountAgeMonths, eligibleForCandidacy, eligibleToVote } from '@nation/domain/citizens'
import type { CallOutput } from '@nation/domain/contract'
import type { Citizen } from './citizen.entity'

const unitsPerToken = 1_000_000_000

/** The citizen's picture: their own upload first, then our copy of X's, then X's own. */
export function pictureOf(citizen: Pick<Citizen, 'customPictureUrl' | 'portraitUrl' | 'avatarUrl'>): string | null {
  return citizen.customPictureUrl ?? citizen.portraitUrl ?? citizen.avatarUrl
}

/** A citizen as everybody may see them. */
export function presentPublic(citizen: Citizen) {
  return {
    uid: citizen.uid,
    id: citizen.uid,
    username: citizen.username,
    x: { handle: citizen.handle, id: citizen.xId, avatarUrl: citizen.portraitUrl ?? citizen.avatarUrl },
    profilePicture: pictureOf(citizen),
    twitterUsername: citizen.handle,
    twitterFollowers: citizen.followers,
    twitterVerified: citizen.verified,
    role: citizen.role,
    governmentRole: citizen.governmentRole,
    joinedAt: citizen.joinedAt.getTime(),
  }
}

/** A citizen as they see themselves. */
export function presentOwn(citizen: Citizen, now: Date): CallOutput<'user.register'>['user'] {
  return {
    ...presentPublic(citizen),
    isAdmin: citizen.isAdmin,
    isSuperAdmin: citizen.isSuperAdmin,
    twitterAccountCreatedAt: citizen.xCreatedAt.getTime(),
    twitterAccountAgeMonths: accountAgeMonths(citizen.xCreatedAt, now),
    walletAddress: citizen.walletAddress,
    tokenBalance: Number(citizen.tokenBalance) / unitsPerToken,
    tokenBalanceUnits: citizen.tokenBalance,
    eligibleToVote: eligibleToVote(citizen, now).eligible,
    eligibleForCandidacy: eligibleForCandidacy({ ...citizen, tokenBalance: BigInt(citizen.tokenBalance) }).eligible,
    createdAt: citizen.createdAt.getTime(),
    lastLogin: citizen.lastLoginAt?.getTime() ?? null,
    lastActive: citizen.lastActiveAt?.getTime() ?? null,
  }
}
