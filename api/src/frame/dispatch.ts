import { compiled, type Call } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { unnamedReads } from '@nation/domain/events'
import { identify } from '@nation/core/auth'
import { SemaphoreByKey, type Caller, type IdempotencyClaim } from '@nation/core/platform'
import type { ParameterizedContext } from 'koa'
import { believeNothing, checkAccess } from './access'
import { receiveForm } from './receive'
import type { Binding, Request } from './bind'
import type { Deps } from './deps'
import { checkFeatures } from './features'
import type { Limits } from './limits'
import { networkOf } from './network'
import { readInput } from './read-input'
import { bodyOf, Written } from './written'

/**
 * In one process the changes of one citizen run one after the other. Most of them lock the citizen's row, so a second one would
 * only wait for it and occupy a connection. Votes are exempt, because they share connections in group commits.
 */
const changesOfCitizen = new SemaphoreByKey(1, 200)
/**
 * Changes that end sessions have a queue of their own: slow changes, which a thief of the session may send, must not delay them.
 */
const endingsOfCitizen = new SemaphoreByKey(2, 20)

/**
 * How long the answer to "who is this, and may they?" holds. A request whose body or whose turn took longer asks again: a session
 * that was ended meanwhile, or a right that was taken away, counts.
 */
const trustedMs = 1_000

/** Takes one request through identity, access, limits, parsing, the service and the answer. The order matters for security. */
export async function dispatch(
  call: Call,
  binding: Binding,
  http: ParameterizedContext,
  deps: Deps,
  limits: Limits,
): Promise<void> {
  http.state.call = call.id
  await checkFeatures(call, deps.features)
  // Also for paths outside /api.
  http.res.setHeader('cache-control', 'no-store')
  const known = binding.knownAs?.(deps, http)
  const arrivedAt = deps.runtime.clock.now()
  const askedAt = performance.now()
  const caller = await callerOf(http, deps, arrivedAt).catch(async (error: unknown) => {
    // The limits below count it as a visitor's.
    if (binding.answersRefusedTokens && isTokenRefusal(error)) return null
    // Refused tokens count, too, by address: checking one may cost a query.
    await limits(call, null, http.ip)
    throw error
  })
  http.state.caller = caller?.uid
  http.state.unnamed = call.unnamedInLog === true || unnamedReads.has(call.id)
  checkAccess(call, caller)
  await limits(call, caller, http.ip, known)
  const search = searchOf(call, http, caller)
  if (search) await limits(search, caller, http.ip, known)
  const admit = async (bytes: number) => binding.admit?.(deps, caller, bytes)
  const form = call.body === 'multipart' ? await receiveForm(http, caller?.uid ?? networkOf(http.ip), admit) : null
  let answer: unknown
  try {
    const input = believeNothing(call, await readInput(call, http, form?.fields), caller)
    const idempotency = idempotencyOf(call, http, caller, input)
    const handle = async () => {
      const requestOf = (who: Caller): Request => ({
        deps,
        caller: who,
        input,
        http,
        idempotency,
        file: form?.file ?? null,
      })
      await binding.before?.(requestOf(caller))
      // A visitor has no right that could be taken away.
      const isKnown = caller === null || performance.now() - askedAt < trustedMs
      const present = isKnown ? caller : await admittedAgain(call, http, deps, arrivedAt)
      return binding.handle(requestOf(present) as Request<never>)
    }
    const queued = caller && call.method !== 'GET' && !binding.batched
    const semaphore = binding.endsSessions ? endingsOfCitizen : changesOfCitizen
    answer = await (queued ? semaphore.run(caller.uid, handle) : handle())
  } finally {
    await form?.discard()
  }
  if ((call.kind ?? 'json') !== 'json') {
    if (answer instanceof Written) http.body = await bodyOf(http, answer)
    return
  }
  http.status = 200
  http.type = 'json'
  // The answer is serialised here once. Koa would serialise an object twice: for its length, and to send it.
  http.body =
    answer instanceof Written ? await bodyOf(http, answer) : JSON.stringify(compiled(call.output).parse(answer))
}

/** So many times as often as a citizen may a network's visitors search. With that they stay below the limit of the list itself. */
const visitorsFactor = 5

/**
 * A search of a list, as limits count it: like a call of its own. Null for any other request. Visitors are counted by their network,
 * which many of them may share.
 */
function searchOf(call: Call, http: ParameterizedContext, caller: Caller): Call | null {
  const { searchLimit: limit } = call
  if (!limit || http.query.search === undefined) return null
  if (caller) return { ...call, id: `${call.id}?search`, limit }
  return { ...call, id: `${call.id}?visitors-search`, limit: { ...limit, points: limit.points * visitorsFactor } }
}

/** The caller as they are now, who may still make this call. The token's age counts as the request arrived with it. */
async function admittedAgain(call: Call, http: ParameterizedContext, deps: Deps, arrivedAt: Date): Promise<Caller> {
  await checkFeatures(call, deps.features)
  const caller = await callerOf(http, deps, arrivedAt)
  checkAccess(call, caller)
  return caller
}

/** Whether a token is refused, and not the look at it failed. */
const isTokenRefusal = (error: unknown): boolean =>
  error instanceof NationError && ['token_invalid', 'token_expired', 'session_ended'].includes(error.code)

async function callerOf(http: ParameterizedContext, deps: Deps, at: Date): Promise<Caller> {
  const header = http.get('authorization')
  if (header === '') return null
  const token = /^Bearer ([\w.-]{1,4096})$/i.exec(header)?.[1]
  if (token === undefined) throw new NationError('token_invalid')
  return identify(deps.runtime.database, deps.keys, token, at)
}

function idempotencyOf(
  call: Call,
  http: ParameterizedContext,
  caller: Caller,
  body: unknown,
): IdempotencyClaim | undefined {
  const key = http.get('idempotency-key')
  if (key === '' || !call.replayable || !caller) return undefined
  if (!/^[\x21-\x7e]{1,128}$/.test(key)) throw new NationError('idempotency_key_invalid')
  return { caller: caller.uid, callId: call.id, key, body }
}
