import { z } from 'zod'
import { answer, defineCall, publicId } from '../definitions'
import {
  exampleInterview,
  exampleResponse,
  managedFilter,
  missingInInterview,
  missingInResponse,
  newInterview,
  newResponse,
  nextCursor,
  page,
  question,
  responsesFilter,
} from './interviews.contract'

/**
 * The second layer (requirements 2.7): the same interviews at paths of resources, under `/api` and at the
 * root. Each resource is `data` with `id` and `attributes`; dates are written out.
 */
const exampleId = '01890a5d-ac96-774b-bcce-b302099a8059'

const date = () => z.iso.datetime().describe('ISO 8601, UTC')

const resource = <Shape extends z.ZodRawShape>(attributes: Shape) =>
  z.object({ id: publicId(), attributes: z.object(attributes) })

const meta = z.object({ nextCursor })

const interview = {
  title: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  createdAt: date(),
  createdBy: z.string(),
  questionCount: z.number().int(),
  questions: z.array(question),
}

const managed = { ...interview, responseCount: z.number().int(), deletedAt: date().nullable() }

const response = {
  interviewId: publicId(),
  submittedAt: date(),
}

const at = (path: string) => ({ path: `/api${path}`, aliases: [path] }) as const

export const citizenList = defineCall({
  id: 'citizen-interviews.list',
  ...at('/citizen/interviews'),
  method: 'GET',
  summary: 'The interviews that take answers, the newest first.',
  access: 'anyone',
  input: z.strictObject(page),
  output: answer({ data: z.array(resource(interview)), meta }),
  errors: [],
  example: {},
  countedAs: 'interviews.list',
})

export const citizenGet = defineCall({
  id: 'citizen-interviews.get',
  ...at('/citizen/interviews/{id}'),
  method: 'GET',
  summary: 'An interview with its questions.',
  access: 'anyone',
  input: z.strictObject({ id: publicId() }),
  output: answer({ data: resource(interview) }),
  errors: ['interview_not_found'],
  example: { id: exampleId },
  countedAs: 'interviews.get',
})

export const citizenSubmit = defineCall({
  id: 'citizen-interviews.submit',
  ...at('/citizen/interviews/responses'),
  method: 'POST',
  summary: 'Answers an interview: every question, once. A response is final.',
  access: { can: 'interviews.answer' },
  input: z.strictObject(newResponse),
  output: answer({ data: resource(response) }),
  errors: [
    'interview_not_found',
    'interview_closed',
    'interview_answered',
    'interview_answers_missing',
    'interview_answers_stray',
  ],
  missing: missingInResponse,
  example: exampleResponse,
  countedAs: 'interviews.submit',
})

export const citizenMine = defineCall({
  id: 'citizen-interviews.mine',
  ...at('/citizen/interviews/responses/me'),
  method: 'GET',
  summary: 'What you have answered, the newest first.',
  access: 'citizen',
  input: z.strictObject(page),
  output: answer({
    data: z.array(
      resource({
        ...response,
        title: z.string(),
        isActive: z.boolean(),
        deleted: z.boolean(),
        answers: z.array(z.object({ questionId: publicId(), question: z.string(), answer: z.string() })),
      }),
    ),
    meta,
  }),
  errors: [],
  example: {},
  countedAs: 'interviews.my-responses',
})

export const governmentList = defineCall({
  id: 'government-interviews.list',
  ...at('/government/interviews'),
  method: 'GET',
  summary: 'All interviews for those who manage them, the newest first.',
  access: { can: 'interviews.manage' },
  input: z.strictObject(managedFilter),
  output: answer({ data: z.array(resource(managed)), meta }),
  errors: [],
  example: { isActive: 'true' },
  countedAs: 'interviews.all',
})

export const governmentCreate = defineCall({
  id: 'government-interviews.create',
  ...at('/government/interviews'),
  method: 'POST',
  summary: 'Asks the citizens something.',
  access: { can: 'interviews.manage' },
  input: z.strictObject(newInterview),
  output: answer({ data: resource(managed) }),
  errors: ['interview_incomplete', 'interview_questions_missing'],
  missing: missingInInterview,
  example: exampleInterview,
  countedAs: 'interviews.create',
})

export const governmentUpdate = defineCall({
  id: 'government-interviews.update',
  ...at('/government/interviews/{id}'),
  method: 'PUT',
  summary: 'Opens or closes an interview.',
  access: { can: 'interviews.manage' },
  input: z.strictObject({ id: publicId(), isActive: z.boolean() }),
  output: answer({ data: resource(managed) }),
  errors: ['interview_not_found'],
  example: { id: exampleId, isActive: false },
  countedAs: 'interviews.update',
})

export const governmentDelete = defineCall({
  id: 'government-interviews.delete',
  ...at('/government/interviews/{id}'),
  method: 'DELETE',
  summary: 'Deletes an interview; its responses are kept.',
  access: { can: 'interviews.manage' },
  input: z.strictObject({ id: publicId() }),
  output: answer({ data: resource({ deletedAt: date() }) }),
  errors: ['interview_not_found'],
  example: { id: exampleId },
  countedAs: 'interviews.delete',
})

export const governmentResponses = defineCall({
  id: 'government-interviews.responses',
  ...at('/government/interviews/{id}/responses'),
  method: 'GET',
  summary: 'What citizens answered, the newest first.',
  access: { can: 'interviews.manage' },
  input: z.strictObject({ id: publicId(), ...responsesFilter }),
  output: answer({
    data: z.array(
      resource({
        ...response,
        userId: publicId(),
        username: z.string(),
        answers: z.array(z.object({ questionId: publicId(), answer: z.string() })),
      }),
    ),
    meta: meta.extend({ matching: z.number().int() }),
  }),
  errors: ['interview_not_found'],
  example: { id: exampleId },
  countedAs: 'interviews.responses',
})

export const interviewRestCalls = [
  citizenList,
  citizenGet,
  citizenSubmit,
  citizenMine,
  governmentList,
  governmentCreate,
  governmentUpdate,
  governmentDelete,
  governmentResponses,
] as const
