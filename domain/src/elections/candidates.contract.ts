import { z } from 'zod'
import { shownPage } from '../citizens/contract'
import {
  actor,
  answer,
  claim,
  defineCall,
  deletionReason,
  instant,
  line,
  optionalText,
  possibleText,
  publicId,
  queryInteger,
  text,
  own,
} from '../definitions'
import { candidacyLimits as limits } from './constants'
import { positionIds } from './positions'
import { mostProgrammeEdits } from './votes'
import { count, countsAsOf, exampleCandidate, position, reason, uncounted, userVotes, weight } from './shared.contract'

/** A picture that pages can show: a file that the nation itself keeps, or a picture on X. Other hosts would see who looks. */
const pictureUrl = () =>
  z
    .string()
    .trim()
    .max(limits.url)
    .refine((value) => isPicture(value), 'Please give the address of a picture on X (https://pbs.twimg.com/…).')

const isOwnFile = (value: string) => /^\/media(\/[\w-][\w.-]*)+$/.test(value)

const isPicture = (value: string) =>
  value === '' || isOwnFile(value) || (isHttps(value) && new URL(value).hostname === 'pbs.twimg.com')

/** An https address without a name and password in it, which would only pretend to be another host. */
const isHttps = (value: string) => {
  if (!/^https:\/\//i.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

/** A file of an attachment: the nation's own, or a link to one elsewhere. */
const fileUrl = () =>
  z
    .string()
    .trim()
    .max(limits.url)
    .refine((value) => isOwnFile(value) || isHttps(value), 'Please give an https address.')

const optionalPicture = () => pictureUrl().nullish().transform(absentWhenEmpty).optional()

const optionalWebsite = () =>
  z
    .string()
    .trim()
    .max(limits.url)
    .refine((value) => value === '' || isHttps(value), 'Please give an https address.')
    .nullish()
    .transform(absentWhenEmpty)
    .optional()

function absentWhenEmpty(value: string | null | undefined): string | undefined {
  return value === '' || value === null ? undefined : value
}

/** A text that an edit changes; empty removes it. */
const changedText = (max: number) => possibleText(max).optional()

const fewTexts = (many: number, max: number) =>
  z
    .array(possibleText(max))
    .max(many, `At most ${many}.`)
    .transform((values) => values.filter((value) => value !== ''))

const attachments = () =>
  z
    .record(z.string().trim().min(1).max(limits.attachmentLabel), z.array(fileUrl()).max(limits.attachmentFiles))
    .refine((map) => Object.keys(map).length <= limits.attachmentFiles, 'Too many kinds of attachments.')

/** What is said of a profile that lacks something (requirements 2.5). */
const missingInProfile = {
  displayName: 'candidate_incomplete',
  bio: 'candidate_incomplete',
  campaignSlogan: 'candidate_incomplete',
  vision: 'candidate_incomplete',
  whyVoteForMe: 'candidate_incomplete',
} as const

/** Fields about the candidate that older clients send along; the server ignores them. */
const claims = {
  username: claim(),
  twitterUsername: claim(),
  twitterHandle: claim(),
  twitterFollowers: claim(),
  twitterVerified: claim(),
  walletAddress: claim(),
  tokenBalance: claim(),
  verifiedHolder: claim(),
  votes: claim(),
  supporters: claim(),
  supportersCount: claim(),
  phase: claim(),
  createdAt: claim(),
  updatedAt: claim(),
}

const optionalTexts = {
  title: optionalText(limits.title),
  goals: fewTexts(limits.goals, limits.goal).optional(),
  promises: fewTexts(limits.promises, limits.promise).optional(),
  experience: optionalText(limits.experience),
  policies: optionalText(limits.policies),
  qualifications: optionalText(limits.qualifications),
  twitter: optionalText(limits.handle),
  discord: optionalText(limits.handle),
  website: optionalWebsite(),
  profilePicture: optionalPicture(),
  bannerImage: optionalPicture(),
  attachments: attachments().optional(),
}

export const candidateView = z.object({
  id: publicId(),
  electionId: publicId(),
  userId: publicId(),
  displayName: z.string(),
  title: z.string().nullable(),
  bio: z.string(),
  position: position(),
  positionTitle: z.string(),
  profilePicture: z.string().nullable(),
  bannerImage: z.string().nullable(),
  campaignSlogan: z.string(),
  vision: z.string(),
  goals: z.array(z.string()),
  promises: z.array(z.string()),
  whyVoteForMe: z.string(),
  experience: z.string().nullable(),
  policies: z.string().nullable(),
  qualifications: z.string().nullable(),
  twitter: z.string().nullable(),
  twitterUsername: z.string(),
  username: z.string(),
  twitterHandle: z.string(),
  namesake: z
    .boolean()
    .describe(
      'The name looks like that of another citizen who is or was an official, administers or moderates: show the handle as large',
    ),
  record: z
    .object({ done: count(), broken: count(), open: count() })
    .nullable()
    .describe('What became of goals and promises of earlier terms; null for a candidate who was not elected before'),
  twitterFollowers: count(),
  pageNumber: shownPage(),
  discord: z.string().nullable(),
  website: z.string().nullable(),
  walletAddress: own(
    z
      .string()
      .nullable()
      .describe('Public while the candidacy is active; after that null for all but the owner and administrators'),
  ),
  tokenBalance: own(z.number().nullable().describe('In $ON, for display; null where walletAddress is not told')),
  tokenBalanceBaseUnits: own(z.string().nullable().describe('The same, exactly')),
  verifiedHolder: z.boolean().describe('The candidacy is active, and the wallet holds what a candidacy needs'),
  attachments: z.record(z.string(), z.array(z.string())),
  createdAt: instant(),
  updatedAt: instant(),
  votes: own(weight()),
  supportersCount: own(count()),
  countsAsOf: countsAsOf(),
  uncounted: own(uncounted()),
  supporters: z.array(publicId()).max(0).describe('Always empty: who voted for whom is secret'),
  userVotedFor: own(z.boolean()),
  isOwner: own(z.boolean()),
  status: z.enum(['active', 'withdrawn', 'archived']),
  rank: count().nullable().describe('Place in the final result; null before the count'),
  won: z.boolean(),
  cancelled: z.boolean().describe('True when its election was cancelled before it opened'),
  removed: z
    .object({ at: instant(), by: publicId(), byName: z.string(), reason: z.string().nullable() })
    .nullable()
    .describe('When it was withdrawn by an administrator, by whom, and why; null otherwise'),
  voting: z.object({ open: z.boolean(), opensAt: instant(), closesAt: instant() }),
  may: own(
    z.object({
      edit: z.boolean(),
      changePosition: z.boolean(),
      delete: z.boolean(),
      runAgain: z.boolean(),
      rival: z
        .boolean()
        .describe('You are an administrator who stands, or stood, for the same office: you may not delete it'),
    }),
  ),
})

export type CandidateView = z.output<typeof candidateView>
export type UserVotes = z.output<typeof userVotes>

const list = defineCall({
  id: 'candidates.list',
  method: 'GET',
  summary: 'Candidates of an election, most votes first',
  access: 'anyone',
  input: z.strictObject({
    electionId: publicId().optional(),
    position: position().optional(),
    phase: z.enum(['phase_one', 'phase_two']).optional().describe('Only positions of this phase'),
    search: z.string().trim().max(limits.search).optional(),
    sort: z.enum(['votes', 'newest']).default('votes'),
    cursor: z.string().max(200).optional(),
    limit: queryInteger(1, 100).default(50),
    userId: actor(),
  }),
  output: answer({
    electionId: publicId().nullable(),
    candidates: z.array(candidateView),
    total: count().describe('How many match, on all pages'),
    counts: z.record(z.enum(positionIds), count()).describe('How many match the search, by position'),
    nextCursor: z.string().nullable(),
    userVotes: own(userVotes),
    now: instant(),
  }),
  errors: ['election_not_found'],
  example: { position: 'president', sort: 'votes', limit: 20 },
  // A search reads the texts of all candidates.
  searchLimit: { points: 60, seconds: 60, by: 'caller' },
})

/** What a candidate says of themselves, as it stood before an edit. */
const programme = candidateView.pick({
  displayName: true,
  title: true,
  bio: true,
  campaignSlogan: true,
  vision: true,
  whyVoteForMe: true,
  goals: true,
  promises: true,
  experience: true,
  policies: true,
  qualifications: true,
  twitter: true,
  discord: true,
  website: true,
  profilePicture: true,
  bannerImage: true,
  attachments: true,
})

const edit = z.object({
  number: z.number().int().min(1).describe('Of the version that it replaced'),
  at: instant(),
  votes: count().describe('Supporters in the public counts when it was made'),
  changed: z.array(z.string()).describe('The fields that differ'),
})

const version = defineCall({
  id: 'candidates.version',
  method: 'GET',
  summary: 'What a candidate’s programme said before an edit while voting was open',
  access: 'anyone',
  input: z.strictObject({ candidateId: publicId(), number: queryInteger(1, mostProgrammeEdits) }),
  output: answer({ programme, edit, now: instant() }),
  errors: ['candidate_not_found', 'candidate_version_not_found'],
  example: { candidateId: exampleCandidate, number: '1' },
})

const get = defineCall({
  id: 'candidates.get',
  method: 'GET',
  summary: 'One candidate',
  access: 'anyone',
  input: z.strictObject({ candidateId: publicId() }),
  output: answer({
    candidate: candidateView,
    edits: z
      .array(edit)
      .max(mostProgrammeEdits)
      .describe('Edits while voting was open, the newest first; the programme before each can be read'),
    now: instant(),
  }),
  errors: ['candidate_not_found'],
  example: { candidateId: exampleCandidate },
})

const mine = defineCall({
  id: 'candidates.mine',
  method: 'GET',
  summary: 'Your active candidacy, your earlier ones, and whether you may stand',
  access: 'citizen',
  panelToo: true,
  input: z.strictObject({ userId: actor() }),
  output: answer({
    candidate: candidateView.nullable(),
    past: z.array(candidateView),
    eligibleForCandidacy: z.boolean(),
    reasons: z.array(reason),
    now: instant(),
  }),
  errors: [],
  example: {},
})

const create = defineCall({
  id: 'candidates.create',
  method: 'POST',
  summary: 'Stand for a position',
  access: 'citizen',
  input: z.strictObject({
    displayName: line(limits.displayName),
    bio: text(limits.bio),
    campaignSlogan: line(limits.campaignSlogan),
    vision: text(limits.vision),
    whyVoteForMe: text(limits.whyVoteForMe),
    position: position(),
    electionId: publicId().optional().describe('The open or next election unless said'),
    ...optionalTexts,
    userId: actor(),
    ...claims,
  }),
  output: answer({ candidate: candidateView, candidateId: publicId() }),
  errors: [
    'candidate_incomplete',
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
  missing: { ...missingInProfile, position: 'candidate_incomplete' },
  example: {
    displayName: 'Ada of the Harbour',
    bio: 'Citizen since the first week.',
    campaignSlogan: 'Open books, open doors',
    vision: 'Every citizen can read the treasury’s books.',
    whyVoteForMe: 'I have kept the books of three communities.',
    position: 'secretary',
  },
})

const update = defineCall({
  id: 'candidates.update',
  method: 'POST',
  summary: 'Edit your own candidate profile until voting for its position closes; what is left out stays',
  access: 'citizen',
  input: z.strictObject({
    candidateId: publicId(),
    displayName: line(limits.displayName).optional(),
    bio: text(limits.bio).optional(),
    campaignSlogan: line(limits.campaignSlogan).optional(),
    vision: text(limits.vision).optional(),
    whyVoteForMe: text(limits.whyVoteForMe).optional(),
    position: position().optional(),
    title: changedText(limits.title),
    goals: optionalTexts.goals,
    promises: optionalTexts.promises,
    experience: changedText(limits.experience),
    policies: changedText(limits.policies),
    qualifications: changedText(limits.qualifications),
    twitter: changedText(limits.handle),
    discord: changedText(limits.handle),
    website: z
      .string()
      .trim()
      .max(limits.url)
      .refine((value) => value === '' || isHttps(value), 'Please give an https address.')
      .nullish(),
    profilePicture: pictureUrl().nullish(),
    bannerImage: pictureUrl().nullish(),
    attachments: optionalTexts.attachments,
    userId: actor(),
    ...claims,
  }),
  output: answer({ candidate: candidateView }),
  errors: [
    'candidate_incomplete',
    'candidate_not_found',
    'candidate_not_yours',
    'candidate_withdrawn',
    'candidate_archived',
    'programme_closed',
    'programme_edits_spent',
    'position_locked',
    'removed_rival',
    'candidacies_closed',
    'name_taken',
    'name_of_official',
    'picture_not_yours',
  ],
  missing: missingInProfile,
  example: { candidateId: exampleCandidate, bio: 'Citizen since the first week, secretary twice.' },
  // A change of a profile costs as much as ten reads. Editing by hand is never faster.
  limit: { points: 20, seconds: 60, by: 'caller' },
})

const remove = defineCall({
  id: 'candidates.delete',
  method: 'POST',
  summary: 'Withdraw your candidacy; admins may withdraw any but a rival’s',
  access: 'citizen',
  panelToo: true,
  input: z.strictObject({
    candidateId: publicId(),
    reason: deletionReason().describe('Why; everybody reads it, in the gazette and on the page'),
    userId: actor(),
    adminId: actor(),
    isAdmin: claim(),
  }),
  output: answer({
    candidateId: publicId(),
    votesVoided: count().describe('Voters whose vote became void and who may vote again'),
  }),
  errors: ['candidate_not_found', 'admin_only', 'candidate_rival', 'candidate_withdrawn', 'candidate_archived'],
  example: { candidateId: exampleCandidate },
})

export const candidateCalls = [list, get, version, mine, create, update, remove] as const
