import { z } from 'zod'
import { shownPage } from '../citizens/contract'
import { governmentRoles } from '../permissions'
import { answer, defineCall, instant, publicId, queryInteger } from '../definitions'
import { count, decidingRule, exampleElection, turnout, weight } from './shared.contract'

/** Who held an office in a government, and how they came by it. */
const seat = z.object({
  office: z.enum(governmentRoles),
  title: z.string().describe('What the office is called'),
  citizenId: publicId(),
  username: z.string(),
  twitterUsername: z.string(),
  profilePicture: z.string().nullable(),
  pageNumber: shownPage(),
  how: z.enum(['elected', 'appointed']),
  candidateId: publicId().nullable().describe('Null when appointed'),
  votes: weight().nullable().describe('Null when appointed'),
  supportersCount: count().nullable(),
  rule: decidingRule().nullable(),
  startedAt: instant(),
  endedAt: instant().nullable().describe('Null while the term lasts'),
})

/** A cabinet from one change of all seats to the next. */
const government = z.object({
  number: count().describe('1 is the first government of the nation'),
  electionId: publicId().describe('The election that seated it'),
  electionStartedAt: instant().describe('When the election that seated it began'),
  startedAt: instant(),
  endedAt: instant().nullable().describe('Null for the government that holds office'),
  turnout: turnout().nullable(),
  candidates: count().describe('How many stood in the election that seated it'),
  seats: z.array(seat).describe('By office, president first; who came later into the same office stands behind'),
  vacant: z.array(z.enum(governmentRoles)).describe('Elected offices that no citizen held in this government'),
})

export type Government = z.output<typeof government>

const governments = defineCall({
  id: 'elections.governments',
  method: 'GET',
  summary: 'Every government that was elected, the one in office first',
  access: 'anyone',
  input: z.strictObject({ cursor: z.string().max(200).optional(), limit: queryInteger(1, 50).default(10) }),
  output: answer({ governments: z.array(government), nextCursor: z.string().nullable(), now: instant() }),
  errors: [],
  example: { limit: 10 },
})

const exportResults = defineCall({
  id: 'elections.export',
  method: 'GET',
  kind: 'document',
  summary: 'The results of an election as a file: the figures of elections.results, as CSV or JSON',
  access: 'anyone',
  input: z.strictObject({ electionId: publicId(), format: z.enum(['csv', 'json']).default('csv') }),
  output: z.unknown(),
  errors: ['election_not_found'],
  example: { electionId: exampleElection, format: 'csv' },
  limit: { points: 60, seconds: 60, by: 'caller' },
})

export const historyCalls = [governments, exportResults] as const
