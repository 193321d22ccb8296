import type { Call } from '@nation/domain/contract'
import { NationError, type ErrorDetail } from '@nation/domain/errors'
import type { ParameterizedContext } from 'koa'
import getRawBody from 'raw-body'
import type { z } from 'zod'

/** The largest JSON body, in bytes. */
export const bodyLimit = 128 * 1024

/**
 * Reads and parses what the client sent: the query of a GET, the JSON body of anything else (or the fields of a form that
 * was received already), and what the path names.
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
  const broken = brokenTexts(all)
  if (broken.length > 0) throw new NationError('invalid_input', {}, broken)
  const parsed = call.input.safeParse(all)
  if (!parsed.success) throw new NationError('invalid_input', {}, parsed.error.issues.flatMap(describe))
  return parsed.data
}

function readQuery(http: ParameterizedContext): Record<string, string> {
  const query: Record<string, string> = {}
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

function describe(issue: z.core.$ZodIssue): ErrorDetail[] {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      code: issue.code,
      message: 'This call has no such field.',
    }))
  }
  return [{ path, code: issue.code, message: issue.message }]
}

/** Texts that no database and no screen can hold: half a character, or a null character. Without recursion: depth is free. */
function brokenTexts(input: unknown): ErrorDetail[] {
  const broken: ErrorDetail[] = []
  const open: { value: unknown; path: string }[] = [{ value: input, path: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && !isSound(value)) broken.push(unsound(path))
    if (value === null || typeof value !== 'object') continue
    if (path.length > longestPath) {
      broken.push({ path: path.slice(0, longestPath), code: 'too_deep', message: 'This is nested too deeply.' })
      break
    }
    for (const [name, inner] of Object.entries(value)) {
      if (!isSound(name)) broken.push(unsound(path))
      open.push({ value: inner, path: path === '' ? name : `${path}.${name}` })
    }
  }
  return broken
}

const longestPath = 200

const isSound = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

const unsound = (path: string): ErrorDetail => ({
  path,
  code: 'invalid_text',
  message: 'This text has characters that cannot be kept.',
})
