import type { CallAnswer, CallRequest } from '@nation/domain/contract'
import { logFailedCall } from '../log/failed-calls'
import { ApiError } from './api-error'
import { routeOf, type JsonCallId } from './route-of'
import { defaultRetries, send } from './transport'
import type { Retries } from './transport'
import { turn } from './turns'

export type { JsonCallId } from './route-of'

/** Where bearer tokens come from; the session gives itself in here, so that the client need not know it. */
export interface TokenSource {
  /** The id of the citizen who is signed in on this page, as it is known at this moment; null without one. */
  citizen(): string | null
  /** A token that is good for a while yet, or null when signed out. */
  current(): Promise<string | null>
  /** Called when the server no longer takes a token; answers the next one, or null. */
  renew(refused: string): Promise<string | null>
}

let tokens: TokenSource = {
  citizen: () => null,
  current: () => Promise.resolve(null),
  renew: () => Promise.resolve(null),
}

/** Sets the source of the tokens that the client sends. */
export function takeTokensFrom(source: TokenSource): void {
  tokens = source
}

let explain: () => Promise<string | null> = () => Promise.resolve(null)

/** Sets the function that explains why a signed-in caller is refused (403): a sentence, where they have lost the role that they had. */
export function explainRefusalsBy(why: () => Promise<string | null>): void {
  explain = why
}

/** What an explanation itself asks. */
const asksItself: ReadonlySet<JsonCallId> = new Set(['user.get-user', 'government.my-term'])

/** The same error; in the words of the role that was lost, where that is why. */
async function explained(id: JsonCallId, error: ApiError): Promise<ApiError> {
  if (error.status !== 403 || asksItself.has(id)) return error
  const why = await explain().catch(() => null)
  return why === null
    ? error
    : new ApiError(403, error.code, why, error.requestId === undefined ? {} : { requestId: error.requestId })
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly retries?: Retries
  /** Never wait for a token: for the calls that fetch one. */
  readonly anonymous?: boolean
  /** A token of another kind than the session's, such as the admin panel's. It is not renewed. */
  readonly bearer?: string
  /** The Idempotency-Key of a change that was sent before (`repeat-key.ts`): a new one without it. */
  readonly key?: string | undefined
  /** The browser sends it to its end even where the page goes meanwhile. All such bodies together may have 64 KiB. */
  readonly keepalive?: boolean
}

function query(input: object): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/**
 * Makes a call of the contract. Changes carry an Idempotency-Key, so that a repeat after a lost answer happens once. A call
 * that failed is written to the log.
 * @throws ApiError
 */
export async function call<Id extends JsonCallId>(
  id: Id,
  input: CallRequest<Id>,
  options: CallOptions = {},
): Promise<CallAnswer<Id>> {
  return (await logged(id, input, options)) as CallAnswer<Id>
}

/** The same call, answered with the bytes as they came: they are read elsewhere. @throws ApiError */
export async function callForBytes<Id extends JsonCallId>(
  id: Id,
  input: CallRequest<Id>,
  options: CallOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return (await logged(id, input, options, 'bytes')) as Uint8Array<ArrayBuffer>
}

async function logged<Id extends JsonCallId>(
  id: Id,
  input: CallRequest<Id>,
  options: CallOptions,
  as?: 'bytes',
): Promise<unknown> {
  try {
    return await make(id, input, options, as)
  } catch (error) {
    if (error instanceof ApiError) logFailedCall(id, error)
    throw error
  }
}

/**
 * Remembers whose page this is. Another citizen may sign in in another tab, and this one fetches their token next.
 * @returns whether it has become another citizen's
 */
export function watchCitizen(source: Pick<TokenSource, 'citizen'>): () => boolean {
  const before = source.citizen()
  return () => before !== null && ![before, null].includes(source.citizen())
}

/** What one citizen pressed is not sent in the name of the next. */
const notTheirs = () =>
  new ApiError(401, 'unauthenticated', 'Another citizen has signed in in this browser. Your change was not made.')

async function make<Id extends JsonCallId>(
  id: Id,
  input: CallRequest<Id>,
  { signal, retries = defaultRetries, anonymous = false, bearer, key, keepalive }: CallOptions,
  as?: 'bytes',
): Promise<unknown> {
  const [method, path] = routeOf(id)
  const reading = method === 'GET'
  const headers: Record<string, string> = { accept: 'application/json' }
  if (!reading) {
    headers['content-type'] = 'application/json'
    headers['idempotency-key'] = key ?? crypto.randomUUID()
  }
  const outgoing = (token: string | null) => ({
    method,
    url: reading ? path + query(input as object) : path,
    headers: token === null ? headers : { ...headers, authorization: `Bearer ${token}` },
    ...(!reading && { body: JSON.stringify(input) }),
    ...(as && { as }),
    ...(keepalive && { keepalive }),
    signal,
  })
  if (bearer !== undefined) return send(outgoing(bearer), retries)
  const isAnothers = watchCitizen(tokens)
  const token = anonymous ? null : await tokens.current()
  if (token !== null && !reading && isAnothers()) throw notTheirs()
  if (reading) await turn()
  try {
    return await send(outgoing(token), retries)
  } catch (error) {
    if (token === null || !(error instanceof ApiError)) throw error
    if (error.status !== 401) throw await explained(id, error)
    const next = await tokens.renew(token)
    // There is no other token for now: the refresh has failed by something that passes.
    if (next === token) throw error
    // The session is over. Reading goes on as a visitor; changing something needs a new sign-in.
    if (next === null && !reading) throw error
    if (!reading && isAnothers()) throw notTheirs()
    return send(outgoing(next), retries)
  }
}
