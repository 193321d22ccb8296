import { canTransact } from '@nation/domain/chain'
import {
  missingTo,
  nextTier,
  eligibleForCandidacy,
  eligibleToVote,
  baseUnitsPerToken,
  displayTokens,
  electionSettings,
  tierOf,
  votesOf,
  type WeightTierDefinition,
} from '@nation/domain/elections'
import type { CallAnswer } from '@nation/domain/contract'
import { citizenNumber } from '@nation/domain/formats'
import type { OwnProfile } from '../lib/session/session'
import type { FakeNation } from './fake-nation'
import { initialLimits } from '@nation/domain/system'

/** A valid address that belongs to no one. */
export const fakeWallet = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

const PICTURE_ON_X = null

/** Brings what a citizen may do in line with what they hold, by the nation's own rules. */
export function judge(user: OwnProfile, now: number): OwnProfile {
  const vote = eligibleToVote({ xCreatedAt: new Date(user.twitterAccountCreatedAt) }, new Date(now))
  const facts = {
    followers: user.twitterFollowers,
    walletAddress: user.walletAddress,
    tokenBalance: BigInt(user.tokenBalanceUnits),
    balanceKnown: user.balanceKnown,
  }
  const candidacy = eligibleForCandidacy(facts, initialLimits)
  const copy = (of: typeof vote) => ({ eligible: of.eligible, reasons: of.reasons.map((reason) => ({ ...reason })) })
  return Object.assign(user, {
    eligibleToVote: vote.eligible,
    eligibleForCandidacy: candidacy.eligible,
    eligibility: { vote: copy(vote), candidacy: copy(candidacy) },
  })
}

/** Gives a citizen tokens, or a wallet, or takes them away. */
export function endow(user: OwnProfile, walletAddress: string | null, tokens: number, now: number): OwnProfile {
  const units = walletAddress === null ? 0n : BigInt(tokens) * baseUnitsPerToken
  Object.assign(user, { walletAddress, tokenBalance: displayTokens(units), tokenBalanceUnits: String(units) })
  return judge(user, now)
}

const weightOf = ({ tier, title, units }: WeightTierDefinition) => ({ tier, title, multiplier: votesOf(units) })

function balanceOf(user: OwnProfile, now: number) {
  return {
    walletAddress: user.walletAddress,
    balance: user.tokenBalanceUnits,
    decimals: 9 as const,
    uiAmount: user.tokenBalance,
    known: user.balanceKnown,
    lastKnown: false,
    readAt: user.walletAddress === null || !user.balanceKnown ? null : now - 240_000,
  }
}

function holdingsOf(user: OwnProfile, now: number): CallAnswer<'holdings.get'> {
  const units = BigInt(user.tokenBalanceUnits)
  const next = nextTier(units)
  const lamports = user.walletAddress === null ? null : 420_000_000n
  const short = missingTo(BigInt(electionSettings.candidacyTokens) * baseUnitsPerToken, units)
  return {
    success: true,
    ...balanceOf(user, now),
    tokens: user.tokenBalance,
    native: { lamports: lamports === null ? null : String(lamports), uiAmount: lamports === null ? null : 0.42 },
    canTransact: canTransact({ walletAddress: user.walletAddress, nativeBalance: lamports }),
    tokenUpdateRequired: user.tokenUpdateRequired,
    ...weightOf(tierOf(units)),
    nextTier: next && { ...weightOf(next.tier), missing: String(next.missing), missingUi: displayTokens(next.missing) },
    candidacy: {
      eligible: user.eligibleForCandidacy,
      missing: String(short),
      missingUi: displayTokens(short),
      missingFollowers: Math.max(0, electionSettings.minFollowers - user.twitterFollowers),
      reasons: [],
    },
    roll: {
      electionId: '01890a5d-ac96-774b-8001-000000000001',
      onRoll: user.walletAddress !== null,
      balance: user.tokenBalanceUnits,
      uiAmount: user.tokenBalance,
      weight: user.walletAddress === null ? 1 : votesOf(tierOf(units).units),
      slot: '312',
      takenAt: now - 3 * 86_400_000,
      lastKnown: false,
    },
  }
}

/** What the nation answers to a citizen about themselves. What they change shows in `user`. */
export function citizenAnswers(user: OwnProfile, now: number): FakeNation['answers'] {
  let copy: CallAnswer<'user.export-status'>['export'] = null
  let shown = false
  const own = () => ({ success: true as const, user: { ...user } })
  const ownPage = () => ({ success: true as const, number: shown ? citizenNumber(user.uid) : null })
  return {
    'user.get-user': own,
    'user.wallet-challenge': ({ walletAddress }) => ({
      success: true,
      challenge: {
        domain: 'nation.test',
        address: walletAddress,
        statement: 'Link this wallet to my citizenship. This costs nothing and moves no tokens.',
        uri: 'http://nation.test',
        version: '1',
        chainId: 'mainnet',
        nonce: 'a1b2c3d4e5f6a7b8',
        issuedAt: new Date(now).toISOString(),
        expirationTime: new Date(now + 600_000).toISOString(),
      },
      message: `nation.test wants you to sign in with your Solana account:\n${walletAddress}`,
      expiresAt: now + 600_000,
    }),
    'user.update-wallet': ({ walletAddress }) => {
      endow(user, walletAddress, 1_250_000, now)
      return own()
    },
    'token-balance.get': () => ({ success: true, ...balanceOf(user, now) }),
    'token-balance.refresh': () => ({ success: true, ...balanceOf(user, now), readAt: now }),
    'holdings.get': () => holdingsOf(user, now),
    'user.refresh-twitter': () => {
      judge(Object.assign(user, { twitterFollowers: user.twitterFollowers + 12, twitterRefreshedAt: now }), now)
      const { twitterFollowers: followers, twitterVerified: verified } = user
      return { ...own(), message: 'Twitter data refreshed successfully!', followers, verified }
    },
    'user.update-profile-picture': ({ profilePictureUrl }) => {
      Object.assign(user, {
        customProfilePicture: profilePictureUrl,
        uploadedProfilePicture: profilePictureUrl,
        profilePicture: profilePictureUrl ?? user.profilePictureUrl ?? PICTURE_ON_X,
      })
      return own()
    },
    'user.page': ownPage,
    'user.set-page': (input) => {
      shown = input.shown
      return ownPage()
    },
    'user.export-status': () => ({ success: true, export: copy }),
    'user.export-data': () => {
      copy = {
        id: '01890a5d-ac96-774b-9001-000000000001',
        status: 'ready',
        progress: 100,
        createdAt: now,
        readyAt: now,
        expiresAt: now + 7 * 86_400_000,
        bytes: 18_233,
      }
      return { success: true, export: { ...copy, status: 'working', progress: 0, readyAt: null } }
    },
    'user.delete-account': () => ({ success: true, deletionId: '01890a5d-ac96-774b-9002-000000000001' }),
    'user.deletion-status': () => ({ success: true, status: 'done', progress: 100 }),
  }
}
