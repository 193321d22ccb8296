import { deriveKeys, issueBearer } from '@nation/core/auth'
import { isNotVoid } from '@nation/core/elections'
import { newPublicId } from '@nation/core/platform'
import type { Voter } from '@nation/core/testing'
import type { Connection, RowDataPacket } from 'mysql2/promise'

const batch = 1000

/** The nation's time: the machine's and the stored offset. */
export async function nationTime(database: Connection): Promise<Date> {
  const [rows] = await database.query<RowDataPacket[]>('SELECT offset_ms FROM clock')
  return new Date(Date.now() + Number(rows[0]?.offset_ms ?? 0))
}

/** Makes that many citizens who may vote, each with a session, and answers their bearer tokens. */
export async function makeVoters(database: Connection, count: number, secret: string): Promise<string[]> {
  return (await settleVoters(database, count, secret)).tokens
}

/**
 * Makes that many citizens who may vote, each with a session that lasts some days, and answers them and their bearer tokens.
 */
export async function settleVoters(
  database: Connection,
  count: number,
  secret: string,
  days = 1,
): Promise<{ voters: Voter[]; tokens: string[] }> {
  const at = await nationTime(database)
  const keys = deriveKeys(secret)
  const tokens: string[] = []
  const made: Voter[] = []
  for (let from = 0; from < count; from += batch) {
    const voters = Array.from({ length: Math.min(batch, count - from) }, (_, place) => ({
      uid: newPublicId(at),
      session: newPublicId(at),
      name: `voter_${from + place}`,
    }))
    await database.query(
      `INSERT INTO citizens (uid, x_id, handle, username, followers, verified, x_created_at, x_refreshed_at, token_balance,
         role, is_admin, is_super_admin, joined_at, created_at, updated_at) VALUES ?`,
      [voters.map(({ uid, name }) => [uid, name, name, name, 10, 0, new Date(0), at, 0, 'citizen', 0, 0, at, at, at])],
    )
    const [rows] = await database.query<RowDataPacket[]>('SELECT id, uid FROM citizens WHERE uid IN (?)', [
      voters.map(({ uid }) => uid),
    ])
    const idOf = new Map(rows.map((row) => [row.uid as string, row.id as string]))
    const until = new Date(at.getTime() + days * 86_400_000)
    await database.query(
      `INSERT INTO sessions (id, citizen_id, salt, generation, rotated_at, created_at, expires_at, user_agent) VALUES ?`,
      [voters.map(({ uid, session }) => [session, idOf.get(uid), Buffer.alloc(16, 7), 1, at, at, until, 'bench'])],
    )
    made.push(...voters)
    for (const { uid, session } of voters)
      tokens.push((await issueBearer(keys, { kind: 'citizen', uid, sessionId: session }, at)).token)
  }
  return { voters: made, tokens }
}

export interface Counted {
  readonly ballots: number
  /** Transactions that cast ballots for one position: each tells the journal once of those who voted. */
  readonly batches: number
}

/** Ballots so far, and the transactions that cast them. */
export async function countBallots(database: Connection): Promise<Counted> {
  const [[row]] = (await database.query<RowDataPacket[]>(
    `SELECT (SELECT COUNT(*) FROM ballots) AS ballots,
            (SELECT COUNT(*) FROM journal WHERE kind = 'elections.voted') AS batches`,
  )) as [RowDataPacket[], unknown]
  return { ballots: Number(row?.ballots), batches: Number(row?.batches) }
}

/** How many candidates' counters differ from a count of the votes that stand. */
export async function countersThatDiffer(database: Connection, stage = 'phase_one'): Promise<number> {
  const [rows] = await database.query<RowDataPacket[]>(
    `SELECT t.candidacy_id FROM tallies t
       LEFT JOIN (SELECT v.candidacy_id, SUM(v.weight_units) AS units, COUNT(*) AS voters FROM current_votes v
         JOIN candidacies k ON k.id = v.candidacy_id WHERE ${isNotVoid('k')} GROUP BY v.candidacy_id) v
         ON v.candidacy_id = t.candidacy_id
       JOIN candidacies c ON c.id = t.candidacy_id JOIN elections e ON e.id = c.election_id
     WHERE e.stage = ? AND (t.weight_units <> COALESCE(v.units, 0) OR t.supporters <> COALESCE(v.voters, 0))`,
    [stage],
  )
  return rows.length
}
