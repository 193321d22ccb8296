import { sessionLifetimes } from '@nation/domain/auth'
import { allEvents, type EventDeclaration } from '@nation/domain/events'
import type { DataSource } from 'typeorm'
import { forgetOldScans } from '../citizens/balance-scan'
import { forgetOldCommands } from '../commands'
import { forgetOldUploads } from '../media/upload.service'
import { forgetOldAnswers, forgetOldKeys, forgetOldUse } from '../platform/idempotency'
import { column, readAnswers, rowsOf, write } from '../platform'

const batchSize = 1_000
const keepWorkMs = 30 * 86_400_000
const keepTriesMs = 30 * 86_400_000
const keepCopiesMs = 7 * 86_400_000

/** What each kind of remainder is, and how to remove a batch of it. Instants are the nation's. */
const remainders: readonly ((database: DataSource, now: Date) => Promise<number>)[] = [
  (database, now) => forgetOldKeys(database.manager, now, batchSize),
  (database, now) => forgetOldAnswers(database.manager, now, batchSize),
  (database, now) => forgetOldUse(database.manager, now, batchSize),
  (database, now) => forgetOldCommands(database.manager, now, batchSize),
  (database, now) =>
    remove(
      database,
      'DELETE FROM data_exports WHERE created_at < ? LIMIT 1000',
      new Date(now.getTime() - keepCopiesMs),
    ),
  (database, now) => remove(database, 'DELETE FROM former_accounts WHERE votes_from < ? LIMIT 1000', now),
  (database, now) => remove(database, 'DELETE FROM sessions WHERE expires_at < ? ORDER BY expires_at LIMIT 1000', now),
  (database, now) => remove(database, 'DELETE FROM panel_sessions WHERE expires_at < ? LIMIT 1000', now),
  (database, now) =>
    remove(database, 'DELETE FROM panel_tries WHERE at < ? LIMIT 1000', new Date(now.getTime() - keepTriesMs)),
  (database, now) =>
    remove(
      database,
      'DELETE FROM panel_devices WHERE last_used_at < ? LIMIT 1000',
      new Date(now.getTime() - sessionLifetimes.panelDevice),
    ),
  (database, now) =>
    remove(database, 'DELETE FROM wallet_challenges WHERE expires_at < ? ORDER BY expires_at LIMIT 1000', now),
  (database, now) => forgetOldScans(database.manager, now),
  (database, now) => forgetOldUploads(database.manager, now, batchSize),
  (database, now) =>
    remove(
      database,
      `DELETE FROM long_work WHERE state = 'done' AND finished_at < ? LIMIT 1000`,
      new Date(now.getTime() - keepWorkMs),
    ),
  (database, now) =>
    remove(database, 'DELETE FROM job_hours WHERE hour < ? LIMIT 1000', new Date(now.getTime() - keepWorkMs)),
  ...(allEvents as readonly EventDeclaration[])
    .filter(({ keepDays }) => keepDays !== undefined)
    .map(
      ({ kind }) =>
        (database: DataSource) =>
          prune(database, kind),
    ),
  (database, now) =>
    remove(database, 'DELETE FROM journal_work WHERE done_at < ? LIMIT 1000', new Date(now.getTime() - keepWorkMs)),
]

/** Removes a batch of the oldest journal entries of a kind that is not kept; the procedure knows from when on. */
async function prune(database: DataSource, kind: string): Promise<number> {
  const call = 'CALL journal_prune(?, ?)'
  const [answer] = await readAnswers(database, call, [kind, batchSize])
  return rowsOf(answer, { gone: column.integer }, call)[0]?.gone ?? 0
}

async function remove(database: DataSource, sql: string, before: Date): Promise<number> {
  const result = await write(database, sql, [before])
  return result.affectedRows
}

/**
 * Removes what has outlived its use: stored answers past their replay time, sessions that ran out, finished work. In
 * batches, so that no lock is held for long. Of the journal goes what its events declare as passing; everything of elections
 * stays.
 * @returns how many rows went
 */
export async function tidy(database: DataSource, now: Date): Promise<number> {
  let gone = 0
  for (const remainder of remainders) {
    for (let batch = batchSize; batch === batchSize; gone += batch) batch = await remainder(database, now)
  }
  return gone
}
