import { z } from 'zod'
import { actor, answer, baseUnits, claim, defineCall, instant, publicId } from '../contract/define'
import { governmentRoles } from './permissions'

const exampleUid = '01890a5d-ac96-774b-bcce-b302099a8057'

/** A citizen as everybody may see them (spec document 1 section 3, public fields only). */
export const publicProfile = z.object({
  uid: publicId(),
  id: publicId().describe('The same as uid'),
  username: z.string(),
  x: z.object({ handle: z.string(), id: z.string(), avatarUrl: z.string().nullable() }),
  profilePicture: z.string().nullable(),
  twitterUsername: z.string(),
  twitterFollowers: z.number().int(),
  twitterVerified: z.boolean(),
  role: z.enum(['citizen', 'candidate', 'moderator', 'government', 'admin']),
  governmentRole: z.enum(governmentRoles).nullable(),
  joinedAt: instant(),
})

/** A citizen as they see themselves: what they hold and what they may do. */
export const ownProfile = publicProfile.extend({
  isAdmin: z.boolean(),
  isSuperAdmin: z.boolean(),
  twitterAccountCreatedAt: instant(),
  twitterAccountAgeMonths: z.number().int(),
  walletAddress: z.string().nullable(),
  tokenBalance: z.number().describe('Display number of $ON; exact in tokenBalanceUnits'),
  tokenBalanceUnits: baseUnits(),
  eligibleToVote: z.boolean(),
  eligibleForCandidacy: z.boolean(),
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
  summary: 'One citizen: your own profile whole, anybody else’s public fields.',
  access: 'anyone',
  input: z.strictObject({ uid: publicId() }),
  output: answer({ user: z.union([ownProfile, publicProfile]) }),
  errors: ['citizen_not_found'],
  example: { uid: exampleUid },
})

export const citizenCalls = [register, getUser] as const
