import { z } from 'zod'
import {
  actor,
  answer,
  claim,
  defineCall,
  deletionReason,
  instant,
  possibleLine,
  publicId,
  queryInteger,
  own,
} from '../definitions'
import { pollLimits } from './polls'

const examplePoll = '01890a5d-ac96-774b-bcce-b302099a8060'
const exampleOption = '01890a5d-ac96-774b-bcce-b302099a8061'

const count = () => z.number().int().min(0)

const pollOption = z.object({
  id: publicId(),
  text: z.string(),
  votes: count(),
  percentage: z.number().min(0).max(100).describe('votes / totalVotes x 100, or 0 without votes'),
  shownPercentage: count().max(100).describe('Whole percents that add up to 100'),
})

/** What everybody may know of a poll (requirements 1.3). */
export const publicPoll = z.object({
  id: publicId(),
  question: z.string(),
  options: z.array(pollOption),
  isActive: z.boolean(),
  totalVotes: count(),
  createdBy: z.string().describe('Name of the citizen who made it'),
  createdById: publicId(),
  createdByRole: z.enum(['Admin', 'government', 'citizen']).describe('What they were when they made it'),
  createdAt: instant(),
  updatedAt: instant().describe('When question, options or closing date last changed, or it was closed'),
  closesAt: instant().nullable().describe('When it closes by itself'),
  closedAt: instant().nullable(),
})

/** The caller's own part of a poll. */
export const ownPoll = z.object({
  hasVoted: own(z.boolean()),
  votedOptionId: own(publicId().nullable().describe('Your own choice; no other reader learns it')),
  may: own(
    z.object({
      vote: z.boolean(),
      update: z.boolean().describe('The closing date; with `updateTexts` question and options, too'),
      updateTexts: z.boolean().describe('False from the first vote on'),
      close: z.boolean(),
      delete: z.boolean(),
      export: z.boolean(),
    }),
  ),
  reason: own(
    z.object({ code: z.string(), message: z.string() }).nullable().describe('Why you cannot vote; null when you can'),
  ),
})

const poll = publicPoll.extend(ownPoll.shape)

export type PublicPoll = z.output<typeof publicPoll>
export type OwnPoll = z.output<typeof ownPoll>
export type PollView = z.output<typeof poll>

/** One entry of the log: who created, changed, closed. */
const logEntry = z.object({
  what: z.enum(['created', 'updated', 'closed']),
  by: z.string().nullable().describe('Name; null when the closing date closed it'),
  byId: publicId().nullable(),
  at: instant(),
  changes: z.array(z.enum(['question', 'options', 'closesAt'])),
})

const paging = {
  limit: queryInteger(1, pollLimits.largestPage).default(pollLimits.page),
  offset: queryInteger(0, 1_000_000).default(0),
  cursor: z
    .string()
    .max(200)
    .optional()
    .describe('nextCursor of the page before; goes on where it ended, whatever came'),
  userId: actor(),
}

const status = z.enum(['all', 'active', 'closed'])

const pollList = answer({
  polls: z.array(poll).describe('The newest first'),
  total: count().describe('How many the filter matches, on all pages'),
  counts: z.object({ all: count(), active: count(), closed: count() }),
  limit: count(),
  offset: count(),
  nextCursor: z.string().nullable(),
  now: instant(),
})

const list = defineCall({
  id: 'polls.list',
  method: 'GET',
  summary: 'Polls, the newest first; what is public is at most a second old.',
  access: 'anyone',
  input: z.strictObject({ status: status.default('all'), ...paging }),
  output: pollList,
  errors: [],
  example: { status: 'active', limit: '20', offset: '0' },
})

const get = defineCall({
  id: 'polls.get',
  method: 'GET',
  summary: 'One poll as it is now, and who created, changed and closed it.',
  access: 'anyone',
  input: z.strictObject({ pollId: publicId(), userId: actor() }),
  output: answer({ poll, log: z.array(logEntry).describe('The oldest first'), now: instant() }),
  errors: ['poll_not_found'],
  example: { pollId: examplePoll },
})

const results = defineCall({
  id: 'polls.results',
  method: 'GET',
  summary: 'The votes and percentages of a poll, the most votes first.',
  access: 'anyone',
  input: z.strictObject({ pollId: publicId() }),
  output: answer({
    pollId: publicId(),
    question: z.string(),
    isActive: z.boolean(),
    closedAt: instant().nullable(),
    totalVotes: count(),
    results: z.array(pollOption),
    leading: z
      .array(publicId())
      .describe('The options with the most votes: several when they are level, none without votes'),
    now: instant(),
  }),
  errors: ['poll_not_found'],
  example: { pollId: examplePoll },
})

const shortList = answer({ polls: z.array(poll), now: instant() })

const topActive = defineCall({
  id: 'polls.top-active',
  method: 'GET',
  summary: 'The five active polls with the most votes; of equal ones the newest first.',
  access: 'anyone',
  input: z.strictObject({ userId: actor() }),
  output: shortList,
  errors: [],
  example: {},
})

const recent = defineCall({
  id: 'polls.recent',
  method: 'GET',
  summary: 'The ten newest polls, active or closed.',
  access: 'anyone',
  input: z.strictObject({ userId: actor() }),
  output: shortList,
  errors: [],
  example: {},
})

const vote = defineCall({
  id: 'polls.vote',
  method: 'POST',
  unnamedInLog: true,
  summary: 'Your vote on a poll: one, unweighted, final.',
  access: 'citizen',
  signedOut: 'poll_sign_in',
  input: z.strictObject({
    pollId: publicId(),
    optionId: publicId().optional().describe('The chosen option; refused when the poll was changed in between'),
    optionIndex: queryInteger(0, pollLimits.mostOptions - 1)
      .optional()
      .describe('The chosen option by its place, from 0, where optionId is not given'),
    updatedAt: instant()
      .optional()
      .describe(
        'The poll’s updatedAt as you read it: with optionIndex, on a poll whose question or options were changed',
      ),
    userId: actor(),
    walletAddress: claim(),
    username: claim(),
  }),
  output: answer({
    message: z.string().describe('What to tell the voter'),
    pollId: publicId(),
    optionId: publicId(),
    hasVoted: z.literal(true),
    votedAt: instant(),
    totalVotes: count(),
    options: z.array(z.object({ id: publicId(), votes: count() })),
  }),
  errors: [
    'poll_sign_in',
    'poll_not_found',
    'poll_closed',
    'poll_already_voted',
    'voting_not_eligible',
    'poll_option_missing',
    'poll_option_changed',
  ],
  invalid: { optionId: 'poll_option_missing', optionIndex: 'poll_option_missing' },
  example: { pollId: examplePoll, optionId: exampleOption },
})

const lineOf = (max: number) => possibleLine(max, 'Please fill in all poll fields')

/** An option as a plain string, or as an object that has it as its text. */
const optionText = z.union([
  lineOf(pollLimits.option),
  z.object({ text: lineOf(pollLimits.option) }).transform((one) => one.text),
])

const texts = {
  question: lineOf(pollLimits.question),
  options: z
    .array(optionText)
    .min(pollLimits.fewestOptions, `A poll has at least ${pollLimits.fewestOptions} options.`)
    .max(pollLimits.mostOptions, `A poll has at most ${pollLimits.mostOptions} options.`),
}

const closingDate = instant().nullable().optional()

/** What is said of a poll that lacks something (requirements 1.5). */
const missingInPoll = { question: 'poll_fields_missing', options: 'poll_fields_missing' } as const

const newPoll = z.strictObject({
  ...texts,
  closesAt: closingDate.describe('When it closes by itself; without one, an official closes it'),
  createdById: actor(),
  createdBy: claim(),
  createdByRole: claim(),
  userId: actor(),
})

const creation = {
  method: 'POST',
  access: { can: 'polls.create' },
  input: newPoll,
  output: answer({ message: z.string(), pollId: publicId(), poll }),
  errors: ['poll_fields_missing', 'poll_options_alike', 'poll_closing_date_invalid'],
  missing: missingInPoll,
} as const

const exampleNewPoll = { question: 'Which bridge shall be built first?', options: ['North', { text: 'South' }] }

const create = defineCall({
  ...creation,
  id: 'polls.create',
  summary: 'Asks the nation a question.',
  example: exampleNewPoll,
})

const update = defineCall({
  id: 'polls.update',
  method: 'POST',
  summary: 'Changes a poll: question and options until the first vote, afterwards only the closing date.',
  access: { can: 'polls.update' },
  input: z.strictObject({
    pollId: publicId(),
    question: texts.question.optional(),
    options: texts.options.optional(),
    closesAt: closingDate.describe('null takes the closing date away'),
    userId: actor(),
  }),
  output: answer({ poll }),
  errors: [
    'poll_not_found',
    'poll_closed',
    'poll_locked',
    'poll_fields_missing',
    'poll_options_alike',
    'poll_closing_date_invalid',
  ],
  missing: missingInPoll,
  example: { pollId: examplePoll, question: 'Which bridge shall be built first, and which second?' },
})

const close = defineCall({
  id: 'polls.close',
  method: 'POST',
  summary: 'Closes a poll for good: its creator, the government and administrators may.',
  access: 'citizen',
  panelToo: true,
  input: z.strictObject({ pollId: publicId(), userId: actor() }),
  output: answer({ message: z.string(), poll }),
  errors: ['poll_not_found', 'poll_close_forbidden', 'poll_closed'],
  example: { pollId: examplePoll },
})

const remove = defineCall({
  id: 'polls.delete',
  method: 'POST',
  summary: 'Takes a poll away: its creator and administrators may. Votes and log stay on record.',
  access: 'citizen',
  panelToo: true,
  input: z.strictObject({ pollId: publicId(), reason: deletionReason(), userId: actor() }),
  output: answer({ message: z.string(), pollId: publicId() }),
  errors: ['poll_not_found', 'poll_delete_forbidden'],
  example: { pollId: examplePoll },
})

const exportPoll = defineCall({
  id: 'polls.export',
  method: 'GET',
  kind: 'document',
  summary: 'A poll with its results and its log as a file, for its creator and administrators.',
  access: 'citizen',
  panelToo: true,
  input: z.strictObject({ pollId: publicId(), format: z.enum(['csv', 'json']).default('csv'), userId: actor() }),
  output: z.unknown(),
  errors: ['poll_not_found', 'poll_export_forbidden'],
  example: { pollId: examplePoll, format: 'csv' },
})

const activePolls = defineCall({
  id: 'vote-hub.get-active-polls',
  method: 'GET',
  summary: 'The active polls: the same as polls.list with status active.',
  access: 'anyone',
  input: z.strictObject(paging),
  output: pollList,
  errors: [],
  example: { limit: '20' },
})

const checkVoteStatus = defineCall({
  id: 'vote-hub.check-vote-status',
  method: 'GET',
  summary: 'Whether you may vote, how many votes you have cast on polls, and what you answered to one poll.',
  access: 'citizen',
  input: z.strictObject({ pollId: publicId().optional(), userId: actor() }),
  output: answer({
    eligibleToVote: z.boolean(),
    reasons: z.array(
      z.object({ code: z.string(), message: z.string(), todo: z.string(), until: instant().optional() }),
    ),
    votesCast: count().describe('On all polls, ever'),
    hasVoted: z.boolean().describe('On the named poll; without one, on any'),
    canVote: z.boolean().describe('On the named poll; without one, on any that is active'),
    reason: z.string().nullable().describe('Why not: ‘Poll is closed’, ‘Not eligible to vote’, ‘No data’'),
    votedOptionId: publicId().nullable(),
    votedAt: instant().nullable(),
    now: instant(),
  }),
  errors: [],
  example: { pollId: examplePoll },
})

const governmentPolls = defineCall({
  id: 'government.get-polls',
  method: 'GET',
  summary: 'Polls for the government’s dashboard: polls.list, active ones unless said otherwise.',
  access: 'anyone',
  input: z.strictObject({ status: status.default('active'), ...paging }),
  output: pollList,
  errors: [],
  example: { limit: '20' },
  countedAs: 'polls.list',
})

const governmentCreate = defineCall({
  ...creation,
  id: 'government.create-poll',
  summary: 'Asks the nation a question: the same as polls.create.',
  example: exampleNewPoll,
  countedAs: 'polls.create',
})

export const pollCalls = [
  list,
  get,
  results,
  topActive,
  recent,
  vote,
  create,
  update,
  close,
  remove,
  exportPoll,
  activePolls,
  checkVoteStatus,
  governmentPolls,
  governmentCreate,
] as const
