import mysql, { type Connection } from 'mysql2/promise'
import { asCitizen, asVisitor, load } from './stage/load'
import { figure, median, say, verdict } from './stage/report'
import { makeNation, secret, standFor, startProcess, type Running } from './stage/nation'
import { fillPolls } from './stage/polls'
import type { BenchServices } from './stage/services'
import { makeVoters } from './stage/voters'
import { runBench, setting } from './stage/run'

/**
 * Public reads through HTTP, 64 connections, in one run: the shared list of polls, and beside it what else is the same for
 * everybody: a poll's results, a candidate, an official. Each for visitors, and for citizens with a token each. BENCH_BASE,
 * another checkout, is measured beside this one.
 */
const rounds = setting('ROUNDS', 3)
const polls = setting('POLLS', 2_000)
const citizens = setting('VOTERS', 2_000)
const base = process.env.BENCH_BASE
/** What all loads take together, in seconds: each gets its part. Without an end of their own they took 144, and 288 beside another checkout. */
const together = setting('SECONDS', 60)

await runBench(measure)

async function measure(services: BenchServices): Promise<void> {
  const nation = await makeNation(services)
  const candidateId = await standFor(nation, 'president', 'first')
  const database = await mysql.createConnection({ uri: services.databaseUrl, timezone: 'Z' })
  const tokens = await makeVoters(database, citizens, secret)
  await fillPolls(database, polls)
  const paths = {
    list: '/api/polls/list?limit=20',
    results: `/api/polls/results?pollId=${await firstUid(database, 'SELECT uid FROM polls ORDER BY id DESC LIMIT 1')}`,
    candidate: `/api/candidates/get?candidateId=${candidateId}`,
    official: `/api/members/get-official?id=${await anOfficial(database)}`,
  }
  const api = await startProcess('api', services, { NATION_TRUST_PROXY: 'true' })
  const before = base ? await startProcess('api', services, { NATION_TRUST_PROXY: 'true', BENCH_CHECKOUT: base }) : null
  await compare(services, paths, tokens, api, before)
  await database.end()
  await nation.close()
}

async function compare(
  services: BenchServices,
  paths: Readonly<Record<string, string>>,
  tokens: readonly string[],
  api: Running,
  before: Running | null,
): Promise<void> {
  const rates = new Map<string, number[]>()
  // Each path for visitors and for citizens; one round more warms up.
  const each = Math.max(1, together / ((rounds + 1) * Object.keys(paths).length * 2 * (before ? 2 : 1)))
  const run = async (what: string, { port }: Running, path: string, who = asVisitor) => {
    const { perSecond } = await load({ url: `http://127.0.0.1:${port}${path}`, duration: each }, who)
    rates.set(what, [...(rates.get(what) ?? []), perSecond])
  }
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    if (round === 1) rates.clear()
    for (const [name, path] of Object.entries(paths)) {
      await run(name, api, path)
      await run(`${name}, signed in`, api, path, asCitizen(tokens))
      if (before) await run(`${name}, before`, before, path)
      if (before) await run(`${name}, signed in, before`, before, path, asCitizen(tokens))
    }
  }
  const of = (what: string) => median(rates.get(what) ?? [])
  for (const what of rates.keys()) say(`${services.engine}: ${what}: ${figure(of(what))}/s`)
  for (const name of ['results', 'candidate', 'official'])
    verdict(`${name} against the shared list`, of(name) / of('list'), 0.8, 'higher')
  if (before) verdict('the shared list against the one before', of('list') / of('list, before'), 0.9, 'higher')
}

async function firstUid(database: Connection, sql: string): Promise<string> {
  const [rows] = await database.query<mysql.RowDataPacket[]>(sql)
  return String(rows[0]?.uid)
}

/** The first citizen holds an office. */
async function anOfficial(database: Connection): Promise<string> {
  await database.query(
    `INSERT INTO terms (office, citizen_id, how, started_at, active_office, active_citizen_id)
     SELECT 'justiceMinister', id, 'appointed', joined_at, 'justiceMinister', id FROM citizens ORDER BY id LIMIT 1`,
  )
  return firstUid(database, 'SELECT uid FROM citizens ORDER BY id LIMIT 1')
}
