import { describe, expect, it } from 'vitest'
import { useTestNation } from '../testing'
import { openDatabase } from '../nation'
import { isDatabaseAway } from './run'

const nation = useTestNation()

/** Asks so many connections at once that each must be one of its own. */
async function askMany<T>(sql: string, params: unknown[] = []): Promise<T[]> {
  const asks = Array.from({ length: 8 }, () => nation.database.query<T[]>(`SELECT SLEEP(0.05), ${sql}`, params))
  return (await Promise.all(asks)).flatMap((rows) => rows.slice(0, 1))
}

describe('Every connection to the database', () => {
  it('is configured before its first statement, whatever the server’s own settings are', async () => {
    const answers = await askMany<Record<string, string>>(
      '@@session.sql_mode AS mode, @@session.time_zone AS zone, @@session.collation_connection AS collation_name, CONNECTION_ID() AS id',
    )
    expect(new Set(answers.map((answer) => answer.id)).size).toBeGreaterThan(1)
    for (const answer of answers) {
      for (const mode of ['STRICT_TRANS_TABLES', 'ONLY_FULL_GROUP_BY', 'NO_ZERO_DATE', 'ERROR_FOR_DIVISION_BY_ZERO']) {
        expect(answer.mode).toContain(mode)
      }
      expect(answer).toMatchObject({ zone: '+00:00', collation_name: 'utf8mb4_unicode_520_ci' })
    }
  })

  it('sees what others commit while its own transaction runs (READ COMMITTED), also outside of change()', async () => {
    await nation.database.query("INSERT INTO leases (name, holder, expires_at) VALUES ('seen', 'before', '2026-01-01')")
    const runner = nation.database.createQueryRunner()
    await runner.query('START TRANSACTION')
    const holder = async () =>
      ((await runner.query("SELECT holder FROM leases WHERE name = 'seen'")) as { holder: string }[])[0]?.holder
    expect(await holder()).toBe('before')
    await nation.database.query("UPDATE leases SET holder = 'after' WHERE name = 'seen'")
    expect(await holder()).toBe('after')
    await runner.query('ROLLBACK')
    await runner.release()
  })

  it('keeps instants to the millisecond in UTC, and amounts beyond 2^53 as their digits', async () => {
    const at = new Date('2026-03-29T01:30:00.123Z')
    await nation.database.query(
      "INSERT INTO leases (name, holder, expires_at) VALUES ('time', '18446744073709551615', ?)",
      [at],
    )
    const rows = await nation.database.query<{ expires_at: Date; text: string; amount: string }[]>(
      "SELECT expires_at, CAST(expires_at AS CHAR) AS text, CAST(holder AS UNSIGNED) AS amount FROM leases WHERE name = 'time'",
    )
    expect(rows[0]).toEqual({ expires_at: at, text: '2026-03-29 01:30:00.123', amount: '18446744073709551615' })
  })

  it('that may not read for long has a longer statement ended by the server, and counts as a database that is away', async () => {
    const hasty = await openDatabase({ url: nation.url, poolSize: 1, longestReadMs: 200 })
    try {
      const columns = 'information_schema.columns'
      const slow = hasty.query(
        `SELECT COUNT(*) FROM ${columns} a, ${columns} b, ${columns} c WHERE a.column_name < b.column_name`,
      )
      const error: unknown = await slow.then(
        () => null,
        (reason: unknown) => reason,
      )
      expect(isDatabaseAway(error)).toBe(true)
      expect(await hasty.query('SELECT 1 AS one')).toMatchObject([{ one: expect.anything() as unknown }])
    } finally {
      await hasty.destroy()
    }
  })

  it('is ended when its server takes no changes any more: the database counts as away, and the next one is new', async () => {
    const database = await openDatabase({ url: nation.url, poolSize: 1 })
    const connection = async () => (await database.query<{ id: string }[]>('SELECT CONNECTION_ID() AS id'))[0]?.id
    // The server cannot be made read-only for one test alone; a statement can answer with the same codes.
    const refusedWith = (code: number) =>
      `SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = ${code}, MESSAGE_TEXT = 'read-only'`
    try {
      for (const code of [1290, 1836]) {
        const before = await connection()
        const error: unknown = await database
          .transaction((tx) => tx.query(refusedWith(code)))
          .catch((reason: unknown) => reason)
        expect(error).toMatchObject({ driverError: { errno: code } })
        expect(isDatabaseAway(error)).toBe(true)
        expect(await connection()).not.toBe(before)
      }
      const before = await connection()
      const other: unknown = await database.query(refusedWith(1644)).catch((reason: unknown) => reason)
      expect(isDatabaseAway(other)).toBe(false)
      expect(await connection()).toBe(before)
    } finally {
      await database.destroy()
    }
  })

  it('refuses what does not fit instead of bending it', async () => {
    await expect(
      nation.database.query("INSERT INTO leases (name, holder, expires_at) VALUES (?, 'x', '2026-01-01')", [
        'n'.repeat(65),
      ]),
    ).rejects.toMatchObject({ code: 'ER_DATA_TOO_LONG' })
    await expect(
      nation.database.query("INSERT INTO leases (name, holder, expires_at) VALUES ('zero', 'x', '0000-00-00')"),
    ).rejects.toMatchObject({ code: 'ER_TRUNCATED_WRONG_VALUE' })
  })
})
