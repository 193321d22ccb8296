import { setTimeout as pause } from 'node:timers/promises'
import { column, moveClock, readFirst } from '@nation/core/platform'
import mysql from 'mysql2/promise'
import { check, figure, say } from './stage/report'
import { makeNation, secret, standFor, startProcess, type BenchNation, type Running } from './stage/nation'
import type { BenchServices } from './stage/services'
import { ballotSender, type Fate, type Voter } from '@nation/core/testing'
import { countersThatDiffer, settleVoters } from './stage/voters'
import { runBench, setting } from './stage/run'

/**
 * Citizens vote through HTTP while the API is killed and started again, and while both phases of the election close and
 * the rollover counts and seats: no ballot that was acknowledged is lost, none counts twice, none is taken after its phase.
 */
const citizens = setting('CITIZENS', 20_000)
const kills = setting('KILLS', 5)
const connections = 64
/** How long before a closing the clock is set: it then comes while ballots are on their way. */
const beforeClosingMs = 1_500

await runBench(async (services) => {
  await soak(services)
})

interface Sent {
  readonly voter: number
  readonly position: number
  readonly fate: Fate
}

async function soak(services: BenchServices): Promise<void> {
  const nation = await makeNation(services)
  const presidents = [await standFor(nation, 'president', 'ada'), await standFor(nation, 'president', 'ben')]
  const ministers = [
    await standFor(nation, 'minister_citizens', 'caro'),
    await standFor(nation, 'minister_citizens', 'dan'),
  ]
  const database = await mysql.createConnection({ uri: services.databaseUrl, timezone: 'Z' })
  const { voters } = await settleVoters(database, citizens, secret, 30)
  await startProcess('workers', services)
  const api = await anApiThatDies(services)
  const sender = ballotSender(`http://127.0.0.1:${api.port}`, secret, nation.runtime.clock.now)
  const sent: Sent[] = []
  const plan = planOf({ nation, api, voters: voters.length })
  const began = performance.now()
  let next = 0
  const vote = async (voter: number, position: number, candidateId: string | undefined) => {
    const fate = await sender.send(voters[voter] as Voter, candidateId ?? '')
    sent.push({ voter, position, fate })
  }
  const line = async () => {
    for (let voter = next++; voter < voters.length; voter = next++) {
      await plan.before(voter)
      await vote(voter, 1, presidents[voter % 2])
      // Every third changes their mind, every fifth sends the same again.
      if (voter % 3 === 0) await vote(voter, 1, presidents[(voter + 1) % 2])
      if (voter % 5 === 0) await vote(voter, 1, presidents[voter % 2])
      await vote(voter, 9, ministers[voter % 2])
    }
  }
  await Promise.all(Array.from({ length: connections }, line))
  const seconds = (performance.now() - began) / 1000
  await completed(database)
  say(
    `${citizens} citizens sent ${sent.length} ballots in ${seconds.toFixed(0)} s (${figure(sent.length / seconds)}/s); ` +
      `the API was killed ${api.kills()} times, ${sender.figures.unanswered} requests were not answered and sent again`,
  )
  await judge(database, sent, voters)
  await database.end()
  await nation.close()
}

/** An API on one port that is started again whenever it was killed. */
async function anApiThatDies(services: BenchServices) {
  let running: Running = await startProcess('api', services)
  const { port } = running
  let count = 0
  return {
    port,
    kills: () => count,
    async kill(): Promise<void> {
      const gone = new Promise((resolve) => running.process.once('exit', resolve))
      running.process.kill('SIGKILL')
      count++
      await gone
      running = await startProcess('api', services, { PORT: String(port) })
    },
  }
}

/** Deaths are spread over all ballots; phase one closes after two fifths of the citizens, the election after four. */
function planOf(given: { nation: BenchNation; api: { kill: () => Promise<void> }; voters: number }) {
  const share = (part: number) => Math.floor(given.voters * part)
  const deeds = new Map<number, () => Promise<unknown>>()
  for (let kill = 0; kill < kills; kill++) deeds.set(share((kill + 0.5) / kills), given.api.kill)
  const closing = (name: 'phase_two_at' | 'ends_at') => async () => {
    const { database } = given.nation
    const row = await readFirst(
      database,
      { at: column.instant },
      `SELECT ${name} AS at FROM elections ORDER BY id LIMIT 1`,
    )
    await moveClock(database, () => new Date((row?.at.getTime() ?? 0) - beforeClosingMs))
  }
  deeds.set(share(0.4), closing('phase_two_at'))
  deeds.set(share(0.8), closing('ends_at'))
  return { before: async (voter: number) => void (await deeds.get(voter)?.()) }
}

async function completed(database: mysql.Connection): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const [rows] = await database.query<mysql.RowDataPacket[]>('SELECT stage FROM elections ORDER BY id LIMIT 1')
    if (rows[0]?.stage === 'completed') return
    await pause(100)
  }
  throw new Error('The election was not completed within a minute.')
}

/** Compares what was acknowledged with what the nation stored. */
async function judge(database: mysql.Connection, sent: readonly Sent[], voters: readonly Voter[]): Promise<void> {
  const currentVotes = new Map<string, string>()
  let appended = 0
  let late = 0
  const closes = await closings(database)
  const refusals = new Map<string, number>()
  for (const { voter, position, fate } of sent) {
    if ('refused' in fate) {
      refusals.set(fate.refused, (refusals.get(fate.refused) ?? 0) + 1)
      continue
    }
    const { candidateId, votedAt, repeated } = fate.acknowledged
    currentVotes.set(`${voters[voter]?.uid}:${position}`, candidateId)
    if (!repeated) appended++
    if (votedAt >= (closes.get(position) ?? 0)) late++
  }
  const [stored] = await database.query<mysql.RowDataPacket[]>(
    `SELECT z.uid AS voter, v.position, c.uid AS candidate FROM current_votes v
     JOIN citizens z ON z.id = v.citizen_id JOIN candidacies c ON c.id = v.candidacy_id`,
  )
  const there = new Map(stored.map((row) => [`${row.voter}:${row.position}`, row.candidate as string]))
  const lost = [...currentVotes].filter(([place, candidate]) => there.get(place) !== candidate)
  const [[ballots]] = (await database.query<mysql.RowDataPacket[]>('SELECT COUNT(*) AS n FROM ballots')) as [
    mysql.RowDataPacket[],
    unknown,
  ]
  const [tardy] = await database.query<mysql.RowDataPacket[]>(
    `SELECT b.id FROM ballots b JOIN elections e ON e.id = b.election_id
     WHERE b.cast_at >= IF(b.position <= 3, e.phase_two_at, e.ends_at)`,
  )
  say(`refused: ${[...refusals].map(([code, n]) => `${n} ${code}`).join(', ') || 'none'}`)
  check('acknowledged votes that are lost', lost.length)
  check('votes that were not acknowledged', stored.length - currentVotes.size)
  check('ballots more or less than were acknowledged', Math.abs(Number(ballots?.n) - appended))
  check('ballots after their phase', tardy.length + late)
  check('counters that differ from the recount', await countersThatDiffer(database, 'completed'))
  const [final] = await database.query<mysql.RowDataPacket[]>(
    'SELECT uid, final_supporters AS voters FROM candidacies WHERE final_rank IS NOT NULL',
  )
  const counted = [...currentVotes.values()].reduce(
    (sums, id) => sums.set(id, (sums.get(id) ?? 0) + 1),
    new Map<string, number>(),
  )
  check(
    'results that differ from what was acknowledged',
    final.filter((row) => Number(row.voters) !== (counted.get(row.uid as string) ?? 0)).length,
  )
  if (!refusals.has('phase_closed')) check('closings that refused a vote', 1)
}

async function closings(database: mysql.Connection): Promise<Map<number, number>> {
  const [rows] = await database.query<mysql.RowDataPacket[]>(
    'SELECT phase_two_at, ends_at FROM elections ORDER BY id LIMIT 1',
  )
  const [election] = rows
  return new Map([
    [1, (election?.phase_two_at as Date).getTime()],
    [9, (election?.ends_at as Date).getTime()],
  ])
}
