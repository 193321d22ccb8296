import {
  allInterviews,
  createInterview,
  deleteInterview,
  exportResponses,
  getInterview,
  interviewStatus,
  listInterviews,
  listResponses,
  managedInterview,
  myResponses,
  ownInterviewStatus,
  submitResponse,
  updateInterview,
} from '@nation/core/interviews'
import { read } from '@nation/core/platform'
import type { CallInput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import {
  citizenChange,
  citizenRead,
  raw,
  type Bindings,
  type ReplayOf,
  type Request,
  publicRead,
  recordExport,
  sendFile,
} from '../frame'
import { interviewRestBindings } from './interviews.rest'

/** `interviews.export`: a file to keep, sent as it is read. */
async function download(request: Request<CallInput<'interviews.export'>>): Promise<undefined> {
  const { deps, caller, input, http } = request
  const { name, type, parts } = await read(deps.runtime, caller, (ctx) => {
    if (!ctx.caller) throw new NationError('unauthenticated')
    return exportResponses({ ...ctx, caller: ctx.caller }, input)
  })
  await recordExport(request, 'responses', input.interviewId)
  sendFile(http, { name, type, content: parts })
  return undefined
}

/** One interview; its page's head says the same. */
export const interviewRead = publicRead('interviews.get', { shared: getInterview })

const interviewAgain: ReplayOf<'interviews.create'> = {
  refer: ({ interview }) => interview.id,
  again: (ctx, interviewId) => managedInterview(ctx, { interviewId }),
}

export const interviewBindings: Bindings = {
  'interviews.list': publicRead('interviews.list', { shared: listInterviews }),
  'interviews.get': interviewRead,
  'interviews.status': publicRead('interviews.status', { shared: interviewStatus, own: ownInterviewStatus }),
  'interviews.submit': citizenChange<'interviews.submit'>(submitResponse),
  'interviews.my-responses': citizenRead<'interviews.my-responses'>(myResponses),
  'interviews.all': citizenRead<'interviews.all'>(allInterviews),
  'interviews.create': citizenChange<'interviews.create'>(createInterview, interviewAgain),
  'interviews.update': citizenChange<'interviews.update'>(updateInterview, interviewAgain),
  'interviews.delete': citizenChange<'interviews.delete'>(deleteInterview),
  'interviews.responses': citizenRead<'interviews.responses'>(listResponses),
  'interviews.export': raw<'interviews.export'>(download, { needsCaller: true }),
  ...interviewRestBindings,
}
