import { z } from 'zod'
import { termEnds } from '../citizens'
import { shownPage } from '../citizens/contract'
import { governmentRoles } from '../permissions'
import { actor, answer, defineCall, instant, publicId, queryInteger } from '../definitions'
import { overview } from './overview.contract'
import { promiseCalls } from './promises.contract'

/** How a seat was come by, and when. */
const seatTerm = z.object({
  startedAt: instant(),
  how: z.enum(['elected', 'appointed']),
  electionId: publicId().nullable(),
  candidateId: publicId().nullable(),
  votes: z.number().nullable().describe('Weighted votes, one decimal; null when appointed'),
  supportersCount: z.number().int().nullable(),
  rule: z.string().nullable().describe('The rule that decided the seat'),
  appointedBy: z.string().nullable().describe('Name of the citizen who appointed them'),
})

/** How a term ended. */
const termEnding = {
  endedAt: instant().nullable().describe('Null while it lasts'),
  endedHow: z.enum(termEnds).nullable().describe('Null while it lasts'),
  endedBy: z.string().nullable().describe('Name of the citizen who removed them'),
}

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
  pageNumber: shownPage(),
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
  ...termEnding,
  share: z
    .number()
    .nullable()
    .describe('Share of the weight that was cast for the office, in percent with one decimal'),
  contenders: z.number().int().nullable().describe('How many stood for the office to the end'),
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

const office = defineCall({
  id: 'government.office',
  method: 'GET',
  summary: 'One office and everybody who held it, the newest term first.',
  access: 'anyone',
  input: z.strictObject({
    office: z.enum(governmentRoles),
    limit: queryInteger(1, 52).default(20),
    cursor: z.string().max(200).optional().describe('`nextCursor` of the page before'),
  }),
  output: answer({
    office: z.enum(governmentRoles),
    title: z.string(),
    elected: z.boolean().describe('Whether citizens elect its holder; otherwise it is filled by appointment alone'),
    vacantSince: instant()
      .nullable()
      .describe('When its last term ended; null while it is held, or before the first term'),
    terms: z.array(
      seatTerm.extend({
        ...termEnding,
        userId: publicId(),
        username: z.string(),
        twitterUsername: z.string(),
        profilePicture: z.string().nullable(),
        pageNumber: shownPage(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  errors: [],
  example: { office: 'secretary' },
})

const resign = defineCall({
  id: 'government.resign',
  method: 'POST',
  summary:
    'Resigns from the office that the caller holds. The seat is vacant at once; the salary is for the time served.',
  access: 'citizen',
  input: z.strictObject({
    office: z.enum(governmentRoles).describe('The office that the caller holds'),
    userId: actor(),
  }),
  output: answer({ message: z.string(), office: z.enum(governmentRoles), endedAt: instant() }),
  errors: ['not_in_office', 'seats_changing'],
  example: { office: 'financeMinister' },
})

const myTerm = defineCall({
  id: 'government.my-term',
  method: 'GET',
  summary: "The caller's latest term in an office: the one they serve, or how the last one ended.",
  access: 'citizen',
  input: z.strictObject({ userId: actor() }),
  output: answer({
    term: z
      .object({
        office: z.enum(governmentRoles),
        title: z.string(),
        startedAt: instant(),
        how: z.enum(['elected', 'appointed']),
        appointedBy: z.string().nullable().describe('Name of the citizen who appointed them'),
        ...termEnding,
      })
      .nullable()
      .describe('Null for citizens who never held an office'),
  }),
  errors: [],
  example: {},
})

export const governmentCalls = [getGovernment, getOfficial, office, resign, myTerm, overview, ...promiseCalls] as const
