import type { ZodType } from 'zod'

/** The type of a column. Tests compare it with the types that the server reports (`core/src/testing/hold-shapes.ts`). */
export type ColumnKind =
  | 'key'
  | 'digits'
  | 'integer'
  | 'bigint'
  | 'number'
  | 'text'
  | 'bytes'
  | 'instant'
  | 'flag'
  | 'json'

/**
 * Whether a column can be null: `never`; `maybe`; or `left out`, where the schema allows null and the statement leaves such rows
 * out.
 */
type Nulls = 'never' | 'maybe' | 'left out'

/**
 * One column of a shape: its type, and the conversion of the driver's value. Production only converts, and never calls the
 * conversion with null. Tests also compare the column with the server's description, and check every value with `holds`.
 */
export class Column<Value> {
  constructor(
    readonly kind: ColumnKind,
    readonly convert: ((value: unknown) => Value) | null,
    /** Whether the column may contain this value. Never called with null. */
    readonly holds: (value: unknown) => boolean,
    readonly nulls: Nulls = 'never',
  ) {}

  /** The same column where it may be null. */
  get nullable(): Column<Value | null> {
    return new Column<Value | null>(this.kind, this.convert, this.holds, 'maybe')
  }

  /** The same column where the schema allows null, and the statement leaves such rows out. */
  get present(): Column<Value> {
    return new Column(this.kind, this.convert, this.holds, 'left out')
  }
}

/** The columns of a statement's answer, by their names. */
export type Shape = Readonly<Record<string, Column<unknown>>>

/** A row of a shape. */
export type RowOf<S extends Shape> = { [Name in keyof S]: S[Name] extends Column<infer Value> ? Value : never }

const isText = (value: unknown) => typeof value === 'string'

/** The column types of shapes. Each is named after what the caller gets; `.nullable` adds null. */
export const column = {
  /** A row's key (BIGINT), as the text that the driver makes of it. */
  key: new Column<string>('key', null, isText),
  /** A whole number of any width, as text. */
  digits: new Column<string>('digits', String, isText),
  /** A whole number of any width, a count, or a sum of whole numbers. A test fails when a value is not exact. */
  integer: new Column<number>('integer', Number, Number.isSafeInteger),
  /** A whole number that may be larger than a number holds exactly. */
  bigint: new Column<bigint>(
    'bigint',
    (value) => BigInt(String(value)),
    (value) => typeof value === 'bigint',
  ),
  /** A fraction: DOUBLE or FLOAT, or a quotient, which is a DECIMAL. */
  number: new Column<number>('number', Number, Number.isFinite),
  text: new Column<string>('text', null, isText),
  /** A text that is one of these. */
  oneOf: <const Text extends string>(texts: readonly Text[]): Column<Text> =>
    new Column<Text>('text', null, (value) => texts.some((text) => text === value)),
  /** A text of which a rule says what it is. */
  textThat: <Text extends string>(is: (text: string) => text is Text): Column<Text> =>
    new Column<Text>('text', null, (value) => typeof value === 'string' && is(value)),
  bytes: new Column<Buffer>('bytes', null, (value) => Buffer.isBuffer(value)),
  /** DATETIME(3), in UTC. */
  instant: new Column<Date>('instant', null, (value) => value instanceof Date),
  /** Yes or no: TINYINT, or what a condition answers. */
  flag: new Column<boolean>(
    'flag',
    (value) => Number(value) !== 0,
    (value) => typeof value === 'boolean',
  ),
  /** A JSON document: MySQL answers it parsed, MariaDB as text. Tests hold it to the schema. */
  json: <Value>(schema: ZodType<Value>): Column<Value> =>
    new Column<Value>('json', parsed as (value: unknown) => Value, (value) => schema.safeParse(value).success),
} as const

const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value)
