import type { DataSource } from 'typeorm'
import { column } from './columns'
import { readRows } from './read-rows'

/** What the serving account may do with a table besides reading it. */
export interface TableRights {
  readonly add: boolean
  /** True for all columns, or the names of the columns. */
  readonly change: boolean | readonly string[]
  readonly remove: boolean
}

/** The usual rights on a table. */
export const rights = {
  readOnly: { add: false, change: false, remove: false },
  /** Facts: written once, never changed, never removed. */
  facts: { add: true, change: false, remove: false },
  /** Rows that are changed, and never removed. */
  kept: { add: true, change: true, remove: false },
  /** Rows that are added, changed and removed: sessions, keys, finished work. */
  passing: { add: true, change: true, remove: true },
} as const satisfies Record<string, TableRights>

/** Tables of records that must never change, each with a column by which a change could be tried. */
const unalterable = {
  journal: 'facts',
  ballots: 'candidacy_id',
  ledger_movements: 'seal',
  ledger_entries: 'amount_cents',
} as const

/** The serving account has more rights than it needs. */
export class TooManyRights extends Error {
  override readonly name = 'TooManyRights'
}

/**
 * Checks that this account can neither change nor delete rows of the tables in `unalterable`. It tries statements that match no
 * row: the server checks rights before it looks for rows.
 * @throws TooManyRights with a plain sentence
 */
export async function requireLeastRights(database: DataSource): Promise<void> {
  const may: string[] = []
  for (const [table, column] of Object.entries(unalterable)) {
    const statements = [`DELETE FROM ${table} WHERE 1 = 0`, `UPDATE ${table} SET ${column} = ${column} WHERE 1 = 0`]
    for (const statement of statements)
      if (await isAllowed(database, statement)) may.push(statement.split(' ')[0] ?? '')
    if (may.length > 0) throw tooMany(`${may.join(' and ')} on ${table}`)
  }
  const wide = await wideRights(database)
  if (wide.length > 0) throw tooMany(`${wide.join(', ')} on all tables`)
}

const tooMany = (what: string) =>
  new TooManyRights(
    `The database account of DATABASE_URL has too many rights (${what}): in production the account that serves can ` +
      'neither alter nor delete the journal, the ballots and the ledger. Give it an account of its own and run ' +
      '`node db-migrations/dist/cli.js migrate` with MIGRATION_DATABASE_URL; docs/operations.md tells how.',
  )

async function isAllowed(database: DataSource, statement: string): Promise<boolean> {
  try {
    await database.query(statement)
    return true
  } catch (error) {
    if (isDenied(error)) return false
    throw error
  }
}

/** Whether the server refused a statement because the account lacks the right. */
export function isDenied(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return [
    'ER_TABLEACCESS_DENIED_ERROR',
    'ER_COLUMNACCESS_DENIED_ERROR',
    'ER_DBACCESS_DENIED_ERROR',
    'ER_PROCACCESS_DENIED_ERROR',
    'ER_SPECIFIC_ACCESS_DENIED_ERROR',
  ].includes(String(code))
}

/** Rights of this account on the whole schema or server, without rights on single tables. */
export async function wideRights(database: Pick<DataSource, 'query'>, schema?: string): Promise<string[]> {
  const account = `CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')`
  const rows = await readRows(
    database,
    { name: column.text },
    `SELECT privilege_type AS name FROM information_schema.user_privileges
       WHERE grantee = ${account} AND privilege_type <> 'USAGE'
     UNION SELECT privilege_type AS name FROM information_schema.schema_privileges
       WHERE grantee = ${account} AND REPLACE(table_schema, '\\\\', '') = COALESCE(?, DATABASE())`,
    [schema ?? null],
  )
  return rows.map(({ name }) => name).sort()
}
