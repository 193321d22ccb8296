import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { deriveKeys, issueBearer } from '@nation/core/auth'
import { newPublicId } from '@nation/core/platform'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'
import { asVisitor } from './load'
import { say } from './report'
import type { Attack, Orders, Spoils } from './stage/attackers'
import { makeNation, secret, standFor, startProcess, type BenchNation, type Running } from './stage/nation'
import { startServices } from './stage/services'
import { processorMs } from './stage/usage'
import { makeVoters, nationTime } from './voters'

/**
 * Whether a bystander notices that others attack: one API process at production's limits, twenty calls a second (votes and
 * lists in turn) while strangers from few addresses send hostile text, ask for the whole journal on 45 streams, and change
 * their candidacies under new keys as fast as limits allow.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 8)
const entries = Number(process.env.BENCH_ENTRIES ?? 24_000)
const perSecond = 20
const targetMs = 100
const attackersEach = 5

interface Delay {
  readonly p99: number
  readonly max: number
}

const scenes: readonly { readonly name: string; readonly attacks: readonly Attack[] }[] = [
  { name: 'quiet', attacks: [] },
  { name: 'hostile text', attacks: ['text'] },
  { name: 'replays', attacks: ['replays'] },
  { name: 'stored answers', attacks: ['answers'] },
  { name: 'all together', attacks: ['text', 'replays', 'answers'] },
]

const services = await startServices(say)
try {
  const nation = await makeNation(services)
  const database = await mysql.createConnection({ uri: services.databaseUrl, timezone: 'Z' })
  const candidateId = await standFor(nation, 'president', 'first')
  const attackers = []
  for (let number = 0; number < attackersEach * scenes.length; number++) {
    attackers.push(await attackerWhoStands(nation, database, `attacker ${number}`))
  }
  await writeJournal(database)
  const votes = Math.ceil((scenes.length * seconds * perSecond) / 2)
  const voters = await makeVoters(database, votes, secret)
  await startProcess('workers', services)
  const api = await startProcess('api', services, { NATION_TRUST_PROXY: 'true', BENCH_LIMITS: 'production' })
  const strangers = fork(new URL('./stage/attackers.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  process.once('exit', () => strangers.kill('SIGKILL'))
  say(`${services.engine}, ${entries} entries in the journal, ${perSecond} calls/s for ${seconds} s each:`)
  await calls(api, candidateId, voters.splice(0, 1), 10)
  for (const [place, { name, attacks }] of scenes.entries()) {
    const orders: Orders = {
      attacks,
      port: api.port,
      addresses: [1, 2, 3, 4].map((last) => `192.0.${place}.${last}`),
      candidates: attackers.splice(0, attackersEach),
    }
    await scene(name, api, strangers, orders, () => calls(api, candidateId, voters, seconds * perSecond))
  }
  strangers.kill('SIGKILL')
  await database.end()
  await nation.close()
} finally {
  await services.stop()
}
process.exit(process.exitCode ?? 0)

/**
 * One line: what the bystander saw while this went on, how late the process's own loop was, and what it spent. Other load on
 * the machine makes the first two longer; the quiet line says how much.
 */
async function scene(
  name: string,
  api: Running,
  strangers: ChildProcess,
  orders: Orders,
  bystander: () => Promise<number[]>,
): Promise<void> {
  strangers.send(orders)
  await ask(api.process, 'begin')
  const spent = processorMs(api.process.pid ?? 0)
  const times = (await bystander()).toSorted((a, b) => a - b)
  const processor = processorMs(api.process.pid ?? 0) - spent
  const delay = await ask<Delay>(api.process, 'delay')
  const spoils = await ask<Spoils>(strangers, 'stop')
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const p99 = at(0.99)
  const ms = (value: number) => value.toFixed(0)
  say(
    `${p99 < targetMs ? 'reached ' : 'MISSED  '} ${name}: p50 ${ms(at(0.5))}, p99 ${ms(p99)}, max ${ms(at(1))} ms ` +
      `(target: p99 < ${targetMs} ms); the loop's delay p99 ${ms(delay.p99)}, max ${ms(delay.max)} ms, ` +
      `processor ${ms(processor)} ms; ` +
      `attackers: ${spoils.calls} tries, ${spoils.refusedByLimits} over limits, ${ms(spoils.bytesRead / 1e6)} MB read`,
  )
}

/** Asks a child, and waits for its word. */
async function ask<Word>(child: ChildProcess, question: string): Promise<Word> {
  const word = once(child, 'message')
  child.send(question)
  return (await word)[0] as Word
}

/** Votes and lists in turn, at a fixed pace whatever the answers take. Answers how long each took, in milliseconds. */
async function calls({ port }: Running, candidateId: string, voters: string[], count: number): Promise<number[]> {
  const answers: Promise<number>[] = []
  const from = performance.now()
  for (let number = 0; number < count; number++) {
    const token = number % 2 === 0 ? voters.shift() : undefined
    answers.push(token === undefined ? list(port, number) : vote(port, token, candidateId))
    await pause(Math.max(0, from + ((number + 1) * 1000) / perSecond - performance.now()))
  }
  return Promise.all(answers)
}

async function list(port: number, number: number): Promise<number> {
  const path = `/api/candidates/list?position=president&sort=votes&limit=20`
  return timed(() => fetch(`http://127.0.0.1:${port}${path}`, { headers: asVisitor(number) }))
}

async function vote(port: number, token: string, candidateId: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ candidateId })
  return timed(() => fetch(`http://127.0.0.1:${port}/api/votes/cast`, { method: 'POST', headers, body }))
}

async function timed(call: () => Promise<Response>): Promise<number> {
  const from = performance.now()
  const answer = await call()
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`A bystander was answered ${answer.status}: ${text.slice(0, 200)}`)
  return performance.now() - from
}

/** A citizen who stands, with a session: strangers are citizens, too. */
async function attackerWhoStands(
  nation: BenchNation,
  database: Connection,
  name: string,
): Promise<{ token: string; candidateId: string }> {
  const candidateId = await standFor(nation, 'president', name)
  const [[citizen]] = await database.query<RowDataPacket[]>('SELECT id, uid FROM citizens WHERE handle = ?', [name])
  const at = await nationTime(database)
  const session = newPublicId(at)
  const until = new Date(at.getTime() + 86_400_000)
  await database.query(
    `INSERT INTO sessions (id, citizen_id, salt, generation, rotated_at, created_at, expires_at, user_agent) VALUES (?)`,
    [[session, citizen?.id, Buffer.alloc(16, 7), 1, at, at, until, 'bench']],
  )
  const claims = { kind: 'citizen', uid: String(citizen?.uid), sessionId: session } as const
  // All that a candidacy can hold: it is what each change answers, and stores under its key.
  const long = 'A long life in short words. '
  await database.query('UPDATE candidacies SET bio = ?, vision = ?, why_vote_for_me = ? WHERE uid = ?', [
    long.repeat(70),
    long.repeat(70),
    long.repeat(35),
    candidateId,
  ])
  return { token: (await issueBearer(deriveKeys(secret), claims, at)).token, candidateId }
}

/** A journal as a nation has it after some days, all of it numbered. */
async function writeJournal(database: Connection): Promise<void> {
  const at = await nationTime(database)
  const [[last]] = await database.query<RowDataPacket[]>('SELECT COALESCE(MAX(seq), 0) AS seq FROM journal')
  const first = Number(last?.seq) + 1
  const facts = JSON.stringify({ position: 'president', note: 'what a fact of the journal looks like. '.repeat(6) })
  for (let from = 0; from < entries; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, entries - from) }, (_, place) => [
      first + from + place,
      'bench.fact',
      'public',
      facts,
      at,
    ])
    await database.query('INSERT INTO journal (seq, kind, visibility, facts, at) VALUES ?', [rows])
  }
  await database.query('UPDATE journal_head SET seq = ?', [first + entries - 1])
}
