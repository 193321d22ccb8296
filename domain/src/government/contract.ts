import { z } from 'zod'
import { governmentRoles } from '../citizens/permissions'
import { answer, defineCall, instant, publicId } from '../contract/define'

/** How a seat was come by, and when. */
const seatTerm = z.object({
  startedAt: instant(),
  how: z.enum(['elected', 'appointed']),
  electionId: publicId().nullable(),
  candidateId: publicId().nullable(),
  votes: z.number().nullable().describe('Weighted votes, one decimal; null when appointed'),
  supportersCount: z.number().int().nullable(),
  rule: z.string().nullable().describe('The rule that decided the seat'),
})

/** A seated member of the government (requirements 1.3), with the term they serve. */
export const governmentMember = z.object({
  id: publicId(),
  uid: publicId(),
  userId: publicId(),
  username: z.string(),
  governmentRole: z.enum(governmentRoles),
  twitterUsername: z.string(),
  twitterFollowers: z.number().int(),
  profilePicture: z.string().nullable(),
  term: seatTerm,
})

export const getGovernment = defineCall({
  id: 'members.get-government',
  method: 'GET',
  summary: 'The seated government.',
  access: 'anyone',
  input: z.strictObject({}),
  output: answer({ members: z.array(governmentMember), totalCitizens: z.number().int() }),
  errors: [],
  example: {},
})

/** A term on record: the office, how long, how it was won and against whom. */
const termOnRecord = seatTerm.extend({
  office: z.enum(governmentRoles),
  title: z.string().describe('What the office is called'),
  endedAt: instant().nullable().describe('Null while it lasts'),
  share: z
    .number()
    .nullable()
    .describe('Share of the weight that was cast for the office, in percent with one decimal'),
  contenders: z.number().int().nullable().describe('How many stood for the office to the end'),
  appointedBy: z.string().nullable().describe('Name of whoever appointed them'),
})

/** What the official promised when they stood for the seat. */
const mandate = z.object({
  candidateId: publicId(),
  displayName: z.string(),
  title: z.string().nullable(),
  campaignSlogan: z.string(),
  bannerImage: z.string().nullable(),
  vision: z.string(),
  policies: z.string().nullable(),
  bio: z.string(),
  experience: z.string().nullable(),
  qualifications: z.string().nullable(),
  goals: z.array(z.string()),
  promises: z.array(z.string()),
})

export const getOfficial = defineCall({
  id: 'members.get-official',
  method: 'GET',
  summary:
    'One official, seated or former: their terms, and the campaign that won them the latest (public fields only).',
  access: 'anyone',
  input: z.strictObject({ id: publicId() }),
  output: answer({
    official: governmentMember.omit({ term: true, governmentRole: true }).extend({
      governmentRole: z.enum(governmentRoles).nullable().describe('Null for a former official'),
      twitterVerified: z.boolean(),
      status: z.enum(['ACTIVE', 'FORMER']),
      position: z.string().describe('Title of the office of the latest term'),
      joinedAt: instant(),
      term: termOnRecord.describe('The term they serve, or served last'),
      earlierTerms: z.array(termOnRecord).describe('The newest first'),
      campaign: mandate.nullable().describe('Null when the latest term is an appointment'),
    }),
  }),
  errors: ['official_not_found'],
  example: { id: '01890a5d-ac96-774b-bcce-b302099a8057' },
})

export const governmentCalls = [getGovernment, getOfficial] as const
