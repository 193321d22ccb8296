import { z } from 'zod'
import { governmentRoles } from '../permissions'
import { actor, answer, defineCall, instant, publicId, own } from '../definitions'

const count = () => z.number().int().min(0)

/** What the overview tells its reader alone. */
const you = z.object({
  role: z.string().describe("'Admin', the office's title, or 'Member'"),
  office: z
    .object({
      office: z.enum(governmentRoles),
      title: z.string(),
      since: instant(),
      until: instant().nullable().describe('When the next government is seated; null while no election is planned'),
      salary: z
        .object({
          amount: z.number().describe('US dollars for a whole cycle, for showing'),
          amountCents: z.string().describe('Whole cents: this is the amount'),
          dueAt: instant().nullable().describe('Null while no payment is scheduled'),
        })
        .nullable()
        .describe('Null where the office is not paid'),
    })
    .nullable(),
  chatMessages: count().describe('Messages in the admin chat, which Communication shows'),
  interviews: z
    .array(
      z.object({
        id: publicId(),
        title: z.string(),
        responses: count(),
        newestAt: instant().nullable().describe('When the last response came in'),
      }),
    )
    .nullable()
    .describe('Active interviews, the one with the newest response first; null for callers who may not read responses'),
})

export const overview = defineCall({
  id: 'government.overview',
  method: 'GET',
  summary: 'What the dashboard opens with: cabinet, polls, the week, and what concerns the reader who is in office.',
  access: 'anyone',
  input: z.strictObject({ userId: actor() }),
  output: answer({
    cabinet: z.object({ filled: count(), seats: count() }),
    activePolls: count(),
    activeInterviews: count(),
    closingPolls: z
      .array(z.object({ id: publicId(), question: z.string(), closesAt: instant() }))
      .describe('The active polls that close next'),
    week: z
      .object({ electionId: publicId(), startsAt: instant(), phaseTwoAt: instant(), endsAt: instant() })
      .nullable()
      .describe('The open election, or else the next one'),
    nextPayment: instant().nullable(),
    you: own(you.nullable().describe('Null for callers who neither hold an office nor administer')),
    now: instant(),
  }),
  errors: [],
  example: {},
})
