import type { DataSource } from 'typeorm'
import { column } from './columns'
import { readRows } from './read-rows'

/** What the account that serves may do with a table, beside reading it. */
export interface TableRights {
  readonly add: boolean
  /** All columns, or those that are named. */
  readonly change: boolean | readonly string[]
  readonly remove: boolean
}

const readOnly: TableRights = { add: false, change: false, remove: false }
/** Facts: written once, never changed, never removed. */
const facts: TableRights = { add: true, change: false, remove: false }
/** Rows that change and stay. */
const kept: TableRights = { add: true, change: true, remove: false }
/** Rows that come and go: sessions, keys, work that is done. */
const passing: TableRights = { add: true, change: true, remove: true }

/**
 * The rights of the account that serves, for each table. `migrate` grants exactly these. A table that is not named here
 * stops `migrate` and fails a test: whoever adds a table says what may be done with it, and says no more than the product
 * does.
 */
export const servingRights: Readonly<Record<string, TableRights>> = {
  account_deletions: kept,
  admin_commands: passing,
  balance_scan_rows: passing,
  balance_scans: passing,
  ballots: facts,
  bank_checks: facts,
  bank_cycles: facts,
  bank_payments: facts,
  bank_payouts: facts,
  bank_percentages: facts,
  bank_state: kept,
  bank_totals: facts,
  bank_waiting: passing,
  broadcasts: kept,
  candidacies: kept,
  citizen_blocks: passing,
  citizen_mutes: passing,
  citizen_pages: passing,
  citizen_words: passing,
  citizens: kept,
  clock: readOnly,
  // Erasure takes read markers; conversations and the places of messages stay.
  conversation_readers: passing,
  conversations: kept,
  counters: kept,
  current_votes: passing,
  data_exports: passing,
  election_calendar: kept,
  election_results: facts,
  election_tiers: facts,
  elections: kept,
  feature_flags: kept,
  former_accounts: passing,
  former_poll_votes: passing,
  gazette_entries: facts,
  gazette_facets: passing,
  gazette_terms: passing,
  gazette_words: passing,
  idempotency_keys: passing,
  idempotency_use: passing,
  interview_answers: passing,
  interview_questions: facts,
  interview_responses: passing,
  interviews: kept,
  job_hours: passing,
  jobs: kept,
  journal: facts,
  journal_head: { ...readOnly, change: true },
  journal_kinds: readOnly,
  journal_personal: readOnly,
  journal_projections: kept,
  journal_work: passing,
  leases: passing,
  ledger_accounts: { ...facts, change: ['balance_cents'] },
  ledger_entries: facts,
  ledger_movements: facts,
  long_work: passing,
  media: passing,
  message_images: passing,
  message_mentions: passing,
  message_reaction_counts: kept,
  message_reactions: passing,
  // Evidence stays; erasure takes what somebody said who left, and why they reported.
  message_report_lines: { ...facts, change: ['text'] },
  message_reports: kept,
  message_words: passing,
  messages: kept,
  migrations: readOnly,
  nation: readOnly,
  panel_accounts: passing,
  panel_devices: passing,
  panel_recovery_codes: passing,
  panel_sessions: passing,
  panel_tries: passing,
  poll_log: facts,
  poll_options: passing,
  poll_tallies: kept,
  poll_votes: facts,
  polls: kept,
  // Erasure takes what somebody said who left.
  promise_history: { ...facts, change: ['sentence', 'link'] },
  promise_marks: passing,
  promise_states: kept,
  published_tallies: kept,
  // Erasure takes wallet and balance of a citizen who left off the rolls of elections that are over.
  roll_entries: { ...facts, change: ['wallet_address', 'balance'] },
  sessions: passing,
  settings: kept,
  shared_answers: passing,
  tallies: kept,
  tally_publications: kept,
  task_people: facts,
  task_reminders: facts,
  // Erasure takes what somebody said who left.
  task_responses: { ...facts, change: ['answer', 'images'] },
  tasks: kept,
  terms: kept,
  token_migration_citizens: kept,
  token_migrations: kept,
  token_state: kept,
  upload_attempts: passing,
  wallet_challenges: passing,
}

/** Procedures that the account that serves may call: the lawful changes of tables that it may not change itself. */
export const servingProcedures = ['journal_number', 'journal_forget', 'journal_prune'] as const

/** Rows that prove what happened, each with a column by which it could be altered. */
const unalterable = {
  journal: 'facts',
  ballots: 'candidacy_id',
  ledger_movements: 'seal',
  ledger_entries: 'amount_cents',
} as const

/** The account of a server process may do more than serving needs. */
export class TooManyRights extends Error {
  override readonly name = 'TooManyRights'
}

/**
 * Makes sure that this account can neither change nor delete what proves what happened. It tries: the server checks rights
 * before it looks for rows, and no row is like that.
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

/** Rights that this account has on the whole schema or server; rights of single tables are not among them. */
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
