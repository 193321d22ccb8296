import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { advanceElections } from '../elections/rollover'
import { openDatabase } from '../nation'
import { readConfig } from '../platform'
import { emptyNation, eraseCitizen, growNation, rowsRead, useTestNation, type NationSize } from '../testing'

const nation = useTestNation()
const mediaDir = mkdtempSync(path.join(tmpdir(), 'nation-erasure-'))
afterAll(() => rm(mediaDir, { recursive: true }))

const small: NationSize = {
  ...emptyNation,
  citizens: 1_500,
  journal: 3_000,
  elections: 20,
  candidates: 90,
  votes: 1_500,
  polls: 50,
  openPolls: 20,
  interviews: 50,
  responses: 500,
  cycles: 10,
  tasks: 500,
  media: 1_500,
  messages: 1_500,
  conversations: 300,
}
/** As many elections: a citizen's entry of each roll is looked up. */
const large = Object.fromEntries(
  Object.entries(small).map(([what, n]) => [what, what === 'elections' ? n : 6 * n]),
) as unknown as NationSize

const config = () =>
  readConfig({
    NATION_ENV: 'test',
    DATABASE_URL: nation.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    NATION_SECRET: 'a secret that only the tests of the nation know',
    X_CLIENT_ID: 'id',
    NATION_MEDIA_DIR: mediaDir,
  })

async function grow(from: NationSize, to: NationSize): Promise<void> {
  const [election] = await nation.database.query<{ id: string; starts_at: Date }[]>(
    `SELECT id, starts_at FROM elections WHERE stage = 'phase_one'`,
  )
  const place = { now: nation.clock.now(), electionId: election!.id, startsAt: election!.starts_at }
  await growNation((sql) => nation.database.query(sql), place, from, to)
}

/** Plans follow what the database knows of a table's rows, which it learns in the background, some time after they came. */
async function learnSizes(): Promise<void> {
  const tables: { name: string }[] = await nation.database.query(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`,
  )
  await nation.database.query(`ANALYZE TABLE ${tables.map(({ name }) => name).join(', ')}`)
}

/** How many rows each part of an erasure looks at. */
async function rowsOf(citizens: readonly number[]): Promise<Map<string, number>> {
  const database = await openDatabase({ url: nation.url, poolSize: 1 })
  const rows = new Map<string, number>()
  for (const [index, n] of citizens.entries()) {
    await eraseCitizen({ ...nation.runtime, database }, config(), n, async (part, work) => {
      const from = await rowsRead(database)
      await work()
      rows.set(`citizen ${index + 1}, ${part}`, (await rowsRead(database)) - from)
    })
  }
  await database.destroy()
  return rows
}

it('The erasure of a citizen looks at no more rows in a nation that is six times as large', async () => {
  await advanceElections(nation.runtime)
  await grow(emptyNation, small)
  await learnSizes()
  // Each time a citizen who has voted and has stood in the past, and one who stands.
  const before = await rowsOf([205, 605])
  await grow(small, large)
  await learnSizes()
  const after = await rowsOf([207, 607])
  const grown = [...after].filter(([part, rows]) => rows > (before.get(part) ?? 0) * 1.5 + 60)
  expect(grown.map(([part, rows]) => `${part}: ${before.get(part)} rows, then ${rows}`)).toEqual([])
  // Wallets on the roll of the open election stay on it; only the second citizen was on none.
  const remaining = await nation.database.query<{ n: string }[]>(
    'SELECT citizen_id - 10000000 AS n FROM account_deletions WHERE done_at IS NULL ORDER BY citizen_id',
  )
  expect(remaining.map(({ n }) => Number(n))).toEqual([205, 207, 607])
})
