import { dayLimits } from '@nation/domain/participation'
import { jobNames, jobRules, mostAttempts } from '@nation/domain/work'
import { column, type Queries, readOne, type Statement } from '../platform'

const namesOf = (kind: 'timed' | 'reaction') => jobNames.filter((name) => jobRules[name].kind === kind)

/** Timed jobs whose last run failed, by their names: the table has a row for each job. */
export const failingJobs: Statement = {
  sql: `SELECT 'failing' AS kind, j.name AS id, NULL AS title, NULL AS at, 0 AS n, 0 AS total
    FROM jobs j WHERE j.failures > 0 AND j.name IN (?)`,
  values: [namesOf('timed')],
}

/** How many timed jobs failed at their last run: each of them counts until a later run goes well. */
export async function failingJobCount(database: Queries): Promise<number> {
  const { n } = await readOne(
    database,
    { n: column.integer },
    'SELECT COUNT(*) AS n FROM jobs WHERE failures > 0 AND name IN (?)',
    [namesOf('timed')],
  )
  return n
}

/** How many reactions have failed so often that they wait for a person; at most so many. */
export const stuckWork: Statement = {
  sql: `SELECT 'stuck' AS kind, '' AS id, NULL AS title, NULL AS at, COUNT(*) AS n, 0 AS total FROM (
      SELECT w.seq FROM journal_work w FORCE INDEX (ix_journal_work_handler)
      WHERE w.handler IN (?) AND w.done_at IS NULL AND w.attempts >= ? LIMIT ${dayLimits.stuck}) AS stuck`,
  values: [namesOf('reaction'), mostAttempts],
}
