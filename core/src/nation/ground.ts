import { allEvents, type EventDeclaration } from '@nation/domain/events'
import { jobsOfKind, mostAttempts } from '@nation/domain/work'
import type { DataSource } from 'typeorm'
import { column, deleteOldAnswers, deleteOldKeys, deleteOldUse, readAnswers, rights, rowsOf, write } from '../platform'
import { removedBefore, retentionBatch, type Feature, type Retention } from '../work'

const workRetentionMs = 30 * 86_400_000

/** Removes a batch of reactions that wait for a person, and whose entry has expired: what was to follow can no longer be seen. */
const forgetLost: Retention = async (database) =>
  (
    await write(
      database,
      `DELETE FROM journal_work WHERE handler IN (?) AND done_at IS NULL AND attempts >= ?
         AND NOT EXISTS (SELECT 1 FROM journal WHERE journal.seq = journal_work.seq) LIMIT ${retentionBatch}`,
      [jobsOfKind('reaction'), mostAttempts],
    )
  ).affectedRows

/** What belongs to no feature: stored answers, the journal, background work, the clock and the schema itself. */
export const ground: Feature = {
  tables: {
    clock: rights.readOnly,
    counters: rights.kept,
    idempotency_keys: rights.passing,
    idempotency_use: rights.passing,
    job_hours: rights.passing,
    jobs: rights.kept,
    journal: rights.facts,
    journal_head: { ...rights.readOnly, change: true },
    journal_kinds: rights.readOnly,
    journal_personal: rights.readOnly,
    journal_projections: rights.kept,
    journal_work: rights.passing,
    leases: rights.passing,
    long_work: rights.passing,
    migrations: rights.readOnly,
    nation: rights.readOnly,
    shared_answers: rights.passing,
  },
  retention: [
    (database, now) => deleteOldKeys(database.manager, now, retentionBatch),
    (database, now) => deleteOldAnswers(database.manager, now, retentionBatch),
    (database, now) => deleteOldUse(database.manager, now, retentionBatch),
    removedBefore(`DELETE FROM long_work WHERE state = 'done' AND finished_at < ? LIMIT 1000`, workRetentionMs),
    removedBefore('DELETE FROM job_hours WHERE hour < ? LIMIT 1000', workRetentionMs),
    ...(allEvents as readonly EventDeclaration[])
      .filter(({ retentionDays }) => retentionDays !== undefined)
      .map(
        ({ kind }): Retention =>
          (database) =>
            prune(database, kind),
      ),
    forgetLost,
    removedBefore('DELETE FROM journal_work WHERE done_at < ? LIMIT 1000', workRetentionMs),
  ],
}

/** Removes a batch of the oldest journal entries of a kind that expires; the procedure has the age. */
async function prune(database: DataSource, kind: string): Promise<number> {
  const call = 'CALL journal_prune(?, ?)'
  const [answer] = await readAnswers(database, call, [kind, retentionBatch])
  return rowsOf(answer, { gone: column.integer }, call)[0]?.gone ?? 0
}
