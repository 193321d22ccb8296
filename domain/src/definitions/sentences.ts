import type { z } from 'zod'

/** The default sentences for invalid fields of every call. A declaration may give a field a sentence of its own. */
export const sentences = {
  missing: 'Please fill this in.',
  unknown: 'This call has no such field.',
  tooLong: (most: number) => `At most ${inDigits(most)} characters.`,
  tooMany: (most: number) => `At most ${inDigits(most)} of these.`,
  twoNames: (one: string, other: string) => `'${one}' and '${other}' name the same field: give one of them.`,
} as const

type Issue = z.core.$ZodRawIssue

/** Our sentence for an issue that zod found. The texts of zod are never sent. */
export function sentenceFor(issue: Issue): string {
  if (isAbsent(issue)) return sentences.missing
  switch (issue.code) {
    case 'invalid_type':
      return wrongType[issue.expected] ?? notValid
    case 'invalid_value':
      return `Please choose one of these: ${issue.values.map(String).join(', ')}.`
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_format':
      return wrongFormat[issue.format] ?? 'This does not have the right form.'
    case 'not_multiple_of':
      return `A multiple of ${inDigits(issue.divisor)}.`
    case 'unrecognized_keys':
    case 'invalid_key':
      return sentences.unknown
    default:
      return notValid
  }
}

/** Whether the field was not given at all. */
export const isAbsent = ({ input }: { readonly input?: unknown }): boolean => input === undefined || input === null

const notValid = 'This is not valid.'

const wrongType: Readonly<Record<string, string>> = {
  string: 'This must be a text.',
  number: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be an object.',
  record: 'This must be an object.',
}

const wrongFormat: Readonly<Record<string, string>> = {
  uuid: 'This is not an id.',
  datetime: 'This is not a date and time.',
  url: 'This is not an address.',
}

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): string {
  if (origin === 'string') return sentences.tooLong(Number(maximum))
  if (isCounted(origin)) return sentences.tooMany(Number(maximum))
  return inclusive === false ? `Less than ${inDigits(maximum)}.` : `At most ${inDigits(maximum)}.`
}

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): string {
  if ((origin === 'string' || isCounted(origin)) && Number(minimum) <= 1) return sentences.missing
  if (origin === 'string') return `At least ${inDigits(minimum)} characters.`
  if (isCounted(origin)) return `At least ${inDigits(minimum)} of these.`
  return inclusive === false ? `More than ${inDigits(minimum)}.` : `At least ${inDigits(minimum)}.`
}

const isCounted = (origin: string): boolean => ['array', 'set', 'map', 'object', 'record', 'file'].includes(origin)

const inDigits = (number: number | bigint): string => String(number)
