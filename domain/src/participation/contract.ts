import { z } from 'zod'
import { actor, answer, defineCall, instant, publicId } from '../contract/define'
import { own } from '../contract/own'

const count = () => z.number().int().min(0)

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
        openPositions: count().describe('Positions for which votes are taken now'),
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
          positionsToVote: count().describe('Open positions for which you have not voted'),
          pollsToVote: count().describe('Active polls on which you have not voted'),
          interviewsToAnswer: count().describe('Active interviews that you have not answered'),
        })
        .nullable()
        .describe('Null when nobody is signed in'),
    ),
    now: instant(),
  }),
  errors: [],
  example: {},
})

export const participationCalls = [overview] as const
