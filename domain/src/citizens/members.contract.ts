import { z } from 'zod'
import { actor, answer, claim, defineCall, instant, publicId, queryInteger } from '../definitions'
import { governmentRoles } from '../permissions'

const exampleUid = '01890a5d-ac96-774b-bcce-b302099a8057'

/** A citizen in a list (requirements 2.3). */
export const member = z.object({
  id: publicId(),
  username: z.string(),
  twitterUsername: z.string(),
  profilePicture: z.string().nullable(),
  role: z.enum(['admin', 'government', 'citizen']).describe('The label of a member'),
  governmentRole: z.enum(governmentRoles).nullable(),
  joinedAt: instant(),
})

const search = () =>
  z.string().trim().max(80).optional().describe('Beginnings of words of the name or the handle, each of them')
const userFilter = () => z.enum(['all', 'admins', 'moderators', 'government']).default('all')
const cursor = () => z.string().max(200).optional()

const getAll = defineCall({
  id: 'members.get-all',
  method: 'GET',
  summary: 'Members of the nation: the newest first, or those whom a search finds.',
  access: 'anyone',
  input: z.strictObject({
    search: search(),
    vacant: z.enum(['true']).optional().describe('Only members without a government role'),
    cursor: cursor(),
    limit: queryInteger(1, 200).default(50),
  }),
  output: answer({
    members: z.array(member),
    nextCursor: z.string().nullable().describe('Of a search: the page may be short and still not be the last'),
  }),
  errors: [],
  example: { search: 'ada', limit: 20 },
  limit: { points: 240, seconds: 60, by: 'caller' },
})

const newest = defineCall({
  id: 'citizens.newest',
  method: 'GET',
  path: '/api/citizens',
  summary: 'How many citizens there are, and who joined last.',
  access: 'anyone',
  input: z.strictObject({ limit: queryInteger(1, 50).default(12) }),
  output: answer({ totalCitizens: z.number().int(), citizens: z.array(member) }),
  errors: [],
  example: {},
})

const updateRole = defineCall({
  id: 'members.update-role',
  method: 'POST',
  summary: 'Appoints a member to a vacant office, or removes them from theirs.',
  access: 'citizen',
  panelToo: true,
  input: z.strictObject({
    userId: publicId().describe('The member'),
    role: z.enum(['government', 'citizen']).optional().describe('Older clients: says no more than governmentRole'),
    governmentRole: z.enum([...governmentRoles, 'citizen']).describe("The office, or 'citizen' to remove"),
    fromOffice: z
      .enum(governmentRoles)
      .optional()
      .describe('Of a removal: the office that the caller saw them in; another one is refused'),
    adminId: actor(),
    isAdmin: claim(),
  }),
  output: answer({ member }),
  errors: [
    'president_only',
    'admin_only',
    'self_appointment',
    'citizen_not_found',
    'office_taken',
    'already_official',
    'no_office',
    'other_office',
    'seats_changing',
  ],
  example: { userId: exampleUid, role: 'government', governmentRole: 'justiceMinister' },
})

/** A citizen as the administration sees them. */
export const managedUser = member.extend({
  uid: publicId(),
  twitterFollowers: z.number().int(),
  twitterVerified: z.boolean(),
  isAdmin: z.boolean(),
  isSuperAdmin: z.boolean(),
  isModerator: z.boolean(),
  isCandidate: z.boolean(),
  walletAddress: z.string().nullable(),
  tokenBalance: z.number().describe('In $ON, for display'),
  tokenBalanceUnits: z.string().describe('The same in base units'),
  lastActive: instant().nullable(),
})

const users = defineCall({
  id: 'admin.users',
  method: 'GET',
  summary: 'Citizens as the administration sees them: the newest first, or those whom a search finds.',
  access: 'panel',
  input: z.strictObject({
    search: search(),
    filter: userFilter(),
    cursor: cursor(),
    limit: queryInteger(1, 200).default(50),
    adminId: actor(),
  }),
  output: answer({
    users: z.array(managedUser),
    total: z.number().int().describe('How many match, on all pages'),
    totalIsMinimum: z.boolean().describe('A search that finds very many: there are more than `total`'),
    nextCursor: z.string().nullable(),
  }),
  errors: [],
  example: { filter: 'admins', limit: 20 },
})

const exportUsers = defineCall({
  id: 'admin.export-users',
  method: 'GET',
  summary:
    'All citizens, or those of a filter or a search, as CSV; sent as they are read. That it was taken out is an entry of the audit.',
  access: 'panel',
  input: z.strictObject({ search: search(), filter: userFilter() }),
  output: z.string(),
  errors: [],
  example: { filter: 'government' },
  kind: 'document',
  limit: { points: 20, seconds: 60, by: 'caller' },
})

const updateAdmin = defineCall({
  id: 'admin.update-role',
  method: 'POST',
  summary: 'Makes a citizen an administrator or a moderator, or takes that away.',
  access: 'panel',
  input: z
    .strictObject({
      userId: publicId(),
      isAdmin: z.boolean().optional(),
      isModerator: z.boolean().optional(),
      adminId: actor(),
    })
    .refine((it) => it.isAdmin !== undefined || it.isModerator !== undefined, 'Say what changes.'),
  output: answer({ user: managedUser }),
  errors: ['citizen_not_found', 'last_administrator'],
  example: { userId: exampleUid, isAdmin: true },
})

export const memberCalls = [getAll, newest, updateRole, users, exportUsers, updateAdmin] as const
