import type { CallInput, CallOutput } from '@nation/domain/contract'
import { clientLogLimits, logLine, logText } from '@nation/domain/system'
import type { Request } from '../frame'

/**
 * `POST /api/logs`: writes errors that browsers report into the API's log, marked as theirs. They wake no operator:
 * a browser's error is a warning here, because any client can send anything.
 */
export async function takeClientLogs({
  deps,
  caller,
  input,
  http,
}: Request<CallInput<'system.logs'>>): Promise<CallOutput<'system.logs'>> {
  for (const { level, message, detail, page, at, times = 1 } of input.entries) {
    const record = {
      source: 'client',
      caller: caller?.uid,
      requestId: http.state.requestId as string,
      client: {
        level,
        message: logLine(message, clientLogLimits.message),
        ...(detail !== undefined && { detail: logText(detail, clientLogLimits.detail) }),
        ...(page !== undefined && { page: logLine(page, clientLogLimits.page) }),
        at,
        times,
      },
    }
    deps.log[level === 'error' ? 'warn' : 'info'](record, 'a browser’s record')
  }
  return Promise.resolve({ success: true, taken: input.entries.length })
}
