import { z } from 'zod'
import { actor, answer, claim, defineCall, instant, publicId } from '../definitions'
import {
  count,
  countsAsOf,
  exampleCandidate,
  position,
  reason,
  tierView,
  uncounted,
  userVotes,
  weight,
  weightTier,
} from './shared.contract'

const counted = z.object({
  id: publicId(),
  votes: weight(),
  supportersCount: count(),
  countsAsOf: countsAsOf(),
  uncounted: uncounted(),
})

const cast = defineCall({
  id: 'votes.cast',
  method: 'POST',
  unnamedInLog: true,
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
    candidates: z
      .array(counted)
      .describe(
        'The public counts of the candidates that this vote changed, with your own vote in them; none where your vote ' +
          'before this one is not in the public counts yet',
      ),
  }),
  errors: [
    'candidate_not_found',
    'candidate_withdrawn',
    'wrong_election',
    'election_not_open',
    'election_cancelled',
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
    voteWeight: weight().describe('What your vote weighs in this election; before the opening by the present balance'),
    votedAt: instant().nullable(),
    userVotes,
    eligibleToVote: z.boolean(),
    reasons: z.array(reason),
    weight: z.object({
      multiplier: weight(),
      tier: weightTier(),
      tierTitle: z.string(),
      onRoll: z.boolean().describe('False when no wallet of yours was on the roll at the opening'),
      balance: z.number().describe('$ON on the roll, for display; before the opening those that were last read'),
      balanceBaseUnits: z.string(),
      takenAt: instant().nullable(),
      lastKnown: z.boolean().describe('True when the chain did not answer in time and the last known balance counts'),
    }),
    now: instant(),
  }),
  errors: ['election_not_found', 'candidate_not_found'],
  example: {},
})

const why = defineCall({
  id: 'votes.weight',
  method: 'GET',
  summary:
    'Why your vote weighs what it weighs: the wallet and balance on the roll, the tier, and what the next one needs',
  access: 'citizen',
  input: z.strictObject({
    electionId: publicId().optional().describe('The open or next election unless said'),
    userId: actor(),
  }),
  output: answer({
    electionId: publicId().nullable(),
    startsAt: instant().nullable().describe('When the roll freezes'),
    frozen: z.boolean().describe('True from the opening on: nothing changes the weight any more'),
    because: z
      .enum(['on_roll', 'last_known', 'linked_later', 'wallet_used', 'no_wallet', 'roll_not_taken'])
      .describe(
        'on_roll: the balance on the roll decides; last_known: so it does, but the chain did not tell it in time; ' +
          'linked_later: your wallet was linked after the roll was read; wallet_used: your wallet counts for another ' +
          'citizen in this election; no_wallet: none is linked; roll_not_taken: the election has not opened, and the ' +
          'present balance is shown',
      ),
    wallet: z
      .object({ address: z.string(), short: z.string().describe('The first and last four characters') })
      .nullable()
      .describe('The wallet on the roll; before the opening the linked one'),
    balance: z.number().describe('In $ON, for display'),
    balanceBaseUnits: z.string(),
    slot: z.string().nullable().describe('The chain’s slot of the reading'),
    readAt: instant().nullable().describe('When the chain told this balance'),
    lastKnown: z.boolean(),
    tier: weightTier(),
    tierTitle: z.string(),
    multiplier: weight(),
    weightUnits: count().describe('The multiplier in tenths'),
    tiers: z.array(tierView).describe('All tiers, lightest first'),
    nextTier: tierView
      .extend({
        missing: z.number().describe('$ON that the balance lacks, for display'),
        missingBaseUnits: z.string(),
      })
      .nullable()
      .describe(
        'What more would weigh, at the next opening, of a wallet that is not on the roll by its present balance; null in the ' +
          'highest tier, and while that balance is not known',
      ),
    eligibleToVote: z.boolean(),
    reasons: z.array(reason.extend({ todo: z.string() })).describe('Why not, when not eligible'),
    now: instant(),
  }),
  errors: ['election_not_found'],
  example: {},
})

export const voteCalls = [cast, status, why] as const
