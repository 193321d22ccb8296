import { newPublicId } from '@nation/core/platform'
import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2/promise'
import { nationTime } from './voters'

const batch = 500
const options = ['North', 'South', 'Neither of the two']

/** Makes polls with three options each; answers their row keys. */
async function makePolls(database: Connection, count: number): Promise<{ id: number; uid: string }[]> {
  const at = await nationTime(database)
  const [makers] = await database.query<RowDataPacket[]>('SELECT id FROM citizens ORDER BY id LIMIT 1')
  const maker = String(makers[0]?.id)
  const made: { id: number; uid: string }[] = []
  for (let from = 0; from < count; from += batch) {
    const polls = Array.from({ length: Math.min(batch, count - from) }, (_, place) => ({
      uid: newPublicId(at),
      question: `Which bridge of the capital shall be built first, asked for the ${from + place}th time?`,
    }))
    await database.query(
      `INSERT INTO polls (uid, question, status, created_by, created_by_role, created_at, updated_at) VALUES ?`,
      [polls.map(({ uid, question }) => [uid, question, 'open', maker, 'government', at, at])],
    )
    const [rows] = await database.query<RowDataPacket[]>('SELECT id, uid FROM polls WHERE uid IN (?)', [
      polls.map(({ uid }) => uid),
    ])
    const ids = rows.map((row) => ({ id: Number(row.id), uid: String(row.uid) }))
    await database.query('INSERT INTO poll_options (uid, poll_id, place, text, votes) VALUES ?', [
      ids.flatMap(({ id }) => options.map((text, place) => [newPublicId(at), id, place, text, 0])),
    ])
    await database.query('INSERT INTO poll_tallies (poll_id, votes) VALUES ?', [ids.map(({ id }) => [id, 0])])
    made.push(...ids)
  }
  return made
}

/** A poll for everybody to vote on at once: its public id and that of its first option. */
export async function makeHotPoll(database: Connection): Promise<{ id: string; optionId: string }> {
  const [poll] = await makePolls(database, 1)
  const [rows] = await database.query<RowDataPacket[]>(
    'SELECT uid FROM poll_options WHERE poll_id = ? ORDER BY place LIMIT 1',
    [poll?.id],
  )
  return { id: poll?.uid ?? '', optionId: String(rows[0]?.uid) }
}

/** That many polls with a hundred votes each, and counters that agree. */
export async function fillPolls(database: Connection, count: number): Promise<{ polls: number; votes: number }> {
  const polls = await makePolls(database, count)
  const at = await nationTime(database)
  let votes = 0
  for (let from = 0; from < polls.length; from += batch) {
    const ids = polls.slice(from, from + batch).map(({ id }) => id)
    const [written] = await database.query<ResultSetHeader>(
      `INSERT INTO poll_votes (poll_id, citizen_id, option_id, voted_at)
       SELECT o.poll_id, c.id, o.id, ? FROM (SELECT id FROM citizens ORDER BY id LIMIT 100) c
       JOIN poll_options o ON o.place = (c.id + o.poll_id) % 3 WHERE o.poll_id IN (?)`,
      [at, ids],
    )
    votes += written.affectedRows
  }
  await database.query(
    `UPDATE poll_options o JOIN (SELECT option_id, COUNT(*) AS n FROM poll_votes GROUP BY option_id) v ON v.option_id = o.id
     SET o.votes = v.n`,
  )
  await database.query(
    `UPDATE poll_tallies t JOIN (SELECT poll_id, COUNT(*) AS n FROM poll_votes GROUP BY poll_id) v ON v.poll_id = t.poll_id
     SET t.votes = v.n`,
  )
  return { polls: polls.length, votes }
}

/** The hot polls are over. */
export async function closeAllPolls(database: Connection): Promise<void> {
  await database.query(`UPDATE polls SET status = 'closed', closed_at = created_at WHERE status = 'open'`)
}

/** Transactions that cast votes: each tells the journal once of those who voted on a poll. */
export async function countPollBatches(database: Connection): Promise<number> {
  const [rows] = await database.query<RowDataPacket[]>(`SELECT COUNT(*) AS n FROM journal WHERE kind = 'polls.voted'`)
  return Number(rows[0]?.n)
}

/** How many counters differ from a count of the votes that stand. */
export async function pollCountersThatDiffer(database: Connection): Promise<number> {
  const [rows] = await database.query<RowDataPacket[]>(
    `SELECT o.id FROM poll_options o
       LEFT JOIN (SELECT option_id, COUNT(*) AS n FROM poll_votes GROUP BY option_id) v ON v.option_id = o.id
     WHERE o.votes <> COALESCE(v.n, 0)
     UNION ALL SELECT t.poll_id FROM poll_tallies t
       LEFT JOIN (SELECT poll_id, COUNT(*) AS n FROM poll_votes GROUP BY poll_id) v ON v.poll_id = t.poll_id
     WHERE t.votes <> COALESCE(v.n, 0)`,
  )
  return rows.length
}
