import { z } from 'zod'
import { governmentRoles, messengerGroups } from '../permissions'
import { actor, answer, defineCall, instant, publicId, own } from '../definitions'
import { cents, usd } from '../bank/contract'
import { positionIds } from '../elections'
import { count, position, weight } from '../elections/contract'
import { jobNames } from '../work'
import { dayLimits } from './limits'

const overview = defineCall({
  id: 'participation.overview',
  method: 'GET',
  summary: 'What is open at the moment, and what of it you have yet to do.',
  access: 'anyone',
  input: z.strictObject({ userId: actor() }),
  output: answer({
    election: z
      .object({
        id: publicId(),
        endsAt: instant(),
        openPositions: count().describe('Positions for which votes are taken now and somebody stands'),
        closesAt: instant().describe('When voting for them closes'),
      })
      .nullable()
      .describe('The open election'),
    activePolls: count(),
    activeInterviews: count(),
    you: own(
      z
        .object({
          eligibleToVote: z.boolean(),
          positionsToVote: count().describe('Those of them for which you have not voted'),
          pollsToVote: count().describe('Active polls on which you have not voted'),
          interviewsToAnswer: count().describe('Active interviews that you have not answered'),
        })
        .nullable()
        .describe('Null for visitors'),
    ),
    now: instant(),
  }),
  errors: [],
  example: {},
})

/** How many things of a kind wait, and the first of them. */
const some = <Thing extends z.ZodType>(thing: Thing) =>
  z.object({ total: count(), first: z.array(thing).max(dayLimits.named) })

const day = defineCall({
  id: 'participation.day',
  method: 'GET',
  summary:
    'What waits for you: what is open for you to vote on, to answer, to do and to read; and how your candidacy stands.',
  access: 'citizen',
  input: z.strictObject({ userId: actor() }),
  output: answer({
    eligibleToVote: z.boolean(),
    votes: z
      .object({
        electionId: publicId(),
        open: count().describe('Offices for which votes are taken now and a candidate stands'),
        positions: z.array(position()).describe('Those of them for which you have not voted'),
        closesAt: instant().describe('When voting for them closes'),
      })
      .nullable()
      .describe('Null while no election takes votes, and for those who may not vote'),
    polls: some(z.object({ id: publicId(), question: z.string(), closesAt: instant().nullable() })).describe(
      'Active polls on which you have not voted, the first to close first; none for those who may not vote',
    ),
    interviews: some(z.object({ id: publicId(), title: z.string() })).describe(
      'Active interviews that you have not answered, the newest first',
    ),
    tasks: some(z.object({ id: publicId(), title: z.string(), dueDate: instant().nullable(), overdue: z.boolean() }))
      .nullable()
      .describe(
        'Open tasks of your office, or of all officials, that you neither gave nor answered; null without an office',
      ),
    conversations: some(z.object({ id: publicId(), username: z.string(), unread: count() })).describe(
      `Of your ${dayLimits.conversations} latest direct conversations those with something new, the latest first`,
    ),
    mentions: z
      .array(z.object({ group: z.enum(messengerGroups), count: count() }))
      .describe('Groups in which unread messages mention you'),
    candidacy: z
      .object({
        id: publicId(),
        position: position(),
        rank: z.number().int().min(1).describe('By the public counts'),
        level: z.boolean().describe('Whether another candidate has as many votes of as many voters'),
        candidates: count().describe('How many stand for the office, with you'),
        votes: weight(),
        supportersCount: count(),
        opensAt: instant().describe('When voting for the office opens'),
        closesAt: instant(),
        endsAt: instant().describe('When the election ends, and the seats change'),
      })
      .nullable()
      .describe('How you stand in an election that is not over'),
    outcome: z
      .object({
        electionId: publicId(),
        endedAt: instant(),
        votes: z
          .number()
          .int()
          .min(1)
          .max(positionIds.length)
          .describe('For how many offices you voted for a candidate who stood to the end'),
        won: count().max(positionIds.length).describe('How many of them won'),
      })
      .nullable()
      .describe(
        'How your votes went in the election that was seated within the last week; null without a vote of yours',
      ),
    vacancies: z
      .array(z.enum(governmentRoles))
      .nullable()
      .describe(
        'Offices that are vacant and that you may fill, those that are only appointed while they are paid; null for callers who cannot appoint',
      ),
    reports: count()
      .max(dayLimits.reports)
      .nullable()
      .describe(`Reports to look at, at most ${dayLimits.reports}; null for those who do not moderate`),
    bank: z
      .object({
        payday: instant()
          .nullable()
          .describe('When the cycle was due that is not processed yet; null while none is due'),
        salaries: count().describe('Salaries that are recorded and not marked as paid'),
        lacks: usd().describe(
          'What the treasury lacks for what is recorded and for the next cycle; 0 when it covers both',
        ),
        lacksCents: cents(),
        dueAt: instant().nullable().describe('When the running cycle is due'),
      })
      .nullable()
      .describe('What the bank waits for; null for those who do not manage it'),
    work: z
      .object({
        failing: z.array(z.enum(jobNames)).describe('Timed jobs whose last run failed'),
        stuck: count()
          .max(dayLimits.stuck)
          .describe(`Work that failed too often to be tried again by itself, at most ${dayLimits.stuck}`),
      })
      .nullable()
      .describe('Work of the nation that needs a person; null for those who are no administrators'),
    now: instant(),
  }),
  errors: [],
  example: {},
})

export const participationCalls = [overview, day] as const
