import { NationError } from '@nation/domain/errors'

/** The end of a page as an opaque text: the sort keys of its last row. */
export const writeCursor = (keys: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url')

/**
 * Reads a cursor that we wrote; its keys are whole numbers.
 * @param keys how many it has, at least where `most` is given
 * @throws NationError `invalid_input` when it is not one of ours
 */
export function readCursor(cursor: string, keys: number, most = keys): string[] {
  const values = parse(cursor)
  const isOurs = Array.isArray(values) && values.length >= keys && values.length <= most
  if (isOurs && values.every((value) => /^\d{1,20}$/.test(String(value)))) return values.map(String)
  throw strangeCursor()
}

/** The refusal of a cursor that does not belong to this list. */
export const strangeCursor = (): NationError =>
  new NationError('invalid_input', {}, [
    { path: 'cursor', code: 'cursor', message: 'This is not a cursor of this list.' },
  ])

/**
 * Reads a cursor whose last key is a whole number, behind a text.
 * @throws NationError `invalid_input` when it is not one of ours
 */
export function readTextCursor(cursor: string): { readonly text: string; readonly key: string } {
  const values = parse(cursor)
  const [text, key] = Array.isArray(values) && values.length === 2 ? (values as unknown[]) : []
  if (typeof text === 'string' && text.length <= 100 && /^\d{1,20}$/.test(String(key)))
    return { text, key: String(key) }
  throw strangeCursor()
}

/** The end of the year 9999: databases know no later instant. */
const lastInstant = 253_402_300_799_999

/** A key of a cursor that is an instant. */
export const cursorInstant = (key: string | undefined): Date => new Date(Math.min(Number(key), lastInstant))

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown
  } catch {
    return null
  }
}
