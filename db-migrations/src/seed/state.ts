import { JournalDraft, column, readFirst, readRows, writeJournal } from '@nation/core/platform'
import { demoPersonas } from '@nation/demo'
import type { DataSource, EntityManager } from 'typeorm'

/** How far a database is from holding a demo nation. */
export type SeedState =
  /** The database is empty. */
  | 'empty'
  /** A seeding began and did not end: what is there is not a nation yet. */
  | 'unfinished'
  /** The demo nation is there, whole. */
  | 'settled'
  /** It has citizens who did not come by seeding. */
  | 'inhabited'

const began = 'demo.began'
const settled = 'demo.settled'

/** Reads from the journal and the citizens how far a seeding has come. */
export async function seedState(database: DataSource): Promise<SeedState> {
  const marks = await readRows(database, { kind: column.text }, 'SELECT DISTINCT kind FROM journal WHERE kind IN (?)', [
    [began, settled],
  ])
  const has = (kind: string) => marks.some((mark) => mark.kind === kind)
  if (has(settled)) return 'settled'
  if (has(began)) return (await onlyDemoPeople(database)) ? 'unfinished' : 'inhabited'
  const counted = await readFirst(
    database,
    { n: column.integer },
    'SELECT (SELECT COUNT(*) FROM citizens) + (SELECT COUNT(*) FROM elections) AS n',
  )
  return counted?.n === 0 ? 'empty' : 'inhabited'
}

async function onlyDemoPeople(database: DataSource): Promise<boolean> {
  const ours = demoPersonas(new Date(0)).map(({ id }) => id)
  const others = await readRows(database, { id: column.key }, 'SELECT id FROM citizens WHERE x_id NOT IN (?) LIMIT 1', [
    ours,
  ])
  return others.length === 0
}

type LastDeed = (tx: EntityManager) => Promise<void>

/** Says in the journal that a seeding begins: until it is settled, what follows is not a nation. */
export const markBegun = (database: DataSource, at: Date) => mark(database, began, at)

/** Says in the journal that the demo nation is whole; `last` happens in the same transaction. */
export const markSettled = (database: DataSource, at: Date, last: LastDeed) => mark(database, settled, at, last)

async function mark(
  database: DataSource,
  kind: 'demo.began' | 'demo.settled',
  at: Date,
  first?: LastDeed,
): Promise<void> {
  await database.transaction('READ COMMITTED', async (tx) => {
    await first?.(tx)
    const journal = new JournalDraft()
    journal.add({ kind })
    await writeJournal(tx, journal, at)
  })
}

/** What a seeding fills, in an order in which it can be emptied. */
const seededTables = [
  'message_reaction_counts',
  'message_reactions',
  'message_mentions',
  'message_images',
  'messages',
  'conversation_readers',
  'conversations WHERE channel IS NULL',
  'bank_checks',
  'bank_payouts',
  'bank_waiting',
  'bank_payments',
  'ledger_entries',
  'ledger_movements',
  'bank_cycles',
  'ledger_accounts',
  'bank_percentages',
  'bank_totals',
  'bank_state',
  'balance_scan_rows',
  'balance_scans',
  'long_work',
  'former_poll_votes',
  'poll_log',
  'poll_votes',
  'poll_tallies',
  'poll_options',
  'polls',
  'broadcasts',
  'task_reminders',
  'task_people',
  'task_responses',
  'tasks',
  'interview_answers',
  'interview_responses',
  'interview_questions',
  'interviews',
  'promise_marks',
  'promise_history',
  'promise_states',
  'terms',
  'election_results',
  'election_tiers',
  'current_votes',
  'ballots',
  'roll_entries',
  'published_tallies',
  'published_voters',
  'tally_publications',
  'poll_publications',
  'tallies',
  'candidacies',
  'elections',
  'election_calendar',
  'journal_work',
  'journal',
  'media',
  'citizens',
  'citizen_words',
  'counters',
] as const

/** Takes away what an unfinished seeding left: all of it or, when killed, nothing of it. */
export async function wipeUnfinished(database: DataSource): Promise<void> {
  await database.transaction('READ COMMITTED', async (tx) => {
    for (const table of seededTables) await tx.query(`DELETE FROM ${table}`)
    await tx.query('UPDATE journal_head SET seq = 0 WHERE id = 1')
    await tx.query('UPDATE conversations SET last_number = 0, last_at = NULL')
  })
}

/** Runs `work` while no other process seeds this database. */
export async function withSeedLock<T>(database: DataSource, work: () => Promise<T>): Promise<T> {
  const runner = database.createQueryRunner()
  const name = "LEFT(CONCAT('nation-seed ', DATABASE()), 64)"
  try {
    const locked = (await runner.query(`SELECT GET_LOCK(${name}, 120) AS got`)) as { got: number | string | null }[]
    if (Number(locked[0]?.got) !== 1) throw new Error('Another process is seeding this database.')
    return await work()
  } finally {
    await runner.query(`SELECT RELEASE_LOCK(${name})`).catch(() => undefined)
    await runner.release()
  }
}
