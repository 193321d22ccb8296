import {
  allInterviews,
  createInterview,
  deleteInterview,
  getInterview,
  interviewStatus,
  listInterviews,
  listResponses,
  myResponses,
  submitResponse,
  updateInterview,
} from '@nation/core/interviews'
import { citizenChange, citizenRead, openRead, sharedRead, type Bindings } from '../frame/bind'
import { interviewRestBindings } from './interviews.rest'

export const interviewBindings: Bindings = {
  'interviews.list': sharedRead<'interviews.list'>(listInterviews),
  'interviews.get': sharedRead<'interviews.get'>(getInterview),
  'interviews.status': openRead<'interviews.status'>(interviewStatus),
  'interviews.submit': citizenChange<'interviews.submit'>(submitResponse),
  'interviews.my-responses': citizenRead<'interviews.my-responses'>(myResponses),
  'interviews.all': citizenRead<'interviews.all'>(allInterviews),
  'interviews.create': citizenChange<'interviews.create'>(createInterview),
  'interviews.update': citizenChange<'interviews.update'>(updateInterview),
  'interviews.delete': citizenChange<'interviews.delete'>(deleteInterview),
  'interviews.responses': citizenRead<'interviews.responses'>(listResponses),
  ...interviewRestBindings,
}
