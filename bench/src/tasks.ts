import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { emptyNation, growNation } from '@nation/core/testing'
import mysql from 'mysql2/promise'
import { asCitizen, asVisitor, load } from './stage/load'
import { figure, median, say, verdict } from './stage/report'
import { bundle } from './stage/bundle'
import { makeNation, secret, startProcess, type Running } from './stage/nation'
import { runBench, setting } from './stage/run'
import type { BenchServices } from './stage/services'
import { makeVoters, nationTime } from './stage/voters'

/**
 * The list of tasks through HTTP, 64 connections: the fifty newest of 100,000 with their newest responses, each request by an
 * administrator with a token of their own and read anew, beside a bare server that asks the same of mysql2 and writes the same
 * answer.
 */
const rounds = setting('ROUNDS', 5)
const tasks = setting('TASKS', 100_000)
const officials = setting('OFFICIALS', 2_000)
const seconds = setting('SECONDS', 5)

await runBench(measure)

async function measure(services: BenchServices): Promise<void> {
  const nation = await makeNation(services)
  const connection = { uri: services.databaseUrl, timezone: 'Z' }
  const database = await mysql.createConnection(connection)
  const tokens = await makeVoters(database, officials, secret)
  await database.query('UPDATE citizens SET is_admin = TRUE')
  const now = await nationTime(database)
  await growNation((sql) => database.query(sql), { now, electionId: '0', startsAt: now }, emptyNation, {
    ...emptyNation,
    citizens: 1_000,
    tasks,
  })
  await database.query('ANALYZE TABLE tasks, task_responses, citizens')
  const api = await startProcess('api', services, { NATION_TRUST_PROXY: 'true' })
  const bare = await startBareServer(services, (await nationTime(database)).getTime() - Date.now())
  await compare(api, bare, tokens)
  bare.process.kill('SIGKILL')
  await database.end()
  await nation.close()
}

async function compare(api: Running, bare: Running, tokens: readonly string[]): Promise<void> {
  const ours = `http://127.0.0.1:${api.port}/api/government-tasks/get-tasks?limit=50`
  const raw = `http://127.0.0.1:${bare.port}/`
  const headers = asCitizen(tokens)(0)
  const [answered, wanted] = [await listOf(ours, headers), await listOf(raw, {})]
  const place = wanted.findIndex((task, at) => !isDeepStrictEqual(task, answered[at]))
  if (place >= 0 || wanted.length !== 50 || answered.length !== 50)
    throw new Error(`The two answers differ: ${JSON.stringify([answered[place], wanted[place]])}`)
  const [listed, bared]: [number[], number[]] = [[], []]
  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    const limit = await load({ url: raw, duration: seconds }, asVisitor)
    const reached = await load({ url: ours, duration: seconds }, asCitizen(tokens))
    if (round === 0) continue
    bared.push(limit.perSecond)
    listed.push(reached.perSecond)
  }
  say(`list of 50 among ${figure(tasks)} tasks: ${figure(median(listed))}/s; bare mysql2 ${figure(median(bared))}/s`)
  verdict('list of tasks against mysql2', median(listed) / median(bared), 0.55, 'higher')
}

async function listOf(url: string, headers: Readonly<Record<string, string>>): Promise<unknown[]> {
  const answer = await fetch(url, { headers })
  return ((await answer.json()) as { tasks: unknown[] }).tasks
}

async function startBareServer(services: BenchServices, offset: number): Promise<Running> {
  const child = fork(await bundle('bare-tasks', 'src/stage/bare-tasks.ts', path.resolve(import.meta.dirname, '..')), {
    env: { ...process.env, DATABASE_URL: services.databaseUrl, BENCH_OFFSET: String(offset) },
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const [ready] = (await once(child, 'message')) as [{ port: number }]
  return { process: child, port: ready.port }
}
