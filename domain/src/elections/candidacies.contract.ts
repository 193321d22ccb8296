import { z } from 'zod'
import { actor, answer, defineCall, instant, publicId, queryInteger, own } from '../definitions'
import { candidateView } from './candidates.contract'
import { count, decidingRule, exampleCandidate, position, share, weight } from './shared.contract'

/** A candidacy that is history, and how it ended. */
const pastCandidacy = z.object({
  candidateId: publicId(),
  electionId: publicId(),
  startsAt: instant(),
  endsAt: instant(),
  position: position(),
  positionTitle: z.string(),
  displayName: z.string(),
  campaignSlogan: z.string(),
  profilePicture: z.string().nullable(),
  bannerImage: z.string().nullable(),
  votes: weight(),
  supportersCount: count(),
  share: share('weight'),
  rank: count(),
  candidates: count().describe('How many stood for the position to the end'),
  won: z.boolean(),
  rule: decidingRule().describe('The rule that decided the position'),
  may: own(z.object({ runAgain: z.boolean() })),
})

export type PastCandidacy = z.output<typeof pastCandidacy>

const past = defineCall({
  id: 'candidates.past',
  method: 'GET',
  summary: 'A citizen’s candidacies in elections that were counted, with their results, the newest first',
  access: 'anyone',
  input: z.strictObject({
    citizenId: publicId().describe('Whose candidacies'),
    cursor: z.string().max(200).optional(),
    limit: queryInteger(1, 50).default(10),
  }),
  output: answer({
    candidacies: z.array(pastCandidacy),
    total: count().describe('How many there are, on all pages'),
    wins: count(),
    nextCursor: z.string().nullable(),
    now: instant(),
  }),
  errors: [],
  example: { citizenId: '01890a5d-ac96-774b-bcce-b302099a8057', limit: 10 },
})

const runAgain = defineCall({
  id: 'candidates.run-again',
  method: 'POST',
  summary: 'Stand again with the texts, pictures and files of an earlier candidacy of yours; votes begin at zero',
  access: 'citizen',
  input: z.strictObject({
    candidateId: publicId().describe('The earlier candidacy'),
    position: position().optional().describe('The same position unless said'),
    electionId: publicId().optional().describe('The open or next election unless said'),
    userId: actor(),
  }),
  output: answer({ candidate: candidateView, candidateId: publicId().describe('The new candidacy') }),
  errors: [
    'candidate_not_found',
    'candidate_not_yours',
    'candidacy_running',
    'candidate_withdrawn',
    'election_not_found',
    'election_cancelled',
    'candidate_exists',
    'candidacy_not_eligible',
    'wallet_counted',
    'removed_rival',
    'candidacies_closed',
    'name_taken',
    'name_of_official',
    'picture_not_yours',
  ],
  example: { candidateId: exampleCandidate },
})

export const candidacyCalls = [past, runAgain] as const
