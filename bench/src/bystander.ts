import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { deriveKeys, issueBearer } from '@nation/core/auth'
import { newPublicId } from '@nation/core/platform'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'
import { asVisitor } from './stage/load'
import { say } from './stage/report'
import type { Attack, Orders, Spoils } from './stage/attackers'
import { makeNation, secret, standFor, startBare, startProcess, type BenchNation, type Running } from './stage/nation'
import { processorMs } from './stage/usage'
import { makeVoters, nationTime } from './stage/voters'
import { runBench, setting } from './stage/run'

/**
 * Whether a bystander notices that others attack: one API process at production's limits, twenty calls a second (votes and
 * lists in turn) while strangers from few addresses send hostile text, ask for nearly all of the event window on 45 streams, and
 * change their candidacies under new keys as fast as limits allow. The same bystander calls a bare node:http process in between:
 * what that one's calls take is the machine's. Exits with an error when a target is missed. `BENCH_SCENE=<part of a name>` runs
 * some scenes, `BENCH_PROFILE="--cpu-prof ..."` is given to the API's node.
 */
const seconds = setting('SECONDS', 8)
const entries = setting('ENTRIES', 24_000)
const perSecond = 20
const targetMs = 100
const attackersEach = 5

interface Delay {
  readonly p99: number
  readonly max: number
}

const everyScene: readonly { readonly name: string; readonly attacks: readonly Attack[] }[] = [
  { name: 'quiet', attacks: [] },
  { name: 'hostile text', attacks: ['text'] },
  { name: 'replays', attacks: ['replays'] },
  { name: 'stored answers', attacks: ['answers'] },
  { name: 'all together', attacks: ['text', 'replays', 'answers'] },
]

const scenes = everyScene.filter(({ name }) => name.includes(process.env.BENCH_SCENE ?? ''))

await runBench(async (services) => {
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
  const api = await startProcess('api', services, {
    NATION_TRUST_PROXY: 'true',
    BENCH_LIMITS: 'production',
    BENCH_NODE_ARGS: process.env.BENCH_PROFILE ?? '',
  })
  const bare = await startBare()
  const strangers = fork(new URL('./stage/attackers.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  process.once('exit', () => strangers.kill('SIGKILL'))
  // Strangers have machines of their own: what they spend must not be taken from the API and the database.
  os.setPriority(strangers.pid ?? 0, os.constants.priority.PRIORITY_LOW)
  const pids = { api: api.process.pid ?? 0, database: services.databasePid, strangers: strangers.pid ?? 0 }
  say(`${services.engine}, ${entries} entries in the journal, ${perSecond} calls/s for ${seconds} s each:`)
  await calls(api, bare, candidateId, voters.splice(0, 1), 10)
  for (const [place, { name, attacks }] of scenes.entries()) {
    const orders: Orders = {
      attacks,
      port: api.port,
      addresses: [1, 2, 3, 4].map((last) => `192.0.${place}.${last}`),
      candidates: attackers.splice(0, attackersEach),
    }
    await scene(name, api, strangers, orders, pids, () => calls(api, bare, candidateId, voters, seconds * perSecond))
  }
  // A profile is written when the process ends by itself.
  api.process.kill('SIGTERM')
  await once(api.process, 'exit')
  strangers.kill('SIGKILL')
  await database.end()
  await nation.close()
})

/**
 * A line on what the bystander saw while this went on, beside what it saw of a process that does nothing, and a line on where the
 * time went: how late the API's own loop was, and what each process spent.
 */
async function scene(
  name: string,
  api: Running,
  strangers: ChildProcess,
  orders: Orders,
  pids: Readonly<Record<string, number>>,
  bystander: () => Promise<Times>,
): Promise<void> {
  strangers.send(orders)
  await ask(api.process, 'begin')
  const spent = () => Object.entries(pids).map(([who, pid]) => ({ who, ms: processorMs(pid) }))
  const before = spent()
  const { votes, lists, control } = await bystander()
  const processor = spent().map(({ who, ms: now }, place) => `${who} ${ms(now - (before[place]?.ms ?? 0))}`)
  const delay = await ask<Delay>(api.process, 'delay')
  const spoils = await ask<Spoils>(strangers, 'stop')
  const ours = [...votes, ...lists]
  const p99 = at(ours, 0.99)
  if (p99 >= targetMs) process.exitCode = 1
  say(
    `${p99 < targetMs ? 'reached ' : 'MISSED  '} ${name}: p50 ${ms(at(ours, 0.5))}, p99 ${ms(p99)}, max ${ms(at(ours, 1))} ms ` +
      `(target: p99 < ${targetMs} ms); a bare process meanwhile p50 ${ms(at(control, 0.5))}, p99 ${ms(at(control, 0.99))} ms`,
  )
  say(
    `           votes p99 ${ms(at(votes, 0.99))}, lists p99 ${ms(at(lists, 0.99))} ms; the loop's delay p99 ${ms(delay.p99)}, max ${ms(delay.max)} ms; processor ms: ${processor.join(', ')}; ` +
      `attackers: ${spoils.calls} tries, ${spoils.refusedByLimits} over limits, ${ms(spoils.bytesRead / 1e6)} MB read`,
  )
}

function ms(value: number): string {
  return value.toFixed(0)
}

/** The time that this share of the calls did not exceed. */
function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Asks a child, and waits for its word. */
async function ask<Word>(child: ChildProcess, question: string): Promise<Word> {
  const word = once(child, 'message')
  child.send(question)
  return (await word)[0] as Word
}

/** How long calls took, in milliseconds: the API's, and the bare process's in between. */
interface Times {
  readonly votes: readonly number[]
  readonly lists: readonly number[]
  readonly control: readonly number[]
}

/** Votes and lists in turn, at a fixed pace whatever the answers take, and a call to the bare process halfway to the next one. */
async function calls(
  { port }: Running,
  bare: Running,
  candidateId: string,
  voters: string[],
  count: number,
): Promise<Times> {
  const votes: Promise<number>[] = []
  const lists: Promise<number>[] = []
  const control: Promise<number>[] = []
  const from = performance.now()
  const step = async (steps: number) => pause(Math.max(0, from + (steps * 1000) / perSecond - performance.now()))
  for (let number = 0; number < count; number++) {
    const token = number % 2 === 0 ? voters.shift() : undefined
    if (token === undefined) lists.push(list(port, number))
    else votes.push(vote(port, token, candidateId))
    await step(number + 0.5)
    control.push(timed(() => fetch(`http://127.0.0.1:${bare.port}/`, { method: 'POST', body: '{}' })))
    await step(number + 1)
  }
  return { votes: await Promise.all(votes), lists: await Promise.all(lists), control: await Promise.all(control) }
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
