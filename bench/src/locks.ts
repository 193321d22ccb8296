import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import mysql, { type Connection } from 'mysql2/promise'
import { figure, say, verdict } from './stage/report'
import { makeNation, secret, standFor, startProcess, type Running } from './stage/nation'
import { runBench, setting } from './stage/run'
import { countBallots, countersThatDiffer, makeVoters } from './stage/voters'

/**
 * Votes while one row is locked for BENCH_SECONDS (30): two API processes, BENCH_RATE (20) votes a second, each by another citizen, for
 * three candidates in turn. A vote that does not need the row is answered within 2 s, or refused as `busy` while the processes
 * find out which row is locked. A vote that needs it is refused as `busy` within 2 s. After the lock every `busy` vote is sent again
 * under its key: none is lost, none counts twice. Exits with an error when a target is missed.
 */
const seconds = setting('SECONDS', 30)
const perSecond = setting('RATE', 20)
const answerMs = 2_000
/** The processes find out within this time which row is locked. */
const findsOutMs = 2_500

const names = ['ada', 'ben', 'cleo'] as const
type Name = (typeof names)[number]

interface Scene {
  readonly row: string
  readonly sql: string
  readonly needs: (vote: Vote) => boolean
}

/** Votes that warm the processes up. */
const early = 20
/** The voter whose row is locked; one of the first scene. */
const lockedVoter = early + 3
const ada = `(SELECT id FROM candidacies WHERE display_name = 'ada')`
const scenes: readonly Scene[] = [
  {
    row: 'a citizen',
    sql: `SELECT id FROM citizens WHERE username = 'voter_${lockedVoter}' FOR UPDATE`,
    needs: ({ voter }) => voter === lockedVoter,
  },
  { row: 'a candidate', sql: `SELECT id FROM candidacies WHERE id = ${ada} FOR UPDATE`, needs: () => false },
  {
    row: 'a tally',
    sql: `SELECT candidacy_id FROM tallies WHERE candidacy_id = ${ada} FOR UPDATE`,
    needs: ({ name }) => name === 'ada',
  },
  { row: 'an election', sql: 'SELECT id FROM elections FOR UPDATE', needs: () => true },
]

interface Vote {
  readonly voter: number
  readonly token: string
  readonly name: Name
  readonly candidateId: string
  readonly key: string
}

interface Answered {
  readonly vote: Vote
  readonly status: number
  readonly code: string | undefined
  readonly sentMs: number
  readonly ms: number
}

await runBench(async (services) => {
  const nation = await makeNation(services)
  const database = await mysql.createConnection({ uri: services.databaseUrl, timezone: 'Z' })
  const candidates = new Map<Name, string>()
  for (const name of names)
    candidates.set(name, await standFor(nation, name === 'cleo' ? 'secretary' : 'president', name))
  const perScene = seconds * perSecond
  const tokens = await makeVoters(database, perScene * scenes.length + early, secret)
  await startProcess('workers', services)
  const apis = [await startProcess('api', services), await startProcess('api', services)]
  const votes = tokens.map((token, place): Vote => {
    const name = names[place % names.length] ?? 'ada'
    return { voter: place, token, name, candidateId: candidates.get(name) ?? '', key: randomUUID() }
  })
  await Promise.all(votes.slice(0, early).map((vote, place) => send(apis[place % 2], vote)))
  say(`${services.engine}: ${perSecond} votes/s at two processes while a row is locked for ${seconds} s`)
  for (const [place, scene] of scenes.entries()) {
    const from = early + place * perScene
    report(scene, await whileLocked(database, scene.sql, () => stream(apis, votes.slice(from, from + perScene))))
  }
  for (const vote of votes) await untilAnswered(apis[0], vote)
  const { ballots } = await countBallots(database)
  verdict('ballots that are lost or there twice', Math.abs(ballots - votes.length), 0, 'lower')
  verdict('counters that differ from the recount', await countersThatDiffer(database), 0, 'lower')
  await database.end()
  await nation.close()
})

async function whileLocked<T>(database: Connection, sql: string, work: () => Promise<T>): Promise<T> {
  await database.beginTransaction()
  try {
    const [rows] = await database.query(sql)
    if (!Array.isArray(rows) || rows.length === 0) throw new Error(`No row was locked by ${sql}`)
    return await work()
  } finally {
    await database.rollback()
  }
}

/** Sends the votes at an even rate, whatever becomes of those before. */
async function stream(apis: readonly Running[], votes: readonly Vote[]): Promise<Answered[]> {
  const began = performance.now()
  const answers: Promise<Answered>[] = []
  for (const [place, vote] of votes.entries()) {
    await pause(Math.max(0, began + (place * 1000) / perSecond - performance.now()))
    const sentMs = performance.now() - began
    answers.push(send(apis[place % apis.length], vote).then((answer) => ({ ...answer, sentMs })))
  }
  return Promise.all(answers)
}

async function send(api: Running | undefined, vote: Vote): Promise<Answered> {
  const began = performance.now()
  const response = await fetch(`http://127.0.0.1:${api?.port}/api/votes/cast`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${vote.token}`,
      'idempotency-key': vote.key,
    },
    body: JSON.stringify({ candidateId: vote.candidateId }),
  })
  const { code } = (await response.json()) as { code?: string }
  return { vote, status: response.status, code, sentMs: 0, ms: performance.now() - began }
}

async function untilAnswered(api: Running | undefined, vote: Vote): Promise<void> {
  for (;;) {
    const { status, code } = await send(api, vote)
    if (status === 200) return
    if (code !== 'busy') throw new Error(`A vote was answered ${status} ${code}.`)
    await pause(50)
  }
}

function report({ row, needs }: Scene, answers: readonly Answered[]): void {
  const others = answers.filter(({ vote }) => !needs(vote))
  const busy = others.filter(({ code }) => code === 'busy')
  const wrong = answers.filter(({ status, code }) => status !== 200 && code !== 'busy')
  const slowest = (some: readonly Answered[]) => some.reduce((most, { ms }) => Math.max(most, ms), 0)
  say(
    `${row}: ${figure(answers.length)} votes, ${figure(answers.length - others.length)} needed the row; ` +
      `others: median ${figure(others.map(({ ms }) => ms).toSorted((a, b) => a - b)[others.length >> 1] ?? 0)} ms, ${busy.length} refused as busy`,
  )
  judge(`${row}: ms until the slowest answer`, slowest(answers), answerMs)
  judge(
    `${row}: votes that did not need it and were refused as busy ${findsOutMs} ms after the lock or later`,
    busy.filter(({ sentMs }) => sentMs > findsOutMs).length,
    0,
  )
  judge(`${row}: answers other than a vote or busy`, wrong.length, 0)
}

function judge(what: string, value: number, most: number): void {
  verdict(what, value, most, 'lower')
  if (value > most) process.exitCode = 1
}
