/** Row keys of a large nation begin behind this one, so that they meet none that were made before. */
export const base = 10_000_000

/** How many rows one statement writes at most. */
const batch = 100_000

/** Runs a statement; many rows are written by the database itself. */
export type Run = (sql: string) => Promise<unknown>

/** How many of something there are, before and after. */
export interface Growth {
  readonly from: number
  readonly to: number
}

const digits =
  '(SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)'

/** A table of the whole numbers from one to before another, as `n`. */
function numbers(from: number, to: number): string {
  const places = String(Math.max(1, to - from - 1)).length
  const parts = Array.from({ length: places }, (_, place) => `d${place}.d * ${10 ** place}`)
  const tables = Array.from({ length: places }, (_, place) => `${digits} AS d${place}`)
  return `(SELECT n FROM (SELECT ${from} + ${parts.join(' + ')} AS n FROM ${tables.join(' CROSS JOIN ')}) AS every
    WHERE n < ${to} ORDER BY n) AS numbers`
}

/** Writes a row for each number of a growth: `columns` of a table, and their values as SQL over `n`. */
export async function fill(
  run: Run,
  table: string,
  { from, to }: Growth,
  values: Readonly<Record<string, string>>,
  more: { readonly join?: string; readonly where?: string } = {},
  how: '' | 'IGNORE' = '',
): Promise<void> {
  const where = more.where === undefined ? '' : `WHERE ${more.where}`
  for (let first = from; first < to; first += batch) {
    await run(
      `INSERT ${how} INTO ${table} (${Object.keys(values).join(', ')}) SELECT ${Object.values(values).join(', ')}
       FROM ${numbers(first, Math.min(to, first + batch))} ${more.join ?? ''} ${where}`,
    )
  }
}

const kinds = ['citizen', 'election', 'candidate', 'poll', 'option', 'interview', 'question', 'response', 'movement', 'payment', 'broadcast', 'deletion', 'journal', 'task', 'taskResponse', 'conversation', 'message', 'report'] as const // oxfmt-ignore
export type Kind = (typeof kinds)[number]

const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0')

/** The public id of the n-th of a kind. */
export const uidOf = (kind: Kind, n: number): string =>
  `${hex(n, 8)}-00${hex(kinds.indexOf(kind), 2)}-7000-8000-000000000000`

/** The same as SQL. */
export const uidSql = (kind: Kind, n = 'n'): string =>
  `CONCAT(LOWER(LPAD(HEX(${n}), 8, '0')), '-00${hex(kinds.indexOf(kind), 2)}-7000-8000-000000000000')`

/** An instant as SQL: so many units before another. */
export const before = (now: Date, amount: string, unit: 'SECOND' | 'DAY' | 'MINUTE'): string =>
  `(${literal(now)} - INTERVAL (${amount}) ${unit})`

/** An instant as a literal of SQL. */
export const literal = (at: Date): string => `TIMESTAMP'${at.toISOString().slice(0, 23).replace('T', ' ')}'`
