import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { authorize } from './authorize'
import { addFault, clearFaults, health, listPersonas, savePersona } from './control'
import { tooManyRequests } from './faults'
import { askFrom, Refusal } from './http'
import type { Answer, Ask } from './http'
import { Images } from './images'
import { homePage } from './page'
import { allowanceHeaders } from './rate-limits'
import { exchangeAppToken, exchangeToken, revokeToken } from './token'
import { showByUsername, showMe, showUsers } from './users'
import type { World } from './world'

type Handler = (ask: Ask, world: World, rest: string) => Answer | Promise<Answer>

/** What is said about each request: never its query or headers, which hold codes and tokens. */
export interface RequestRecord {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly error?: unknown
}

/** The server of one world; it is not listening yet. */
export function createXServer(world: () => World, record: (request: RequestRecord) => void): Server {
  const routes = routesOf(new Images())
  return createServer((request, response) => {
    void respond(request, response, routes, world(), record)
  })
}

/** Exact paths, and those that end in `/*`, by method. */
function routesOf(images: Images): ReadonlyMap<string, Handler> {
  return new Map<string, Handler>([
    ['GET /', homePage],
    ['GET /i/oauth2/authorize', authorize],
    ['POST /2/oauth2/token', counted(exchangeToken)],
    ['POST /2/oauth2/revoke', counted(revokeToken)],
    ['POST /oauth2/token', counted(exchangeAppToken)],
    ['GET /2/users/me', showMe],
    ['GET /2/users', showUsers],
    ['GET /2/users/by/username/*', showByUsername],
    ['GET /images/*', (_ask, world, file) => images.show(file, world)],
    ['GET /personas', listPersonas],
    ['POST /personas', savePersona],
    ['POST /faults', addFault],
    ['DELETE /faults', clearFaults],
    ['GET /health', health],
  ])
}

/** The token endpoints' limit is per app, not per user. */
function counted(handler: Handler): Handler {
  return async (ask, world, rest) => {
    const allowance = world.limits.take('token', 'app')
    const answer = allowance.exceeded ? tooManyRequests(allowance.reset) : await caught(() => handler(ask, world, rest))
    return { ...answer, headers: { ...allowanceHeaders(allowance), ...answer.headers } }
  }
}

async function caught(handle: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await handle()
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  routes: ReadonlyMap<string, Handler>,
  world: World,
  record: (request: RequestRecord) => void,
): Promise<void> {
  const ask = askFrom(request)
  const path = ask.url.pathname
  try {
    const answer = await caught(() => answerTo(ask, routes, world))
    send(response, answer, ask.method)
    record({ method: ask.method, path, status: answer.status })
  } catch (error) {
    if (!response.headersSent)
      send(response, { status: 500, body: { title: 'Internal Server Error', status: 500 } }, ask.method)
    record({ method: ask.method, path, status: 500, error })
  }
}

function answerTo(ask: Ask, routes: ReadonlyMap<string, Handler>, world: World): Answer | Promise<Answer> {
  const path = ask.url.pathname
  const fault = isOfX(path) ? world.faults.take(path) : undefined
  if (fault) return fault
  const method = ask.method === 'HEAD' ? 'GET' : ask.method
  const exact = routes.get(`${method} ${path}`)
  if (exact) return exact(ask, world, '')
  const slash = path.lastIndexOf('/') + 1
  const open = routes.get(`${method} ${path.slice(0, slash)}*`)
  if (open) return open(ask, world, decoded(path.slice(slash)))
  return { status: 404, body: { title: 'Not Found', detail: 'Not Found', type: 'about:blank', status: 404 } }
}

/** Faults are X's; the stand-in's own controls always work. */
function isOfX(path: string): boolean {
  return ['/2/', '/oauth2/', '/i/', '/images/'].some((beginning) => path.startsWith(beginning))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function send(response: ServerResponse, answer: Answer, method: string): void {
  const { status, headers = {}, body = '' } = answer
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body)
  const content = isJson ? JSON.stringify(body) : body
  response.writeHead(status, {
    ...(isJson && { 'content-type': 'application/json; charset=utf-8' }),
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(content),
    ...headers,
  })
  response.end(method === 'HEAD' ? undefined : content)
}
