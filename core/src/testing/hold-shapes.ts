import type { FieldPacket } from 'mysql2'
import { watchShapes, type Asked, type Column, type ColumnKind, type Shape } from '../platform'

/**
 * From now on, every statement with a shape is held to it: names, types and nulls as the server reports them, and each value.
 * What one database answers otherwise than the other fails there.
 */
export function holdShapes(): void {
  watchShapes({ follow: rememberFields, place: placeOfCaller, hold: holdAnswer })
}

type Rows = readonly Record<string, unknown>[]
type Field = FieldPacket & { readonly extendedFormat?: string; tellsNull?: boolean }

/** What the server said of the columns of an answer. */
const fieldsOf = new WeakMap<object, readonly Field[]>()

type Done = (error: unknown, answer: unknown, fields: unknown) => void

/** Keeps the descriptions of a connection's answers beside their rows. Called with the connection's own arguments, it changes nothing else. */
function rememberFields(connection: { query: unknown; _isMariaDB?: boolean }): void {
  const query = connection.query as (...args: unknown[]) => unknown
  connection.query = (...args: unknown[]) => {
    const done = args.at(-1)
    if (typeof done !== 'function') return query.apply(connection, args)
    const remembering: Done = (error, answer, fields) => {
      remember(answer, fields, connection._isMariaDB === true)
      ;(done as Done)(error, answer, fields)
    }
    return query.apply(connection, [...args.slice(0, -1), remembering])
  }
}

/** Of several statements, and of a procedure, there is a list of answers and a list of their columns. */
function remember(answer: unknown, fields: unknown, tellsNull: boolean): void {
  if (!Array.isArray(answer) || !Array.isArray(fields)) return
  // A statement that writes has no columns.
  if (fields.some((one) => one === undefined || Array.isArray(one)))
    answer.forEach((one, place) => remember(one, fields[place], tellsNull))
  else
    fieldsOf.set(
      answer,
      (fields as Field[]).map((field) => Object.assign(field, { tellsNull })),
    )
}

/**
 * Remembers the frame that called a function of `read-rows.ts`. Only a test that fails has it put into words: a stack is resolved
 * through source maps, which costs more than most statements.
 */
function placeOfCaller(): () => string {
  const called = new Error()
  return () => {
    const frames = called.stack?.split('\n').slice(1) ?? []
    const own = /[/\\](?:read-rows|hold-shapes)\.ts/
    const frame = frames.find((one) => !own.test(one)) ?? 'an unknown place'
    return frame.trim().replace(/^at /, '').split('/').slice(-4).join('/').replace(')', '')
  }
}

/** @throws Error in which the place, the column and what is wrong are said */
function holdAnswer(answer: unknown, shape: Shape, { sql, place }: Asked): void {
  const fail = (problem: string): never => {
    throw new Error(`${place()}: ${problem} The statement: ${sql.replace(/\s+/g, ' ').trim().slice(0, 200)}`)
  }
  const fields = Array.isArray(answer) ? fieldsOf.get(answer) : undefined
  if (!fields) return fail('these rows did not come from a connection that is watched.')
  const problem = namesProblem(fields, shape) ?? fieldProblem(fields, shape) ?? valueProblem(answer as Rows, shape)
  if (problem) fail(problem)
}

function namesProblem(fields: readonly Field[], shape: Shape): string | undefined {
  const names = fields.map(({ name }) => name)
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice !== undefined) return `column '${twice}' is answered twice.`
  const missing = Object.keys(shape).find((name) => !names.includes(name))
  if (missing !== undefined) return `column '${missing}' is in the shape, and the statement does not answer it.`
  const extra = names.find((name) => !(name in shape))
  return extra === undefined ? undefined : `column '${extra}' is answered, and is not in the shape.`
}

function fieldProblem(fields: readonly Field[], shape: Shape): string | undefined {
  for (const field of fields) {
    const column = shape[field.name]
    const problem = column && (typeProblem(field, column) ?? nullProblem(field, column))
    if (problem) return `column '${field.name}' ${problem}`
  }
  return undefined
}

const type = {
  tiny: 1,
  short: 2,
  long: 3,
  float: 4,
  double: 5,
  null: 6,
  timestamp: 7,
  longlong: 8,
  int24: 9,
  datetime: 12,
  year: 13,
  varchar: 15,
  json: 245,
  decimal: 246,
  blobs: [249, 250, 251, 252],
  varString: 253,
  string: 254,
} as const

const texts: readonly number[] = [type.varchar, type.varString, type.string, ...type.blobs]
const integers: readonly number[] = [type.tiny, type.short, type.long, type.int24, type.longlong, type.year]
const binary = 63

const isWhole = ({ columnType = -1, decimals = 0 }: Field) =>
  integers.includes(columnType) || (columnType === type.decimal && decimals === 0)
const isText = ({ columnType = -1, characterSet }: Field) => texts.includes(columnType) && characterSet !== binary

/** Which columns of the server's a kind may be. */
const mayBe: Record<ColumnKind, (field: Field) => boolean> = {
  key: ({ columnType }) => columnType === type.longlong,
  digits: isWhole,
  integer: isWhole,
  bigint: isWhole,
  number: ({ columnType = -1 }) => [type.float, type.double, type.decimal].some((one) => one === columnType),
  text: isText,
  bytes: ({ columnType = -1, characterSet }) => texts.includes(columnType) && characterSet === binary,
  instant: ({ columnType }) => columnType === type.datetime || columnType === type.timestamp,
  flag: ({ columnType = -1 }) => integers.includes(columnType),
  json: (field) => field.columnType === type.json || field.extendedFormat === 'json' || isText(field),
}

function typeProblem(field: Field, { kind }: Column<unknown>): string | undefined {
  if (field.columnType === type.null || mayBe[kind](field)) return undefined
  return `is declared as ${kind}, and the server answers ${described(field)}.`
}

const described = ({ columnType = -1, decimals = 0, characterSet }: Field): string => {
  if (columnType === type.decimal) return `DECIMAL with ${decimals} decimals`
  if (texts.includes(columnType)) return characterSet === binary ? 'bytes' : 'text'
  const name = Object.entries(type).find(([, number]) => number === columnType)?.[0]
  return name ? name.toUpperCase() : `type ${columnType}`
}

const notNull = 1

/**
 * MariaDB says of a table's column whether it may be null, also behind an outer join. Of an expression the values alone tell, and
 * of everything on MySQL, which calls columns that cannot be null nullable when it sorts them beside a subquery.
 */
function nullProblem({ orgTable, schema, flags, tellsNull }: Field, { nulls }: Column<unknown>): string | undefined {
  const isOfTable = Boolean(orgTable) && Boolean(schema)
  const mayBeNull = (Number(flags) & notNull) === 0
  return tellsNull === true && nulls === 'never' && isOfTable && mayBeNull
    ? "may be null in the table: it is '.nullable', or '.present' where the statement leaves nulls out."
    : undefined
}

function valueProblem(rows: Rows, shape: Shape): string | undefined {
  for (const [name, column] of Object.entries(shape)) {
    for (const row of rows) {
      const problem = wrongValue(row[name], column)
      if (problem) return `column '${name}' ${problem}`
    }
  }
  return undefined
}

function wrongValue(value: unknown, { kind, nulls, convert, holds }: Column<unknown>): string | undefined {
  if (value === null) return nulls === 'maybe' ? undefined : 'is null in a row, and is not declared as nullable.'
  if (kind === 'flag' && ![0, 1].includes(Number(value)))
    return `is declared as flag, and holds ${JSON.stringify(value)}.`
  if (holds(convert ? convert(value) : value)) return undefined
  return `is declared as ${kind}, and holds ${JSON.stringify(value)?.slice(0, 200)}.`
}
