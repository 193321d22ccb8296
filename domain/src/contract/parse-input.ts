import type { z } from 'zod'
import { NationError, type ErrorCode, type ErrorDetail } from '../errors'
import { brokenTexts } from './broken-texts'
import { compiled } from './compiled'
import { isAbsent, sentenceFor, sentences, tooLarge, type Call } from '../definitions'

type Values = Record<string, unknown>

/** The largest number of faults that are reported of one input: it may have thousands. */
const most = { details: 50, path: 200 } as const

/**
 * What a client sent, by the call's declaration: other names of a field become its own, sizes are looked at before anything
 * else, and every invalid field is named with a sentence of ours. A field that is too large is not looked into.
 * @throws NationError `invalid_input`, or the code that the call declares for a field, with every invalid field listed
 */
export function parseInput(call: Call, sent: Values): Values {
  const { values, twice } = withOwnNames(call, sent)
  for (const find of [() => brokenTexts(values), () => twice]) {
    const wrong = find()
    if (wrong.length > 0) throw refusal(call, wrong)
  }
  const large = tooLarge(call.input, values)
  const largeFields = new Set(large.map(fieldOf))
  const rest = large.length === 0 ? values : without(values, largeFields)
  const parsed = compiled(call.input).safeParse(rest, { error: sentenceFor, reportInput: true })
  if (parsed.success && large.length === 0) return parsed.data
  const issues = (parsed.error?.issues ?? []).filter(({ path }) => !largeFields.has(String(path[0])))
  const missing = issues.filter(isMissing).map(({ path }) => path[0])
  throw refusal(call, [...large, ...issues.flatMap(detailsOf)], missing)
}

const without = (values: Values, fields: ReadonlySet<string>): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !fields.has(name)))

const fieldOf = ({ path }: ErrorDetail): string => path.split('.', 1)[0] ?? ''

/** The input with each field under its own name, and the fields that came under two names with two values. */
function withOwnNames({ otherNames }: Call, sent: Values): { values: Values; twice: ErrorDetail[] } {
  const values = { ...sent }
  const twice: ErrorDetail[] = []
  for (const [field, names] of Object.entries(otherNames ?? {})) {
    for (const name of (names ?? []).filter((one) => Object.hasOwn(values, one))) {
      const value = values[name]
      delete values[name]
      if (!Object.hasOwn(values, field)) values[field] = value
      else if (values[field] !== value)
        twice.push({ path: name, code: 'two_names', message: sentences.twoNames(name, field) })
    }
  }
  return { values, twice }
}

/** The refusal of an input: the call's own code for the first field that has one, otherwise `invalid_input`. */
function refusal(call: Call, details: readonly ErrorDetail[], missing: readonly unknown[] = []): NationError {
  const wrong = details.map(fieldOf)
  const code = codeOf(call.missing, missing) ?? codeOf(call.invalid, wrong) ?? 'invalid_input'
  const reported = details
    .slice(0, most.details)
    .map((detail) => ({ ...detail, path: detail.path.slice(0, most.path) }))
  return new NationError(code, {}, reported)
}

function codeOf(codes: Readonly<Partial<Record<string, ErrorCode>>> = {}, fields: readonly unknown[]) {
  const field = fields.map(String).find((one) => Object.hasOwn(codes, one))
  return field === undefined ? undefined : codes[field]
}

/** Whether an issue says that nothing usable was given: nothing at all, a blank, or a value of another type. */
const isMissing = (issue: z.core.$ZodIssue): boolean =>
  isAbsent(issue) || ['invalid_type', 'invalid_union', 'too_small'].includes(issue.code)

function detailsOf(issue: z.core.$ZodIssue): ErrorDetail[] {
  const path = issue.path.map(String).join('.')
  if (issue.code !== 'unrecognized_keys') return [{ path, code: issue.code, message: issue.message }]
  const keys = issue.keys.slice(0, most.details)
  return keys.map((key) => ({
    path: path === '' ? key : `${path}.${key}`,
    code: issue.code,
    message: sentences.unknown,
  }))
}
