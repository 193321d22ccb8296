import { z } from 'zod'
import { actor, answer, claim, defineCall, instant, publicId } from '../contract/define'
import { count, exampleCandidate, position, reason, userVotes, weight } from './shared.contract'

const counted = z.object({ id: publicId(), votes: weight(), supportersCount: count() })

const cast = defineCall({
  id: 'votes.cast',
  method: 'POST',
  summary:
    'Vote for a candidate, or switch to them; the last choice counts until the phase closes. Voting for yourself is allowed',
  access: 'citizen',
  input: z.strictObject({
    candidateId: publicId(),
    electionId: publicId().optional().describe('When given, the candidate must stand in this election'),
    userId: actor(),
    walletAddress: claim(),
    voteWeight: claim(),
    voteTier: claim(),
    timestamp: claim(),
    electionTerm: claim(),
  }),
  output: answer({
    electionId: publicId(),
    position: position(),
    candidateId: publicId(),
    hasVoted: z.literal(true),
    voteWeight: weight(),
    votedAt: instant(),
    switched: z.boolean().describe('True when this vote left another candidate'),
    repeated: z.boolean().describe('True when it was already your vote: nothing changed'),
    previousCandidateId: publicId().nullable(),
    candidates: z.array(counted).describe('The counts of the candidates that this vote changed'),
  }),
  errors: [
    'candidate_not_found',
    'candidate_withdrawn',
    'wrong_election',
    'election_not_open',
    'phase_not_open',
    'phase_closed',
    'voting_not_eligible',
  ],
  example: { candidateId: exampleCandidate },
})

const status = defineCall({
  id: 'votes.status',
  method: 'GET',
  summary: 'Your current votes, your weight, and whether you may vote',
  access: 'citizen',
  input: z.strictObject({
    electionId: publicId().optional(),
    position: position().optional().describe('hasVoted is then about this position'),
    candidateId: publicId().optional().describe('hasVoted is then about this candidate’s position'),
    userId: actor(),
  }),
  output: answer({
    electionId: publicId().nullable(),
    hasVoted: z.boolean(),
    voteWeight: weight().describe('What your vote weighs in this election'),
    votedAt: instant().nullable(),
    userVotes,
    eligibleToVote: z.boolean(),
    reasons: z.array(reason),
    weight: z.object({
      multiplier: weight(),
      tier: z.enum(['base', 'holder', 'major', 'whale']),
      tierTitle: z.string(),
      onRoll: z.boolean().describe('False when no wallet of yours was on the roll at the opening'),
      balance: z.number().describe('$ON on the roll, for display'),
      balanceBaseUnits: z.string(),
      takenAt: instant().nullable(),
      lastKnown: z.boolean().describe('True when the chain did not answer in time and the last known balance counts'),
    }),
    now: instant(),
  }),
  errors: ['election_not_found', 'candidate_not_found'],
  example: {},
})

export const voteCalls = [cast, status] as const
