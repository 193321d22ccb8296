import { setTimeout as pause } from 'node:timers/promises'
import { positions } from '@nation/domain/elections'
import { column, moveClock, readRows } from '@nation/core/platform'
import { openDatabase } from '@nation/core/nation'
import { emptyNation } from '@nation/core/testing'
import type { DataSource } from 'typeorm'
import { check, median, say, verdict } from './stage/report'
import { fillMillion } from './stage/million'
import { startProcess, type Running } from './stage/nation'
import { runBench, setting } from './stage/run'
import { largestMiB } from './stage/usage'

/**
 * The end of a week in a nation of a million citizens, of whom a third have voted for three offices: how long it takes until the
 * winners are seated and the next election is open, whether the results are what the votes say, how long citizens wait for an answer
 * meanwhile, and how much memory the workers take (in production they have 1 GiB). `npm run bench monday [-- --mysql]`.
 * BENCH_KEEP, a folder, keeps the filled database for one run.
 */
const citizens = setting('CITIZENS', 1_000_000)

const size = {
  ...emptyNation,
  citizens,
  votes: setting('VOTES', citizens),
  elections: setting('ELECTIONS', 10),
  candidates: setting('CANDIDATES', 900),
  journal: setting('JOURNAL', 100_000),
}

/** How long before the closing the clock is set, in milliseconds. */
const beforeClosingMs = 3_000

await runBench(async (services) => {
  await fillMillion(services, size, say)
  const database = await openDatabase({ url: services.databaseUrl, poolSize: 2 })
  await countVotes(database)
  const workers = await startProcess('workers', services)
  const api = await startProcess('api', services, { NATION_TRUST_PROXY: 'true' })
  const quiet = await waits(api, () => pause(10_000))
  const closing = await setBeforeClosing(database)
  const busy = await waits(api, () => untilOpen(database, closing))
  say(`answers take ${median(quiet).toFixed(1)} ms, at the longest ${Math.max(...quiet).toFixed(0)} ms, on a quiet day`)
  say(`and ${median(busy).toFixed(1)} ms, at the longest ${Math.max(...busy).toFixed(0)} ms, while the week ends`)
  await judge(database, closing.id)
  verdict('memory of the workers, in MiB', largestMiB(workers.process.pid ?? 0), 512, 'lower')
  verdict('memory of the API, in MiB', largestMiB(api.process.pid ?? 0), 512, 'lower')
  await database.destroy()
}, process.env.BENCH_KEEP)

/** The filled nation has counters that stand for many votes; here they are those of the votes. */
async function countVotes(database: DataSource): Promise<void> {
  for (const table of ['tallies', 'published_tallies'])
    await database.query(
      `UPDATE ${table} t JOIN candidacies c ON c.id = t.candidacy_id JOIN elections e ON e.id = c.election_id AND e.stage = 'phase_one'
       LEFT JOIN (SELECT candidacy_id, SUM(weight_units) AS units, COUNT(*) AS voters FROM current_votes GROUP BY candidacy_id) AS v
         ON v.candidacy_id = t.candidacy_id
       SET t.weight_units = COALESCE(v.units, 0), t.supporters = COALESCE(v.voters, 0), t.casts = COALESCE(v.voters, 0)`,
    )
}

interface Closing {
  /** The election's row key. */
  readonly id: string
  readonly endsAt: Date
  /** When it closes, in this process's time. */
  readonly comes: number
}

/** Moves the clock to shortly before the closing. */
async function setBeforeClosing(database: DataSource): Promise<Closing> {
  const [open] = await readRows(
    database,
    { id: column.key, ends_at: column.instant },
    `SELECT id, ends_at FROM elections WHERE stage = 'phase_one'`,
  )
  if (!open) throw new Error('No election is open.')
  await moveClock(database, () => new Date(open.ends_at.getTime() - beforeClosingMs))
  return { id: open.id, endsAt: open.ends_at, comes: performance.now() + beforeClosingMs }
}

/** Waits until the election after the one that closes is open, and says when each stage came. */
async function untilOpen(database: DataSource, { id, endsAt, comes }: Closing): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    const rows = await readRows(
      database,
      { id: column.key, stage: column.text },
      'SELECT id, stage FROM elections WHERE id = ? OR starts_at >= ?',
      [id, endsAt],
    )
    const after = (performance.now() - comes) / 1000
    const stages = rows.map((row) => `${row.id === id ? 'the election' : 'the next'} is ${row.stage}`)
    for (const stage of stages) if (!seen.has(stage)) say(`${stage} ${after.toFixed(1)} s after the closing`)
    stages.forEach((stage) => seen.add(stage))
    if (seen.has('the election is completed') && seen.has('the next is phase_one')) return
    if (after > 600) throw new Error('The next election has not opened within ten minutes.')
    await pause(50)
  }
}

/** Asks for the elections again and again while something goes on. Answers how long each answer took, in milliseconds. */
async function waits({ port }: Running, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  let goesOn = true
  const asking = (async () => {
    while (goesOn) {
      const began = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/api/elections/current`)
      await answer.arrayBuffer()
      took.push(performance.now() - began)
      await pause(20)
    }
  })()
  try {
    await work()
  } finally {
    goesOn = false
    await asking
  }
  return took
}

/** Compares the results with the votes, and the roll with the wallets. */
async function judge(database: DataSource, election: string): Promise<void> {
  const wrong = await readRows(
    database,
    { id: column.key },
    `SELECT c.id FROM candidacies c
     LEFT JOIN (SELECT candidacy_id, COUNT(*) AS voters, SUM(weight_units) AS units FROM current_votes GROUP BY candidacy_id) AS v
       ON v.candidacy_id = c.id
     WHERE c.election_id = ?
       AND NOT (c.final_supporters <=> COALESCE(v.voters, 0) AND c.final_weight_units <=> COALESCE(v.units, 0))`,
    [election],
  )
  check('candidates whose result is not what the votes say', wrong.length)
  const seats = await readRows(
    database,
    { office: column.text },
    'SELECT office FROM terms WHERE active_office IS NOT NULL AND election_id = ?',
    [election],
  )
  check('seats that are not filled', positions.length - seats.length)
  const missing = await readRows(
    database,
    { n: column.integer },
    `SELECT COUNT(*) AS n FROM citizens c LEFT JOIN roll_entries r
       ON r.citizen_id = c.id AND r.election_id = (SELECT id FROM elections WHERE stage = 'phase_one')
     WHERE c.wallet_address IS NOT NULL AND r.citizen_id IS NULL`,
  )
  check('wallets that are missing in the next roll', missing[0]?.n ?? 1)
}
