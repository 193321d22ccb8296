import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { startNation, type RunningNation } from '@nation/dev/nation'
import { freePort } from '@nation/dev/processes'
import autocannon from 'autocannon'
import mysql from 'mysql2/promise'
import { figure, median, say, verdict } from './report'
import { countBallots, countersThatDiffer, makeVoters, twoCandidates } from './voters'

/**
 * Votes through HTTP, 64 connections, all for or against one candidate, beside the same call that does nothing after its
 * authentication, limits and validation. Both run in turn, in a living nation whose workers number the journal.
 */
const secret = 'a secret that only the benchmarks of the nation know'
const connections = 64
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const voters = Number(process.env.BENCH_VOTERS ?? 20_000)
const origin = 'http://localhost:3000'

interface Round {
  readonly perSecond: number
  readonly p99: number
}

const nation = await startNation({
  clock: '2027-01-05T12:00:00.000Z',
  env: {
    NATION_RELAXED_DATABASE: '',
    ...(process.env.BENCH_DATABASE_URL && { DATABASE_URL: process.env.BENCH_DATABASE_URL }),
  },
})
const apis: ChildProcess[] = []
try {
  await measure(nation)
} finally {
  for (const api of apis) api.kill('SIGTERM')
  await nation.stop()
}
process.exit(process.exitCode ?? 0)

async function measure({ databaseUrl, redisUrl }: RunningNation): Promise<void> {
  const database = await mysql.createConnection({
    uri: databaseUrl,
    timezone: 'Z',
    bigNumberStrings: true,
    supportBigNumbers: true,
  })
  const engine = /maria/i.test(await versionOf(database)) ? 'MariaDB' : 'MySQL'
  const tokens = await makeVoters(database, voters, secret)
  const [hot, other] = await twoCandidates(database)
  const [voting, noop] = [await startApi('no'), await startApi('yes')]
  let pass = 0
  const bodies = [hot, other].map((candidateId) => JSON.stringify({ candidateId }))
  const vote = () => load(voting.port, tokens, bodies[pass++ % 2] ?? '')
  const nothing = () => load(noop.port, tokens, bodies[0] ?? '')
  await vote()
  await nothing()
  const before = await countBallots(database)
  const ours: Round[] = []
  const raw: Round[] = []
  for (let round = 0; round < rounds; round++) {
    raw.push(await nothing())
    ours.push(await vote())
  }
  const after = await countBallots(database)
  const [votes, calls] = [median(ours.map((one) => one.perSecond)), median(raw.map((one) => one.perSecond))]
  const [voteP99, callP99] = [median(ours.map((one) => one.p99)), median(raw.map((one) => one.p99))]
  say(`${engine}: ${figure(votes)} votes/s (p99 ${voteP99} ms), no-op ${figure(calls)}/s (p99 ${callP99} ms)`)
  say(`memory of the voting API: ${Math.round(residentMiB(voting.process.pid))} MiB`)
  verdict('votes against the no-op', votes / calls, engine === 'MySQL' ? 0.5 : 0.6, 'higher')
  verdict('p99 against the no-op', voteP99 / callP99, 6, 'lower')
  verdict('ballots a commit', (after.ballots - before.ballots) / (after.batches - before.batches), 24, 'higher')
  const wrong = await countersThatDiffer(database)
  say(wrong === 0 ? 'reached  counters equal the recount' : `MISSED   ${wrong} counters differ from the recount`)
  if (wrong > 0) process.exitCode = 1
  await database.end()

  async function startApi(noopVotes: 'yes' | 'no') {
    const port = await freePort()
    const child = fork(new URL('./api-process.ts', import.meta.url), {
      execArgv: ['--import', 'tsx'],
      env: {
        ...process.env,
        NATION_ENV: 'test',
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        NATION_SECRET: secret,
        X_CLIENT_ID: 'nobody signs in here',
        X_CLIENT_SECRET: 'nobody signs in here',
        NATION_ORIGIN: origin,
        NATION_MEDIA_DIR: nation.dataDir,
        NATION_DATA_DIR: nation.dataDir,
        PORT: String(port),
        BENCH_NOOP: noopVotes,
      },
    })
    apis.push(child)
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('The API ended before it was ready.')))
    await Promise.race([once(child, 'message'), ended])
    return { port, process: child }
  }
}

async function versionOf(database: mysql.Connection): Promise<string> {
  const [rows] = await database.query<mysql.RowDataPacket[]>('SELECT VERSION() AS version')
  return String(rows[0]?.version)
}

function residentMiB(pid: number | undefined): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

function load(port: number, tokens: readonly string[], body: string): Promise<Round> {
  let next = 0
  return new Promise((resolve, reject) => {
    autocannon(
      {
        url: `http://127.0.0.1:${port}/api/votes/cast`,
        connections,
        duration: seconds,
        method: 'POST',
        body,
        requests: [
          {
            setupRequest: (request) => ({
              ...request,
              headers: {
                'content-type': 'application/json',
                authorization: `Bearer ${tokens[next++ % tokens.length]}`,
              },
            }),
          },
        ],
      },
      (error: Error | null, result) => {
        if (error) reject(error)
        else if (result.non2xx + result.errors > 0)
          reject(new Error(`${result.non2xx} refused, ${result.errors} broken`))
        else resolve({ perSecond: result.requests.average, p99: result.latency.p99 })
      },
    )
  })
}
