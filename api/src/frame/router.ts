import Router from '@koa/router'
import type { Call, CallId } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { Middleware } from 'koa'
import type { Binding, Bindings } from './bind'
import type { Deps } from './deps'
import { dispatch } from './dispatch'
import type { Limits } from './limits'

/**
 * The routes of all calls, with both addresses of each: `/api/candidates/create` and `/api/candidates?action=create`. A call
 * whose path contains no input is found in a map; the router, which tries its routes in order, handles the others.
 * @throws Error when a call has no handler, is declared twice, or a handler has no call: found at the start, not in use
 */
export function createRoutes(calls: readonly Call[], bindings: Bindings, deps: Deps, limits: Limits): Middleware {
  const exact = new Map<string, Middleware>()
  const router = new Router({ sensitive: true })
  const resources = new Map<string, Map<string, Call>>()
  const paths = new Map<string, Call[]>()
  for (const [call, binding] of checkCalls(calls, bindings)) {
    for (const path of pathsOf(call)) {
      const handle: Middleware = (http) => dispatch(call, binding, http, deps, limits)
      router.register(path, [call.method], [handle])
      if (!path.includes(':')) exact.set(`${call.method} ${path}`, handle)
      paths.set(path, [...(paths.get(path) ?? []), call])
    }
    const actions = resources.get(`/api/${call.resource}`) ?? new Map<string, Call>()
    resources.set(`/api/${call.resource}`, actions.set(call.action, call))
  }
  for (const [path, actions] of resources) {
    router.all(path, byAction(actions, bindings, deps, limits))
  }
  for (const [path, known] of paths) router.all(path, (http) => refuseMethod(http, known))
  router.all(/^\/api(\/.*)?$/i, () => {
    throw new NationError('unknown_call')
  })
  const others = router.routes() as unknown as Middleware
  return async (http, next) => void (await (exact.get(`${http.method} ${http.path}`) ?? others)(http, next))
}

/** The address with `?action=`. */
function byAction(actions: ReadonlyMap<string, Call>, bindings: Bindings, deps: Deps, limits: Limits): Middleware {
  return (http) => {
    const call = actions.get(typeof http.query.action === 'string' ? http.query.action : '')
    if (!call) throw new NationError('unknown_call')
    if (http.method !== call.method) return refuseMethod(http, [call])
    return dispatch(call, bindings[call.id as CallId] as Binding, http, deps, limits)
  }
}

/** All paths of a call except the one with `?action=`, in the router's syntax. */
const pathsOf = (call: Call): string[] =>
  [call.canonical, ...(call.aliases ?? [])].map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'))

function refuseMethod(http: { set: (field: string, value: string) => void }, calls: readonly Call[]): never {
  http.set('allow', calls.map((call) => call.method).join(', '))
  throw new NationError('wrong_method')
}

/** Pairs every call with its handler. */
export function checkCalls(calls: readonly Call[], bindings: Bindings): [Call, Binding][] {
  const seen = new Set<string>()
  const addresses = new Set<string>()
  const pairs = calls.map((call): [Call, Binding] => {
    const callsOwn = pathsOf(call).map((path) => `${call.method} ${path}`)
    if (seen.has(call.id) || callsOwn.some((address) => addresses.has(address)))
      throw new Error(`The call ${call.id} is declared twice.`)
    seen.add(call.id)
    for (const address of callsOwn) addresses.add(address)
    const binding = bindings[call.id as CallId]
    if (!binding) throw new Error(`The call ${call.id} has no handler.`)
    if (binding.needsCaller && call.access === 'anyone')
      throw new Error(`The call ${call.id} is open, but its handler needs a citizen.`)
    if (!call.input.safeParse(call.example).success) throw new Error(`The example of ${call.id} is not valid.`)
    return [call, binding]
  })
  const stray = Object.keys(bindings).find((id) => !seen.has(id))
  if (stray) throw new Error(`The handler ${stray} belongs to no call.`)
  return pairs
}
