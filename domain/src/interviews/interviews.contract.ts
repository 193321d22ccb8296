import { z } from 'zod'
import {
  actor,
  answer,
  defineCall,
  deletionReason,
  instant,
  possibleLine,
  possibleText,
  publicId,
  queryFlag,
  queryInteger,
  own,
} from '../definitions'
import { interviewLimits as limits } from './interviews'
import { responseFormats } from './responses'

const exampleId = '01890a5d-ac96-774b-bcce-b302099a8059'
const exampleQuestion = '01890a5d-ac96-774b-bcce-b302099a805a'

/** Where a list goes on, and how much of it is asked for. */
export const page = {
  limit: queryInteger(1, limits.page).optional(),
  cursor: z.string().max(200).optional().describe('`nextCursor` of the page before'),
}

export const nextCursor = z.string().nullable()

export const question = z.object({
  id: publicId(),
  question: z.string(),
  order: z.number().int().describe('From one'),
})

const interview = z.object({
  id: publicId(),
  title: z.string(),
  description: z.string(),
  isActive: z.boolean().describe('Whether it takes answers'),
  createdAt: instant(),
  createdBy: z.string().describe('Name of the citizen who asks'),
  questionCount: z.number().int(),
  questions: z.array(question).describe('In their order'),
})

const managed = interview.extend({
  responseCount: z.number().int(),
  deletedAt: instant().nullable().describe('When it was deleted; its responses are kept'),
})

const response = z.object({
  id: publicId(),
  userId: publicId(),
  username: z.string(),
  submittedAt: instant(),
  answers: z.array(z.object({ questionId: publicId(), answer: z.string() })).describe('In the order of the questions'),
})

const ownResponse = z.object({
  id: publicId(),
  interviewId: publicId(),
  title: z.string(),
  isActive: z.boolean(),
  deleted: z.boolean().describe('Whether the interview was deleted since'),
  submittedAt: instant(),
  answers: z.array(z.object({ questionId: publicId(), question: z.string(), answer: z.string() })),
})

/** What an interview is made of: both layers take the same. */
export const newInterview = {
  title: possibleLine(limits.title, 'Title and description are required'),
  description: possibleText(limits.description, 'Title and description are required'),
  questions: z
    .array(
      z.union([
        possibleLine(limits.question).transform((question) => ({ question })),
        z.strictObject({
          id: z.unknown().optional().describe('Ignored: the nation gives each question its id'),
          question: possibleLine(limits.question),
          order: z.number().int().min(0).max(1_000).optional(),
        }),
      ]),
      'At least one question is required',
    )
    .max(limits.questions, `At most ${limits.questions} questions.`)
    .describe('Texts, or objects with `question` and `order`; blank ones are dropped'),
  isActive: z.boolean().default(true).describe('Whether it takes answers at once'),
}

/** A citizen's answers: both layers take the same. */
export const newResponse = {
  interviewId: publicId(),
  answers: z
    .array(z.strictObject({ questionId: publicId(), answer: possibleText(limits.answer) }))
    .max(limits.questions),
}

/** What is said of an interview that lacks something (requirements 1.5). */
export const missingInInterview = {
  title: 'interview_incomplete',
  description: 'interview_incomplete',
  questions: 'interview_questions_missing',
} as const

/** What is said of a response that lacks something. */
export const missingInResponse = { answers: 'interview_answers_missing' } as const

export const exampleInterview = {
  title: 'The harbour',
  description: 'What should become of the old harbour?',
  questions: [{ question: 'What do you miss there?', order: 1 }],
}

export const exampleResponse = {
  interviewId: exampleId,
  answers: [{ questionId: exampleQuestion, answer: 'A place to sit by the water.' }],
}

/** The filter of those who manage interviews. */
export const managedFilter = { isActive: queryFlag().optional(), deleted: queryFlag().optional(), ...page }

export const responsesFilter = {
  search: possibleLine(limits.search).optional().describe('In names and answers'),
  ...page,
}

export const list = defineCall({
  id: 'interviews.list',
  method: 'GET',
  summary: 'The interviews that take answers, the newest first.',
  access: 'anyone',
  input: z.strictObject(page),
  output: answer({ interviews: z.array(interview), nextCursor }),
  errors: [],
  example: { limit: '20' },
})

export const get = defineCall({
  id: 'interviews.get',
  method: 'GET',
  summary: 'An interview with its questions, also one that takes no answers at the moment.',
  access: 'anyone',
  input: z.strictObject({ interviewId: publicId() }),
  output: answer({ interview }),
  errors: ['interview_not_found'],
  example: { interviewId: exampleId },
})

export const status = defineCall({
  id: 'interviews.status',
  method: 'GET',
  summary: 'How many interviews take answers, and how many of them you have yet to answer.',
  access: 'anyone',
  input: z.strictObject({}),
  output: answer({
    active: z.number().int(),
    answered: own(z.number().int().nullable().describe('Of the active ones; null when signed out')),
    unanswered: own(z.number().int().nullable()),
    answeredIds: own(z.array(publicId()).describe('The active ones that you have answered, the 500 newest')),
  }),
  errors: [],
  example: {},
})

export const submit = defineCall({
  id: 'interviews.submit',
  method: 'POST',
  summary: 'Answers an interview: every question, once. A response is final.',
  access: { can: 'interviews.answer' },
  input: z.strictObject({ ...newResponse, userId: actor() }),
  output: answer({ responseId: publicId(), interviewId: publicId(), submittedAt: instant() }),
  errors: [
    'interview_not_found',
    'interview_closed',
    'interview_answered',
    'interview_answers_missing',
    'interview_answers_stray',
  ],
  missing: missingInResponse,
  example: exampleResponse,
})

export const myResponses = defineCall({
  id: 'interviews.my-responses',
  method: 'GET',
  summary: 'What you have answered, the newest first; also to interviews that were deleted since.',
  access: 'citizen',
  input: z.strictObject({ interviewId: publicId().optional(), userId: actor(), ...page }),
  output: answer({ responses: z.array(ownResponse), nextCursor }),
  errors: [],
  example: {},
})

export const all = defineCall({
  id: 'interviews.all',
  method: 'GET',
  summary: 'All interviews for those who manage them, the newest first; deleted ones when asked for.',
  access: { can: 'interviews.manage' },
  input: z.strictObject(managedFilter),
  output: answer({ interviews: z.array(managed), nextCursor }),
  errors: [],
  example: { isActive: 'true' },
})

export const create = defineCall({
  id: 'interviews.create',
  method: 'POST',
  summary: 'Asks the citizens something. It takes answers at once unless said otherwise; its words stay as they are.',
  access: { can: 'interviews.manage' },
  input: z.strictObject(newInterview),
  output: answer({ interview: managed }),
  errors: ['interview_incomplete', 'interview_questions_missing'],
  missing: missingInInterview,
  example: exampleInterview,
})

export const update = defineCall({
  id: 'interviews.update',
  method: 'POST',
  summary: 'Opens or closes an interview. Safe to repeat.',
  access: { can: 'interviews.manage' },
  input: z.strictObject({ interviewId: publicId(), isActive: z.boolean() }),
  output: answer({ interview: managed }),
  errors: ['interview_not_found'],
  example: { interviewId: exampleId, isActive: false },
})

export const remove = defineCall({
  id: 'interviews.delete',
  method: 'POST',
  summary: 'Deletes an interview: citizens no longer see or answer it. Its responses are kept. Safe to repeat.',
  access: { can: 'interviews.manage' },
  input: z.strictObject({ interviewId: publicId(), reason: deletionReason() }),
  output: answer({ interviewId: publicId(), deletedAt: instant() }),
  errors: ['interview_not_found'],
  example: { interviewId: exampleId },
})

export const responses = defineCall({
  id: 'interviews.responses',
  method: 'GET',
  summary: 'What citizens answered, the newest first; also to an interview that was deleted.',
  access: { can: 'interviews.manage' },
  input: z.strictObject({ interviewId: publicId(), ...responsesFilter }),
  output: answer({
    interview: managed,
    responses: z.array(response),
    matching: z.number().int().describe('Responses that the search finds; all of them without one'),
    nextCursor,
  }),
  errors: ['interview_not_found'],
  example: { interviewId: exampleId },
})

export const exportResponses = defineCall({
  id: 'interviews.export',
  method: 'GET',
  kind: 'document',
  summary:
    'What citizens answered as a file, all of it or what a search finds: a table safe for spreadsheets, or JSON.',
  access: { can: 'interviews.manage' },
  input: z.strictObject({
    interviewId: publicId(),
    search: responsesFilter.search,
    format: z.enum(responseFormats).default('csv'),
  }),
  output: z.unknown(),
  errors: ['interview_not_found'],
  example: { interviewId: exampleId, format: 'csv' },
  limit: { points: 60, seconds: 60, by: 'caller' },
})

export const interviewOnlyCalls = [
  list,
  get,
  status,
  submit,
  myResponses,
  all,
  create,
  update,
  remove,
  responses,
  exportResponses,
] as const
