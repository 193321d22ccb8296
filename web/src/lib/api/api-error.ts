import type { ErrorCode, ErrorDetail } from '@nation/domain/errors'

/** The nation's codes; `console`: the console itself would not ask the server, and says why (decision 86). */
type AnsweredCode = ErrorCode | 'console'

interface FailureBody {
  error?: string
  code?: AnsweredCode
  requestId?: string
  details?: ErrorDetail[]
  facts?: Record<string, string | number>
}

/** What people are told where there was no answer (requirements 2.8). */
export const noConnection = 'Connection error. Please check your connection.'

/** A call that failed: by an answer of the server (`status` above 0), or without one (`status` 0). */
export class ApiError extends Error {
  readonly status: number
  readonly code: AnsweredCode | 'network' | 'timeout'
  /** The sentence for people: the server's, or 'HTTP {status}: {text}' where it had none. */
  readonly sentence: string
  readonly details: readonly ErrorDetail[]
  readonly facts: Readonly<Record<string, string | number>>
  readonly requestId: string | undefined
  /** After how many seconds the server, or a proxy before it, wants to be asked again; null where it does not say. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    code: AnsweredCode | 'network' | 'timeout',
    sentence: string,
    body: FailureBody & { readonly retryAfter?: number | null } = {},
  ) {
    super(status > 0 && !sentence.startsWith(`HTTP ${status}: `) ? `HTTP ${status}: ${sentence}` : sentence)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.sentence = sentence
    this.details = body.details ?? []
    this.facts = body.facts ?? {}
    this.requestId = body.requestId
    const { retryAfter } = this.facts
    this.retryAfter = body.retryAfter ?? (typeof retryAfter === 'number' ? retryAfter : null)
  }

  /** Whether trying again can help: no answer, or the server's own trouble; not where an operator has switched it off. */
  get isPassing(): boolean {
    return this.status === 0 || (this.status >= 500 && this.code !== 'feature_off')
  }
}

const parse = (text: string): FailureBody => {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** The error that an answer outside 2xx stands for. */
export async function errorFrom(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  const body = parse(text)
  // A proxy's page is no text for people.
  const bare = text.startsWith('<') || text === '' ? response.statusText || 'No answer' : text.slice(0, 300)
  const sentence = body.error ?? `HTTP ${response.status}: ${bare}`
  return new ApiError(response.status, body.code ?? 'internal', sentence, {
    ...body,
    retryAfter: retryAfterOf(response),
  })
}

/** The seconds of the header; an instant, which some proxies send, is left out. */
function retryAfterOf(response: Response): number | null {
  const header = response.headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(header) ? Number(header) : null
}

/** Whether an error is an answer with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly ApiError['code'][]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code)

/** The server said that it has no such thing, or that this is no id at all. Other refusals, such as a rate limit, do not say so. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

/** The message for any error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.sentence
  return 'Something went wrong. Please refresh the page to try again.'
}

/**
 * What the nation refused, or an operator has switched off, in its own words; otherwise `failed`, the words of the requirements for what
 * could not be done (requirements 2.8).
 */
export function failureOf(error: Error, failed: string): string {
  const refused = error instanceof ApiError && error.status >= 400 && !error.isPassing
  return refused ? sentenceOf(error) : failed
}
