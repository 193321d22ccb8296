import { NationError } from '@nation/domain/errors'
import { isDatabaseAway, type Logger } from '@nation/core/platform'
import type { ParameterizedContext } from 'koa'

/**
 * Writes the answer for an error: its status, sentence and code. An unknown error is logged in full and answered as `internal`.
 */
export function answerError(http: ParameterizedContext, error: unknown, log: Logger): void {
  const known = error instanceof NationError ? error : unexpected(http, error, log)
  http.status = known.status
  const retryAfter = known.facts.retryAfter
  if (retryAfter !== undefined) http.set('retry-after', String(retryAfter))
  if (known.status === 401) http.set('www-authenticate', 'Bearer')
  http.body = {
    success: false,
    error: known.message,
    code: known.code,
    requestId: http.state.requestId as string,
    ...(known.details.length > 0 && { details: known.details }),
    ...(Object.keys(known.facts).length > 0 && { facts: known.facts }),
  }
}

function unexpected(http: ParameterizedContext, error: unknown, log: Logger): NationError {
  if (isDatabaseAway(error)) {
    log.error({ err: error, requestId: http.state.requestId as string }, 'the database does not answer')
    return new NationError('busy', { retryAfter: 2 })
  }
  log.error({ err: error, requestId: http.state.requestId as string, path: http.path }, 'unexpected error')
  return new NationError('internal')
}
