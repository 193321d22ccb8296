import { z } from 'zod'
import { governmentRoles } from '../citizens/permissions'
import { answer, defineCall, instant, publicId } from '../contract/define'

/** A seated member of the government (spec document 1 section 3), with the term they serve. */
export const governmentMember = z.object({
  id: publicId(),
  uid: publicId(),
  userId: publicId(),
  username: z.string(),
  governmentRole: z.enum(governmentRoles),
  twitterUsername: z.string(),
  twitterFollowers: z.number().int(),
  profilePicture: z.string().nullable(),
  term: z.object({
    startedAt: instant(),
    how: z.enum(['elected', 'appointed']),
    electionId: publicId().nullable(),
    candidateId: publicId().nullable(),
    votes: z.number().nullable().describe('Weighted votes, one decimal; null when appointed'),
    supportersCount: z.number().int().nullable(),
    rule: z.string().nullable().describe('The rule that decided the seat'),
  }),
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

export const governmentCalls = [getGovernment] as const
