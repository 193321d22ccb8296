import { z } from 'zod'
import { instant, publicId } from '../definitions'
import { positionIds } from './positions'

export const exampleElection = '01890a5d-ac96-774b-bcce-b302099a8057'
export const exampleCandidate = '01890a5d-ac96-774b-bcce-b302099a8058'

export const position = () => z.enum(positionIds).describe('Election position (snake_case)')

/** A weighted count: one decimal at most (1.0, 1.2, 1.5 and 2.0 add up to tenths). */
export const weight = () => z.number().min(0).describe('Weighted votes, one decimal')

export const count = () => z.number().int().min(0)

/** While voting is open, public counts change for all candidates together, once in five seconds. */
export const countsAsOf = () => instant().describe('Votes that were cast before this instant are in the counts')

/** One's own vote shows at once. */
export const uncounted = () =>
  z
    .object({
      votes: z.number().describe('Weighted, with one decimal; less than 0 for a candidate whom you left'),
      supportersCount: z.number().int(),
      votedAt: instant(),
    })
    .nullable()
    .describe('What votes and supportersCount show of your own vote beyond the public counts; null when nothing')

/** One current vote of the caller. */
export const ownVote = z.object({ candidateId: publicId(), voteWeight: weight(), votedAt: instant() })

/** The caller's current votes by position: a list of at most one each (requirements 1.3). */
export const userVotes = z.partialRecord(z.enum(positionIds), z.array(ownVote))

/** A reason for a person, with a code for programs. */
export const reason = z.object({ code: z.string(), message: z.string(), until: instant().optional() })

/** A candidate's share of a position's weight or of its voters. */
export const share = (of: 'weight' | 'voters') =>
  z
    .number()
    .min(0)
    .max(100)
    .describe(`Share of the position’s ${of}, in percent with one decimal; those of a position add up to 100`)

/** How many of those who might have voted did. */
export const turnout = () =>
  z.object({ voters: count(), eligible: count(), percent: z.number().describe('With one decimal') })

export const decidingRule = () =>
  z
    .enum(['weight', 'voters', 'earlier', 'unopposed', 'vacant'])
    .describe('weight; then voters; then the earlier candidacy; or the only candidate; or no candidate at all')

export const weightTier = () => z.enum(['base', 'holder', 'major', 'whale'])

/** A tier of vote weights (requirements 1.6). */
export const tierView = z.object({
  tier: weightTier(),
  title: z.string(),
  multiplier: weight(),
  from: z.number().describe('The lowest balance of the tier, in whole $ON'),
})
