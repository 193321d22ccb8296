import type { DataSource } from 'typeorm'
import { describe, expect, it } from 'vitest'
import { channels } from '@nation/domain/messenger'
import { Session } from '../sessions'
import { advanceElections, createCandidate } from '../elections'
import { aCitizen, aPoll, as, base, emptyTables, restoreRows, saveRows, sessionOf, useTestNation } from '.'

const nation = useTestNation()

/** All rows of all tables, as the database writes them. */
async function everything(database: DataSource): Promise<Record<string, unknown[]>> {
  const tables: { name: string }[] = await database.query(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY 1",
  )
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const rows: unknown[] = await database.query(`SELECT * FROM \`${name}\``)
    if (rows.length > 0) all[name] = rows
  }
  return all
}

/** Rows with instants, texts of several bytes, JSON, bytes, numbers past 2^53 and nothing at all. */
async function live(displayName: string): Promise<void> {
  await advanceElections(nation.runtime)
  const ada = await aCitizen(nation.database, { username: "Ada 'Ω' 👩‍🚀 \\ ; --", tokenBalance: '18446744073709551' })
  await nation.database.getRepository(Session).insert(sessionOf(ada, nation.clock.now()))
  await aPoll(nation.runtime, await aCitizen(nation.database, { isAdmin: true }))
  const words = { displayName, bio: 'Bio\nin "lines"', campaignSlogan: 'S', vision: 'V', whyVoteForMe: 'W' }
  await as(nation.runtime, ada, (ctx) => createCandidate(ctx, { ...words, position: 'president' }))
}

describe('The rows of a test’s nation', () => {
  it('are what they were when they are restored, whatever happened to them', async () => {
    await live('Ada')
    const before = await everything(nation.database)
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['candidacies', 'journal', 'polls', 'sessions']))
    const saved = await saveRows(nation.database)
    await nation.database.query("UPDATE citizens SET username = 'Eve'")
    await nation.database.query('DELETE FROM sessions')
    await live('Eve')
    await restoreRows(nation.database, saved)
    expect(await everything(nation.database)).toEqual(before)
  })

  it('are gone when its tables are emptied, but for those that belong to the schema', async () => {
    await live('Ben')
    await emptyTables(nation.database)
    const { journal_head: head, conversations, ...rest } = await everything(nation.database)
    expect(head).toMatchObject([{ id: 1, seq: '0' }])
    expect(conversations).toHaveLength(channels.length)
    expect((conversations as { last_number: string }[]).every(({ last_number: last }) => Number(last) === 0)).toBe(true)
    expect(Object.keys(rest)).toEqual(['journal_kinds', 'journal_personal', 'migrations', 'nation'])
  })

  it('have ids from one on again where a test made a large nation', async () => {
    await nation.database.query(`ALTER TABLE polls AUTO_INCREMENT = ${base + 24}`)
    await live('Cleo')
    await emptyTables(nation.database)
    await live('Dan')
    const [poll] = await nation.database.query<{ id: string }[]>('SELECT id FROM polls')
    expect(Number(poll?.id)).toBe(1)
  })
})
