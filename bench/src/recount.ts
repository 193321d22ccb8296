import { recount } from '@nation/core/elections'
import mysql from 'mysql2/promise'
import { median, say, verdict } from './stage/report'
import { makeNation, standFor } from './stage/nation'
import { runBench, setting } from './stage/run'
import { column, readFirst } from '@nation/core/platform'

/**
 * The recount at the close over five million votes, beside a bare scan of the index that it reads; both in turn, once
 * all of it is in memory.
 */
const votes = setting('VOTES', 5_000_000)
const rounds = setting('ROUNDS', 5)
const batch = 20_000

await runBench(async (services) => {
  const nation = await makeNation(services)
  const candidates = 6
  for (let n = 0; n < candidates; n++) await standFor(nation, n % 2 === 0 ? 'president' : 'secretary', `candidate${n}`)
  const database = await mysql.createConnection({ uri: services.databaseUrl, timezone: 'Z' })
  await fill(database)
  const election = await readFirst(
    nation.database,
    { id: column.key, uid: column.text },
    'SELECT id, uid FROM elections',
  )
  const scan = `SELECT COUNT(*) AS n FROM current_votes FORCE INDEX (ix_current_votes_count) WHERE election_id = ?`
  const ours: number[] = []
  const raw: number[] = []
  for (let round = -1; round < rounds; round++) {
    const times = [
      await timed(() => database.query(scan, [election?.id])),
      await timed(() => recount(nation.database.manager, election as Parameters<typeof recount>[1])),
    ]
    // The first round only brings the index into memory.
    if (round < 0) continue
    raw.push(times[0] ?? 0)
    ours.push(times[1] ?? 0)
  }
  const winners = await timed(() => nation.database.query('SELECT candidacy_id, weight_units, supporters FROM tallies'))
  say(
    `${services.engine}: ${votes} votes counted again in ${median(ours).toFixed(0)} ms, the index alone ${median(raw).toFixed(0)} ms`,
  )
  verdict('recount against the index scan', median(ours) / median(raw), 1.6, 'lower')
  verdict('winners from counters, in ms', winners, 5, 'lower')
  await database.end()
  await nation.close()
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Votes as a crowd would leave them, and the counters that go with them. */
async function fill(database: mysql.Connection): Promise<void> {
  const [candidacies] = await database.query<mysql.RowDataPacket[]>('SELECT id, election_id, position FROM candidacies')
  const weights = [10, 10, 10, 12, 15, 20]
  const at = new Date()
  for (let from = 0; from < votes; from += batch) {
    const rows = Array.from({ length: Math.min(batch, votes - from) }, (_, place): unknown[] => {
      const voter = from + place
      const one = candidacies[voter % candidacies.length] as Record<string, unknown> | undefined
      return [one?.election_id, one?.position, voter, one?.id, weights[(voter >> 3) % weights.length], at]
    })
    await database.query(
      'INSERT INTO current_votes (election_id, position, citizen_id, candidacy_id, weight_units, voted_at) VALUES ?',
      [rows],
    )
  }
  await database.query(
    `UPDATE tallies t JOIN (SELECT candidacy_id, SUM(weight_units) AS units, COUNT(*) AS voters FROM current_votes GROUP BY candidacy_id) v
       ON v.candidacy_id = t.candidacy_id SET t.weight_units = v.units, t.supporters = v.voters, t.casts = v.voters`,
  )
}
