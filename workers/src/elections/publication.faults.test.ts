import path from 'node:path'
import { publishDueTallies } from '@nation/core/elections'
import { fixedClock } from '@nation/core/platform'
import { servingUrl } from '@nation/core/testing'
import type { DataSource } from 'typeorm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleScript, schemasOf, runScript, type Schemas } from '../testing/dying-process'
import { aWeekOfVoting, friday } from './faults/scenario'

const script = path.join(path.dirname(new URL(import.meta.url).pathname), 'faults/publication-process.ts')
const prefix = `nation_publish_${process.env.NATION_TEST_RUN ?? 'local'}_${process.pid}`
const due = new Date(friday.getTime() + 6_000)

let schemas: Schemas

const publish = (schema: string, killAt?: number) =>
  runScript('publication-process', { DATABASE_URL: servingUrl(schema), NATION_CLOCK: due.toISOString() }, killAt)

/** What a publication leaves behind, and the exact counters, which it leaves alone. */
async function stateOf(database: DataSource) {
  const rows = (sql: string) => database.query<Record<string, unknown>[]>(sql)
  return {
    counts: await rows(
      'SELECT candidacy_id, weight_units, supporters, casts FROM published_tallies ORDER BY candidacy_id',
    ),
    exact: await rows('SELECT candidacy_id, weight_units, supporters, casts FROM tallies ORDER BY candidacy_id'),
    publications: await rows('SELECT as_of FROM tally_publications'),
    events: await rows(`SELECT facts FROM journal WHERE kind = 'elections.tally-changed'`),
  }
}

beforeAll(async () => {
  const [made] = await Promise.all([schemasOf(prefix, 1, aWeekOfVoting), bundleScript(script)])
  schemas = made
})

afterAll(() => schemas?.close())

it('A publication that is killed before any of its statements has published nothing, and the next worker publishes all of it', async () => {
  const schema = schemas.names[0] ?? ''
  const database = await schemas.open(schema)
  await schemas.restore(schema)
  const before = await stateOf(database)
  const { code, output } = await publish(schema)
  expect(code).toBe(0)
  const { statements } = JSON.parse(output) as { statements: number }
  const whole = await stateOf(database)
  expect(whole.counts).toEqual(whole.exact)
  expect(whole.exact).toEqual(before.exact)
  expect(whole.events).toHaveLength(1)
  for (let n = 1; n <= statements; n++) {
    await schemas.restore(schema)
    expect((await publish(schema, n)).signal, `statement ${n}`).toBe('SIGKILL')
    expect(await stateOf(database), `statement ${n}`).toEqual(before)
    // Another worker, at the same instant. It skips what is locked, and the server may still be undoing the dead one's work.
    const publishedNow = async () => {
      await publishDueTallies({ database, clock: fixedClock(due), nudge: () => undefined })
      return stateOf(database)
    }
    await expect.poll(publishedNow, { message: `statement ${n}`, timeout: 10_000 }).toEqual(whole)
  }
  await database.destroy()
  // A beginning, a lock, two readings, the counts, their instant, the journal and a commit at least.
  expect(statements).toBeGreaterThanOrEqual(8)
})
