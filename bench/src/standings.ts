import { fork } from 'node:child_process'
import { once } from 'node:events'
import { repairCounters } from '@nation/core/platform'
import { counters } from '@nation/core/nation'
import mysql from 'mysql2/promise'
import { asVisitor, load } from './stage/load'
import { figure, median, say, verdict } from './stage/report'
import { makeNation, standFor, startProcess } from './stage/nation'
import { runBench, setting } from './stage/run'

/**
 * The list of candidates with their standings, 50 of 10,000 with a million votes behind them, as the product answers it
 * to a crowd, beside a bare HTTP server that reads the same rows by the driver's prepared statements for each request.
 */
const candidates = setting('CANDIDATES', 10_000)
const votes = setting('VOTES', 1_000_000)
const rounds = setting('ROUNDS', 5)
const seconds = setting('SECONDS', 5)
const pageSize = 50

await runBench(async (services) => {
  const nation = await makeNation(services)
  await standFor(nation, 'president', 'first')
  const database = await mysql.createConnection({ uri: services.databaseUrl, timezone: 'Z' })
  await fill(database)
  await repairCounters(nation.database, counters)
  const api = await startProcess('api', services, { NATION_TRUST_PROXY: 'true' })
  const raw = await rawServer(services.databaseUrl)
  const path = `/api/candidates/list?position=president&sort=votes&limit=${pageSize}`
  const ours: number[] = []
  const theirs: number[] = []
  await read(api.port, path)
  await read(raw.port, '/')
  for (let round = 0; round < rounds; round++) {
    theirs.push(await read(raw.port, '/'))
    ours.push(await read(api.port, path))
  }
  say(`${services.engine}: ${figure(median(ours))} lists/s, uncached by the bare driver ${figure(median(theirs))}/s`)
  verdict('list with standings against the bare driver', median(ours) / median(theirs), 4, 'higher')
  verdict('seconds that a standing is old at most', await staleness(database, api.port, path), 1, 'lower')
  const searched = await read(api.port, `/api/candidates/list?search=harbour&limit=${pageSize}`)
  say(`searching all of them by every word: ${figure(searched)} answers/s`)
  raw.close()
  await database.end()
  await nation.close()
})

/** Copies of the first candidate, and counters that a million votes would have left. */
async function fill(database: mysql.Connection): Promise<void> {
  const [[first]] = (await database.query<mysql.RowDataPacket[]>('SELECT * FROM candidacies LIMIT 1')) as [
    mysql.RowDataPacket[],
    unknown,
  ]
  const numbers = Array.from({ length: candidates - 1 }, (_, n) => n)
  const columns = Object.keys(first ?? {}).filter((column) => column !== 'id')
  for (let from = 0; from < numbers.length; from += 500) {
    const rows = numbers.slice(from, from + 500).map((n) =>
      columns.map((column) => {
        if (column === 'uid') return `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`
        if (column === 'active_citizen_id' || column === 'active_name') return null
        if (column === 'display_name') return `Candidate ${n}`
        if (column === 'bio')
          return `${n % 40 === 0 ? 'I live at the harbour. ' : ''}${'A long life in short words. '.repeat(30)}`
        const value = (first as Record<string, unknown>)[column]
        return typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value
      }),
    )
    await database.query(`INSERT INTO candidacies (${columns.join(', ')}) VALUES ?`, [rows])
  }
  await database.query(
    'INSERT INTO tallies (candidacy_id, weight_units, supporters, casts) SELECT id, 0, 0, 0 FROM candidacies c WHERE NOT EXISTS (SELECT 1 FROM tallies t WHERE t.candidacy_id = c.id)',
  )
  await database.query(
    'INSERT INTO published_tallies (candidacy_id, weight_units, supporters, casts, election_id, position) SELECT t.candidacy_id, t.weight_units, t.supporters, t.casts, c.election_id, c.position FROM tallies t JOIN candidacies c ON c.id = t.candidacy_id WHERE NOT EXISTS (SELECT 1 FROM published_tallies p WHERE p.candidacy_id = t.candidacy_id)',
  )
  const each = Math.floor(votes / candidates)
  await database.query(
    'UPDATE published_tallies SET supporters = ? + candidacy_id % 97, weight_units = (? + candidacy_id % 97) * 12',
    [each, each],
  )
}

/** The raw limit, in a process of its own as the product is. */
async function rawServer(databaseUrl: string): Promise<{ port: number; close: () => void }> {
  const child = fork(new URL('./stage/raw-list-process.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: databaseUrl, BENCH_PAGE: String(pageSize) },
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { port: message.port, close: () => child.kill('SIGKILL') }
}

/** How long after a publication the list still says what was before, at most, in seconds. */
async function staleness(database: mysql.Connection, port: number, path: string): Promise<number> {
  let longest = 0
  for (let round = 1; round <= 10; round++) {
    await database.query('UPDATE published_tallies SET weight_units = 99999990 + ? WHERE candidacy_id = 1', [
      round * 10,
    ])
    const committed = performance.now()
    for (;;) {
      const answer = (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as {
        candidates: { votes: number }[]
      }
      if (answer.candidates[0]?.votes === 9_999_999 + round) break
    }
    longest = Math.max(longest, (performance.now() - committed) / 1000)
  }
  return longest
}

/** How often in a second a crowd of visitors is answered. */
async function read(port: number, path: string): Promise<number> {
  const { perSecond } = await load({ url: `http://127.0.0.1:${port}${path}`, duration: seconds }, asVisitor)
  return perSecond
}
