import { z } from 'zod'
import { actor, answer, baseUnits, claim, defineCall, instant, publicId, own } from '../definitions'
import { governmentRoles } from '../permissions'

const exampleUid = '01890a5d-ac96-774b-bcce-b302099a8057'

/**
 * A citizen as everybody may see them (requirements 1.3, public fields only). The wallet and its balance are not
 * among them (decision 47).
 */
export const publicProfile = z.object({
  uid: publicId(),
  id: publicId().describe('The same as uid'),
  username: z.string(),
  x: z.object({ handle: z.string(), id: z.string(), avatarUrl: z.string().nullable() }),
  profilePicture: z.string().nullable().describe('The one to show: the first of the three that follow that there is'),
  customProfilePicture: z.string().nullable().describe('Their own upload'),
  uploadedProfilePicture: z.string().nullable().describe('The same as customProfilePicture'),
  profilePictureUrl: z.string().nullable().describe('The picture on X'),
  twitterUsername: z.string(),
  twitterFollowers: z.number().int(),
  twitterVerified: z.boolean(),
  role: z.enum(['citizen', 'candidate', 'moderator', 'government', 'admin']),
  governmentRole: z.enum(governmentRoles).nullable(),
  joinedAt: instant(),
})

/** Whether one may, and if not, each reason why not and what to do about it. */
const eligibility = z.object({
  eligible: z.boolean(),
  reasons: z.array(
    z.object({
      code: z.string(),
      message: z.string(),
      todo: z.string().describe('What to do about it'),
      until: instant().optional().describe('When time alone removes this reason'),
    }),
  ),
})

/** A citizen as they see themselves: what they hold and what they may do. */
export const ownProfile = publicProfile.extend({
  isAdmin: z.boolean(),
  isSuperAdmin: z.boolean(),
  twitterAccountCreatedAt: instant(),
  twitterAccountAgeMonths: z.number().int(),
  walletAddress: z.string().nullable().describe('Told to the citizen and to administrators only'),
  tokenBalance: z
    .number()
    .describe('Display number of $ON; exact in tokenBalanceUnits. Told to the citizen and to administrators only'),
  tokenBalanceUnits: baseUnits(),
  balanceKnown: z
    .boolean()
    .describe('False while a wallet is linked of which the chain has not told yet: then 0 is no balance'),
  tokenUpdateRequired: z
    .boolean()
    .describe('The token has a new version, and your balance has not been read for it yet'),
  eligibleToVote: z.boolean(),
  eligibleForCandidacy: z.boolean(),
  eligibility: z.object({ vote: eligibility, candidacy: eligibility }),
  twitterRefreshedAt: instant(),
  createdAt: instant(),
  lastLogin: instant().nullable(),
  lastActive: instant().nullable(),
})

export const register = defineCall({
  id: 'user.register',
  method: 'POST',
  summary: 'Completes the first visit and answers your profile. Safe to repeat.',
  access: 'citizen',
  input: z.strictObject({
    userId: actor(),
    uid: actor(),
    username: claim(),
    x: claim(),
    twitterUsername: claim(),
    profilePicture: claim(),
    walletAddress: claim(),
    role: claim(),
    isAdmin: claim(),
  }),
  output: answer({ user: ownProfile }),
  errors: [],
  example: {},
})

export const getUser = defineCall({
  id: 'user.get-user',
  method: 'GET',
  summary:
    'One citizen. You and administrators get the whole profile, with wallet and balance; others get the public fields, without both.',
  access: 'anyone',
  input: z.strictObject({ uid: publicId() }),
  output: answer({ user: own(z.union([ownProfile, publicProfile])) }),
  errors: ['citizen_not_found'],
  example: { uid: exampleUid },
})

const updatePicture = defineCall({
  id: 'user.update-profile-picture',
  method: 'POST',
  summary: 'Shows one of your uploads as your picture; null goes back to the one on X.',
  access: 'citizen',
  input: z.strictObject({
    userId: actor(),
    profilePictureUrl: z.string().max(512).nullable().describe('The secure_url of an upload with the preset profile'),
  }),
  output: answer({ user: ownProfile }),
  errors: ['picture_not_yours'],
  example: { profilePictureUrl: null },
})

const refreshTwitter = defineCall({
  id: 'user.refresh-twitter',
  method: 'POST',
  summary: 'Asks X for your name, picture, followers and verification.',
  access: 'citizen',
  input: z.strictObject({ userId: actor(), username: claim() }),
  output: answer({
    message: z.string(),
    followers: z.number().int(),
    verified: z.boolean(),
    user: ownProfile,
  }),
  errors: ['no_x_account', 'x_unavailable'],
  example: {},
  limit: { points: 6, seconds: 900, by: 'caller' },
})

export const profileCalls = [register, getUser, updatePicture, refreshTwitter] as const
