import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import type { Call } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { withoutSearch, type Config } from '@nation/core/platform'
import Koa, { type Context, type Middleware } from 'koa'
import compress from 'koa-compress'
import helmet from 'helmet'
import type { Bindings } from './bind'
import { originOf } from './client-address'
import type { Deps } from './deps'
import { answerError } from './errors'
import type { Feature } from './feature'
import { createLimits } from './limits'
import { createRoutes } from './router'

/**
 * The API and the web client as one Koa application. A request that is not a call goes to the features' routes, in their order.
 */
export function createApp(
  calls: readonly Call[],
  { bindings, features }: { readonly bindings: Bindings; readonly features: readonly Feature[] },
  deps: Deps,
  limitFactor?: number,
): Koa {
  const app = new Koa({ proxy: deps.config.trustProxy > 0 })
  // In development and tests many users share one address, so limits are higher. In production the limits are those of the
  // contracts.
  const limits = createLimits(deps.redis, limitFactor ?? (deps.config.environment === 'production' ? 1 : 50))
  app.silent = true
  app.use(frame(deps))
  app.use(compressLarge())
  app.use(createRoutes(calls, bindings, deps, limits))
  for (const { routes } of features) if (routes) app.use(routes(deps))
  return app
}

/** Answers shorter than this, in bytes, are not compressed. */
const worthCompressing = 1_024

/**
 * Compresses texts. Most answers are short and must not be cached; for these the request's `accept-encoding` is not even parsed.
 */
function compressLarge(): Middleware {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  const middleware = compress({ threshold: worthCompressing, br: { params }, filter: isText })
  return async (http, next) => {
    await next()
    const isShort = (http.response.length ?? Infinity) < worthCompressing
    if (isShort && http.response.get('cache-control') === 'no-store') return
    await middleware(http, () => Promise.resolve())
  }
}

/** Request id, the nation's time, the newest journal entry, errors, and one line in the log for each call. */
function frame(deps: Deps): Middleware {
  const callLog = withoutSearch(deps.log)
  const security = securityHeaders(deps.config)
  return async (http, next) => {
    for (const [name, value] of security) http.res.setHeader(name, value)
    const from = performance.now()
    const forwardedFor = http.get('x-forwarded-for') || undefined
    const origin = originOf(http.req.socket.remoteAddress ?? '', forwardedFor, deps.config.trustProxy)
    // From here on `http.ip` is this address, not the one that Koa reads from the header.
    http.request.ip = origin.address
    const given = http.get('x-request-id')
    http.state.requestId = /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    http.res.setHeader('x-request-id', http.state.requestId as string)
    http.res.setHeader('x-nation-time', String(deps.runtime.clock.now().getTime()))
    const path = pathOf(http)
    if (path !== null && /^\/api(\/|$)/i.test(path)) {
      http.res.setHeader('cache-control', 'no-store')
      // What is read from here on is not older than this entry: a client that follows the journal from it misses nothing.
      http.res.setHeader('x-nation-entry', String(deps.events.head))
    }
    try {
      if (path === null) throw new NationError('not_found')
      await next()
      if (http.status === 404 && http.body === undefined) throw new NationError('not_found')
    } catch (error) {
      answerError(http, error, deps.log)
    }
    const { call, caller, unnamed, requestId } = http.state as CallState
    deps.addresses.note(origin, forwardedFor !== undefined, caller)
    if (call === undefined) return
    // A feature that was switched off on purpose is not an error.
    const switchedOff = (http.body as { code?: unknown } | undefined)?.code === 'feature_off'
    const level = http.status >= 500 && !switchedOff ? 'error' : 'info'
    callLog[level](
      {
        call,
        caller: unnamed ? undefined : caller,
        requestId,
        status: http.status,
        ms: Math.round(performance.now() - from),
      },
      'call',
    )
  }
}

/** What the frame notes of a request for its line in the log. */
interface CallState {
  readonly call?: string
  readonly caller?: string
  readonly unnamed?: boolean
  readonly requestId: string
}

/** The path of a request; null for an address that no URL has, such as `http://[`, on which Koa throws. */
function pathOf(http: Context): string | null {
  try {
    return http.path
  } catch {
    return null
  }
}

function isText(type: string): boolean {
  return !type.startsWith('text/event-stream') && /text|json|javascript|svg|xml|wasm/.test(type)
}

/** Helmet's headers. They are the same for every answer, so helmet writes them once. */
function securityHeaders(config: Config): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  const answer = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  }
  helmet(policies(config))({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error as Error
  })
  return headers
}

function policies(config: Config) {
  const local = config.environment === 'production' ? [] : ['http://localhost:*', 'http://127.0.0.1:*']
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets inline styles at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https://pbs.twimg.com', 'https://abs.twimg.com', ...local],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: config.origin.startsWith('https://') ? { maxAge: 31_536_000 } : false,
  } as const
}
