import { parseInput, type Call } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { ParameterizedContext } from 'koa'
import getRawBody from 'raw-body'

/** The largest JSON body, in bytes. */
export const bodyLimit = 128 * 1024

/**
 * Reads and parses the input of a request: the query of a GET, otherwise the JSON body (or the fields of a form that was received
 * already), and the fields in the path.
 * @throws NationError with every invalid field listed
 */
export async function readInput(
  call: Call,
  http: ParameterizedContext,
  form?: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const query = readQuery(http)
  const params = (http.params ?? {}) as Record<string, string>
  const sent = form ?? (call.method === 'GET' || call.method === 'DELETE' ? query : await readBody(http, query))
  const all = { ...sent, ...params }
  return parseInput(call, all)
}

function readQuery(http: ParameterizedContext): Record<string, string> {
  const query: Record<string, string> = {}
  if (http.querystring === '') return query
  for (const [name, value] of Object.entries(http.query)) {
    if (name === 'action') continue
    if (typeof value !== 'string') {
      throw new NationError('invalid_input', {}, [{ path: name, code: 'repeated', message: 'Give this once.' }])
    }
    query[name] = value
  }
  return query
}

async function readBody(http: ParameterizedContext, query: Record<string, string>): Promise<Record<string, unknown>> {
  const strays = Object.keys(query)
  if (strays.length > 0) {
    throw new NationError(
      'invalid_input',
      {},
      strays.map((path) => ({ path, code: 'unrecognized_keys', message: 'This belongs in the body.' })),
    )
  }
  const text = await readText(http)
  if (text === '') return {}
  if (!http.is('application/json')) throw new NationError('unsupported_media_type')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new NationError('malformed_json')
  }
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw new NationError('invalid_input', {}, [
      { path: '', code: 'invalid_type', message: 'The body must be a JSON object.' },
    ])
  }
  return body as Record<string, unknown>
}

async function readText(http: ParameterizedContext): Promise<string> {
  try {
    return await getRawBody(http.req, { length: http.request.length ?? null, limit: bodyLimit, encoding: 'utf-8' })
  } catch (error) {
    const type = (error as { type?: string }).type
    throw new NationError(type === 'entity.too.large' ? 'body_too_large' : 'malformed_json')
  }
}
