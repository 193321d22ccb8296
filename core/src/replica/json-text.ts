/** What stands one behind the other in a JSON text: SQL of a part of it, or a text as it is. */
type Part = string | { readonly as: string }
type Parts = readonly Part[]

const quote: Part = { as: '"' }

/**
 * What a column is in JSON, by the SQL of it. With these a page comes out of the database as it is sent. No part is ever NULL: a whole list
 * would be.
 */
export const jsonText = {
  text: (sql: string): Parts => [`JSON_QUOTE(${sql})`],
  textOrNull: (sql: string): Parts => [`IFNULL(JSON_QUOTE(${sql}), 'null')`],
  /** A text of letters, digits and signs that JSON has as they are: an id, a whole number of any width. */
  plain: (sql: string): Parts => [quote, sql, quote],
  plainOrNull: (sql: string): Parts => [`IFNULL(CONCAT('"', ${sql}, '"'), 'null')`],
  integer: (sql: string): Parts => [sql],
  flag: (sql: string): Parts => [`IF(${sql}, 'true', 'false')`],
  /** DATETIME(3) in UTC, as milliseconds since 1970. */
  instant: (sql: string): Parts => [`TIMESTAMPDIFF(MICROSECOND, '1970-01-01', ${sql}) DIV 1000`],
} as const

/**
 * SQL of a list of these values, as bytes, with a comma in front. Bytes have no collation of which a database could say that it does not
 * go with another one; they are in UTF-8, as all texts and the connection are.
 */
export function jsonList(values: readonly Parts[]): string {
  const parts: Part[] = values.flatMap((value, at) => [{ as: at === 0 ? ',[' : ',' }, ...value])
  const joined: Part[] = []
  for (const part of [...parts, { as: ']' }]) {
    const before = joined.at(-1)
    if (typeof part !== 'string' && typeof before === 'object') joined[joined.length - 1] = { as: before.as + part.as }
    else joined.push(part)
  }
  return `CONCAT(CAST('' AS BINARY), ${joined.map((part) => (typeof part === 'string' ? part : `'${part.as}'`)).join(', ')})`
}

/** Lists that were made by `jsonList`, as one list. */
export function jsonRows(rows: readonly Uint8Array[]): Buffer {
  if (rows.length === 0) return Buffer.from('[]')
  const all = Buffer.concat([...rows, end])
  // In place of the first comma.
  all.write('[')
  return all
}

const end = Buffer.from(']')
