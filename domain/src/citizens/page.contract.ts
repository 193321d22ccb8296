import { z } from 'zod'
import { actor, answer, defineCall, instant, publicId } from '../definitions'
import { isPageNumber } from './page-number'
import { governmentRoles } from '../permissions'

const pageNumber = () => z.string().refine(isPageNumber)

/** In a public answer that names a citizen: where their public page is. */
export const shownPage = () =>
  pageNumber().nullable().describe('Number of their public page; null while it is not shown')

const office = z.object({
  office: z.enum(governmentRoles),
  title: z.string(),
  startedAt: instant(),
  endedAt: instant().nullable(),
})

const candidacy = z.object({
  candidateId: publicId(),
  electionId: publicId(),
  startsAt: instant(),
  positionTitle: z.string(),
  won: z.boolean().nullable().describe('null while the election runs'),
})

const stamp = z.object({ electionId: publicId(), startsAt: instant(), endsAt: instant() })

const getPage = defineCall({
  id: 'citizens.page',
  method: 'GET',
  summary:
    'A citizen’s public page by its number. One that is not shown, is unknown or is gone looks the same: not found.',
  access: 'anyone',
  input: z.strictObject({
    number: z
      .string()
      .trim()
      .max(12)
      .transform((text) => text.toUpperCase()),
  }),
  output: answer({
    page: z.object({
      number: pageNumber(),
      uid: publicId(),
      username: z.string(),
      twitterUsername: z.string(),
      profilePicture: z.string().nullable(),
      isAdministrator: z.boolean(),
      governmentRole: z.enum(governmentRoles).nullable(),
      joinedAt: instant(),
      offices: z.array(office).describe('At most 52, the newest first'),
      candidacies: z.array(candidacy).describe('At most 52, the newest first'),
      stamps: z
        .array(stamp)
        .describe('The last 52 elections that are counted, as far as the citizen voted in them; never for whom'),
    }),
  }),
  errors: ['citizen_not_found'],
  example: { number: '302A8057' },
  limit: { points: 60, seconds: 60, by: 'caller' },
})

const ownPage = defineCall({
  id: 'user.page',
  method: 'GET',
  summary: 'Whether your public page is shown, and under which number.',
  access: 'citizen',
  input: z.strictObject({ userId: actor() }),
  output: answer({ number: pageNumber().nullable().describe('null while it is not shown') }),
  errors: [],
  example: {},
})

const setPage = defineCall({
  id: 'user.set-page',
  method: 'POST',
  summary: 'Shows your public page to everybody, or no longer. It is not shown until you say so.',
  access: 'citizen',
  input: z.strictObject({ shown: z.boolean(), userId: actor() }),
  output: answer({ number: pageNumber().nullable().describe('null while it is not shown') }),
  errors: [],
  example: { shown: true },
  limit: { points: 30, seconds: 3600, by: 'caller' },
})

export const pageCalls = [getPage, ownPage, setPage] as const
