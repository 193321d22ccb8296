import { setTimeout as pause } from 'node:timers/promises'
import mysql from 'mysql2/promise'
import { figure, say, verdict } from './stage/report'
import { Audience } from './stage/audience'
import { makeNation, secret, standFor, startProcess, type Running } from './stage/nation'
import { processorMs, residentMiB } from './stage/usage'
import { makeHotPoll } from './stage/polls'
import { makeVoters } from './stage/voters'
import { runBench, setting } from './stage/run'

/**
 * What open event streams cost one API process: citizens who are signed in, a stream each, while nothing happens; and what a
 * change of an election's counts and of a poll's costs, until each of them has heard of it. The listeners have not voted: what they hear
 * is what everybody hears.
 */
const count = setting('STREAMS', 10_000)
const seconds = setting('SECONDS', 60)
const candidates = setting('CANDIDATES', 20)
const votes = 60
const target = 0.1

await runBench(async (services) => {
  const nation = await makeNation(services)
  const database = await mysql.createConnection({ uri: services.databaseUrl, timezone: 'Z' })
  const standing: string[] = []
  for (let n = 0; n < candidates; n++) standing.push(await standFor(nation, 'president', `candidate ${n}`))
  const tokens = await makeVoters(database, count + votes, secret)
  await startProcess('workers', services)
  const api = await startProcess('api', services)
  const audience = new Audience()
  await openAll(services.engine, api, audience, tokens.slice(0, count))
  await idle(api, audience)
  const voters = tokens.slice(count)
  await countsChange('elections.tally-changed', api, audience, voters, (token, n) =>
    vote(api, 'votes/cast', token, { candidateId: standing[n % standing.length] }),
  )
  const poll = await makeHotPoll(database)
  await countsChange('polls.tally-changed', api, audience, voters, (token) =>
    vote(api, 'polls/vote', token, { pollId: poll.id, optionId: poll.optionId }),
  )
  for (const socket of audience.streams) socket.destroy()
  await database.end()
  await nation.close()
})

async function openAll(engine: string, api: Running, audience: Audience, tokens: readonly string[]): Promise<void> {
  const [from, spent] = [performance.now(), processorMs(api.process.pid ?? 0)]
  for (let at = 0; at < tokens.length; at += 100) {
    await Promise.all(tokens.slice(at, at + 100).map((token) => audience.open(api.port, token)))
  }
  const [ms, processor] = [performance.now() - from, processorMs(api.process.pid ?? 0) - spent]
  say(
    `${engine}: ${figure(audience.attached)} streams attached in ${figure(ms / 1000)} s, ` +
      `${figure((processor * 1000) / audience.attached)} us of processor each; the process holds ${figure(residentMiB(api.process.pid ?? 0))} MiB`,
  )
}

/** Nothing happens. What the process spends is heartbeats, look-ups of sessions, and the journal that it follows. */
async function idle(api: Running, audience: Audience): Promise<void> {
  await pause(5_000)
  const [from, spent] = [performance.now(), processorMs(api.process.pid ?? 0)]
  await pause(seconds * 1000)
  const share = (processorMs(api.process.pid ?? 0) - spent) / (performance.now() - from)
  verdict(`a core's share of ${figure(count)} idle streams in ${seconds} s`, share, target, 'lower')
  if (audience.ended > 0) throw new Error(`${audience.ended} streams ended.`)
}

async function countsChange(
  kind: string,
  api: Running,
  audience: Audience,
  tokens: readonly string[],
  cast: (token: string, n: number) => Promise<number>,
): Promise<void> {
  const readsBefore = audience.reads
  audience.heard.delete(kind)
  const spent = processorMs(api.process.pid ?? 0)
  const answers = await Promise.all(tokens.map(cast))
  if (answers.some((status) => status !== 200)) throw new Error(`Votes were answered ${answers.join(' ')}.`)
  const received = () => audience.heard.get(kind)
  const until = performance.now() + 60_000
  while ((received()?.streams ?? 0) < count && performance.now() < until) await pause(50)
  const processor = processorMs(api.process.pid ?? 0) - spent
  const { streams = 0, first = 0, last = 0 } = received() ?? {}
  say(
    `${streams === count ? 'reached ' : 'MISSED  '} ${votes} votes, ${kind}: ${figure(streams)} streams heard the counts ` +
      `within ${figure(last - first)} ms of the first, ${figure(processor)} ms of processor`,
  )
  verdict(`readings that follow ${kind}`, audience.reads - readsBefore, 0, 'lower')
}

async function vote({ port }: Running, path: string, token: string, input: object): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify(input)
  const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, { method: 'POST', headers, body })
  await answer.text()
  return answer.status
}
