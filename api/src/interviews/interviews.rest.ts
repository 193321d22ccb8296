import type { CallOutput } from '@nation/domain/contract'
import {
  allInterviews,
  createInterview,
  deleteInterview,
  getInterview,
  listInterviews,
  listResponses,
  managedInterview,
  myResponses,
  submitResponse,
  updateInterview,
} from '@nation/core/interviews'
import { citizenChange, citizenRead, type Bindings, type ReplayOf, publicRead } from '../frame'

const managedAgain: ReplayOf<'government-interviews.create'> = {
  refer: ({ data }) => data.id,
  again: async (ctx, interviewId) => {
    const { interview } = await managedInterview(ctx, { interviewId })
    return { success: true, data: managedResource(interview) }
  },
}

/** The layer of resources: the same services, their answers as `data` with `id` and `attributes`. */
export const interviewRestBindings: Bindings = {
  'citizen-interviews.list': publicRead('citizen-interviews.list', {
    shared: async (ctx, input): Promise<CallOutput<'citizen-interviews.list'>> => {
      const { interviews, nextCursor } = await listInterviews(ctx, input)
      return { success: true, data: interviews.map(interviewResource), meta: { nextCursor } }
    },
  }),
  'citizen-interviews.get': publicRead('citizen-interviews.get', {
    shared: async (ctx, { id }): Promise<CallOutput<'citizen-interviews.get'>> => {
      const { interview } = await getInterview(ctx, { interviewId: id })
      return { success: true, data: interviewResource(interview) }
    },
  }),
  'citizen-interviews.submit': citizenChange<'citizen-interviews.submit'>(async (ctx, input) => {
    const { responseId, interviewId, submittedAt } = await submitResponse(ctx, input)
    return { success: true, data: { id: responseId, attributes: { interviewId, submittedAt: date(submittedAt) } } }
  }),
  'citizen-interviews.mine': citizenRead<'citizen-interviews.mine'>(async (ctx, input) => {
    const { responses, nextCursor } = await myResponses(ctx, input)
    return { success: true, data: responses.map(responseResource), meta: { nextCursor } }
  }),
  'government-interviews.list': citizenRead<'government-interviews.list'>(async (ctx, input) => {
    const { interviews, nextCursor } = await allInterviews(ctx, input)
    return { success: true, data: interviews.map(managedResource), meta: { nextCursor } }
  }),
  'government-interviews.create': citizenChange<'government-interviews.create'>(async (ctx, input) => {
    const { interview } = await createInterview(ctx, input)
    return { success: true, data: managedResource(interview) }
  }, managedAgain),
  'government-interviews.update': citizenChange<'government-interviews.update'>(async (ctx, { id, isActive }) => {
    const { interview } = await updateInterview(ctx, { interviewId: id, isActive })
    return { success: true, data: managedResource(interview) }
  }, managedAgain),
  'government-interviews.delete': citizenChange<'government-interviews.delete'>(async (ctx, { id }) => {
    const { deletedAt } = await deleteInterview(ctx, { interviewId: id })
    return { success: true, data: { id, attributes: { deletedAt: date(deletedAt) } } }
  }),
  'government-interviews.responses': citizenRead<'government-interviews.responses'>(async (ctx, { id, ...input }) => {
    const { responses, matching, nextCursor } = await listResponses(ctx, { interviewId: id, ...input })
    const data = responses.map((response) => responseResource({ ...response, interviewId: id }))
    return { success: true, data, meta: { matching, nextCursor } }
  }),
}

const date = (ms: number) => new Date(ms).toISOString()

type Interview = CallOutput<'interviews.get'>['interview']
type Managed = CallOutput<'interviews.all'>['interviews'][number]

const interviewResource = ({ id, createdAt, ...attributes }: Interview) => ({
  id,
  attributes: { ...attributes, createdAt: date(createdAt) },
})

const managedResource = ({ id, createdAt, deletedAt, ...attributes }: Managed) => ({
  id,
  attributes: { ...attributes, createdAt: date(createdAt), deletedAt: deletedAt === null ? null : date(deletedAt) },
})

const responseResource = <R extends { id: string; submittedAt: number }>({ id, submittedAt, ...attributes }: R) => ({
  id,
  attributes: { ...attributes, submittedAt: date(submittedAt) },
})
