import { z } from 'zod'
import { answer, defineCall, instant, line, publicId, queryInteger } from '../definitions'
import { cancelReasonLength } from './constants'
import { rollMethods } from './roll'
import {
  count,
  countsAsOf,
  decidingRule,
  exampleElection,
  position,
  share,
  tierView,
  turnout,
  weight,
} from './shared.contract'

const attachmentRequirement = z.object({
  label: z.string(),
  type: z.enum(['gallery', 'stats', 'other']),
  description: z.string(),
  required: z.boolean(),
  maxFiles: count(),
  acceptedTypes: z.array(z.string()),
})

const positionView = z.object({
  id: position(),
  role: z.string().describe('The governmentRole that the winner takes (camelCase)'),
  title: z.string(),
  description: z.string(),
  phase: z.enum(['phase_one', 'phase_two']),
  order: count(),
  maxCandidates: count(),
  tokenRequirement: count().describe('Whole $ON that a candidacy needs'),
  attachments: z.array(attachmentRequirement),
  candidateCount: count(),
  opensAt: instant(),
  closesAt: instant(),
  votingOpen: z.boolean(),
  candidaciesOpen: z.boolean(),
})

const electionSummary = z.object({
  id: publicId(),
  isActive: z.boolean(),
  startDate: instant(),
  endDate: instant(),
  startsAt: instant(),
  phaseTwoAt: instant(),
  endsAt: instant(),
  phase: z
    .enum(['phase_one', 'phase_two', 'completed'])
    .nullable()
    .describe('Before the opening the phase that comes first; null when the election was cancelled'),
  status: z
    .enum(['upcoming', 'active', 'past', 'cancelled'])
    .describe('By the dates; cancelled when it was taken out of the calendar before it opened'),
  resultsReady: z.boolean().describe('True once the votes were counted and the government was seated'),
  totalCandidates: count(),
  turnout: turnout().nullable().describe('Null until the votes were counted'),
  createdBy: publicId().nullable().describe('Null when the nation opened it by itself'),
  cancelled: z
    .object({ at: instant(), reason: z.string() })
    .nullable()
    .describe(
      'When and why it was taken out of the calendar before it opened; only the list of cancelled ones has it then',
    ),
})

const electionView = electionSummary.extend({
  nextInstant: instant().nullable().describe('When the next thing happens: opening, phase two, or the end'),
  turnoutSoFar: turnout()
    .extend({ asOf: countsAsOf() })
    .nullable()
    .describe('While voting is open: citizens with a vote that counts; changes together with the public counts'),
  positions: z.array(positionView),
})

export type ElectionView = z.output<typeof electionView>

const resultCandidate = z.object({
  id: publicId(),
  userId: publicId(),
  displayName: z.string(),
  username: z.string(),
  twitterHandle: z.string().describe('Verified by X: the name is chosen, the handle is not'),
  profilePicture: z.string().nullable(),
  votes: weight(),
  weightUnits: count().describe('The same in tenths: what is counted'),
  supportersCount: count(),
  share: share('weight'),
  supportersShare: share('voters'),
  stood: count().describe('Their order by when they stood, from 1: where all else is level, the earlier one wins'),
  rank: count().describe('By the rules that decide: 1 is elected'),
  winner: z.boolean().describe('Elected; before the count: leads'),
})

const positionResult = z.object({
  position: position(),
  title: z.string(),
  role: z.string(),
  phase: z.enum(['phase_one', 'phase_two']),
  winner: resultCandidate
    .nullable()
    .describe(
      'Who was elected; before the count who leads. Null where nobody stands, and before the count without a vote',
    ),
  rule: decidingRule(),
  candidates: z.array(resultCandidate),
  removed: z
    .array(z.object({ id: publicId(), displayName: z.string(), twitterHandle: z.string() }))
    .describe('Candidates whom an administrator removed: votes for them do not count'),
  totalVotes: weight(),
  weightUnits: count().describe('The same in tenths'),
  voters: count(),
  tiers: z
    .array(tierView.extend({ voters: count(), votes: weight(), weightUnits: count() }))
    .nullable()
    .describe('Who voted, by what their votes weigh, lightest first; null until the votes were counted'),
})

export type PositionResult = z.output<typeof positionResult>

const current = defineCall({
  id: 'elections.current',
  method: 'GET',
  summary: 'The open election, or the next one',
  access: 'anyone',
  input: z.strictObject({}),
  output: answer({
    election: electionView.nullable(),
    nextOpening: instant()
      .optional()
      .describe('When the next election opens, planned or automatically. Answers of before 2026-12 do not say'),
    now: instant(),
  }),
  errors: [],
  example: {},
})

const list = defineCall({
  id: 'elections.list',
  method: 'GET',
  summary: 'Elections: upcoming, active, past; cancelled ones when asked for by that status',
  access: 'anyone',
  input: z.strictObject({
    status: z.enum(['all', 'upcoming', 'active', 'past', 'cancelled']).default('all'),
    cursor: z.string().max(200).optional(),
    limit: queryInteger(1, 100).default(20),
  }),
  output: answer({ elections: z.array(electionSummary), nextCursor: z.string().nullable(), now: instant() }),
  errors: [],
  example: { status: 'past', limit: 20 },
})

const get = defineCall({
  id: 'elections.get',
  method: 'GET',
  summary: 'One election with its positions',
  access: 'anyone',
  input: z.strictObject({ electionId: publicId() }),
  output: answer({ election: electionView, now: instant() }),
  errors: ['election_not_found'],
  example: { electionId: exampleElection },
})

export const results = defineCall({
  id: 'elections.results',
  method: 'GET',
  summary: 'Who won each position, by how much, and by which rule',
  access: 'anyone',
  input: z.strictObject({ electionId: publicId().optional() }),
  output: answer({
    election: electionSummary,
    final: z.boolean().describe('False while the counting goes on: then these are standings'),
    turnout: turnout().nullable().describe('Null until the votes were counted'),
    roll: z
      .object({
        wallets: count(),
        lastKnown: count().describe('Those of them whose balance is the last known one'),
        method: z
          .enum(rollMethods)
          .nullable()
          .describe(
            'by_mint: all accounts of the token in one slot; by_wallet: wallet by wallet; last_known: the chain did not answer in time',
          ),
        slot: z.string().nullable().describe('The chain’s slot, where all balances are of one'),
      })
      .nullable()
      .describe('How many wallets are on the roll and how they were read; null before the opening'),
    results: z.array(positionResult),
    now: instant(),
  }),
  errors: ['election_not_found'],
  example: {},
})

const create = defineCall({
  id: 'elections.create',
  method: 'POST',
  summary: 'Plan an election on dates of its own (president and admins)',
  access: { can: 'elections.create' },
  input: z.strictObject({
    startsAt: instant(),
    endsAt: instant(),
    phaseTwoAt: instant().optional().describe('When the ministries open; the middle unless said'),
  }),
  output: answer({ election: electionView, now: instant() }),
  errors: ['forbidden', 'election_dates_invalid', 'election_overlaps'],
  otherNames: { startsAt: ['startDate'], endsAt: ['endDate'] },
  example: { startsAt: 1_769_385_600_000, endsAt: 1_769_990_400_000 },
})

const cancel = defineCall({
  id: 'elections.cancel',
  method: 'POST',
  summary: 'Take a planned election out of the calendar before it opens (admins any, a president their own)',
  access: { can: 'elections.create' },
  input: z.strictObject({
    electionId: publicId(),
    reason: line(cancelReasonLength).describe('Why: everybody reads it'),
  }),
  output: answer({
    election: electionSummary,
    candidacies: count().describe('Candidacies that ended with it; their citizens may stand again'),
    now: instant(),
  }),
  errors: ['forbidden', 'election_not_found', 'election_not_yours', 'election_opened', 'election_cancelled'],
  example: { electionId: exampleElection, reason: 'The dates were mistaken.' },
})

export const electionOnlyCalls = [current, list, get, results, create, cancel] as const
