import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import mysql from 'mysql2/promise'
import { figure, median, say, verdict } from './stage/report'
import { Audience } from './stage/audience'
import { makeNation, secret, startProcess, startRawStreams, type Running } from './stage/nation'
import { runBench, setting } from './stage/run'
import { residentMiB } from './stage/usage'
import { makeVoters } from './stage/voters'

/**
 * What a message costs until all who listen have it: a group's message beside raw TCP writes of the same bytes to as many
 * sockets, and a direct message where many listen beside one where few do.
 */
const count = setting('STREAMS', 1_000)
const few = 50
const rounds = setting('ROUNDS', 30)
const posted = 'messenger.posted'
const directly = 'messenger.posted-directly'
/** How often a call was refused as `busy`. */
let refusals = 0
const targets = { fanOut: 0.9, shownMs: 250, direct: 2, memoryMiB: 250 }

await runBench(async (services) => {
  const nation = await makeNation(services)
  const database = await mysql.createConnection({ uri: services.databaseUrl, timezone: 'Z' })
  const tokens = await makeVoters(database, count, secret)
  const [ada = '', ben = ''] = tokens
  await startProcess('workers', services)
  const api = await startProcess('api', services)
  const audience = new Audience()
  await open(audience, api.port, tokens.slice(0, few))
  const conversationId = await talk(api, ada, ben)
  const withFew = await each(() => directMessage(audience, api, ada, conversationId))
  await open(audience, api.port, tokens.slice(few))
  const withMany = await each(() => directMessage(audience, api, ada, conversationId))
  const group = await each(() => groupMessage(audience, api, ada))
  const raw = await rawFanOut(tokens, audience.frames.get(posted) ?? '')
  say(`${services.engine}: ${figure(count)} streams, ${rounds} messages each`)
  const spread = (some: readonly Delivery[]) => median(some.map(({ first, last }) => last - first))
  say(`from the first to the last stream: ${figure(spread(group))} ms, raw ${figure(spread(raw))} ms`)
  verdict('fan-out of a group message, of raw TCP writes', spread(raw) / spread(group), targets.fanOut, 'higher')
  const lost = group.reduce((sum, { streams }) => sum + count - streams, 0)
  verdict('messages lost', lost, 0, 'lower')
  const shown = group.map(({ last }) => last).toSorted((a, b) => a - b)
  // That of the last stream: no stream's p99 is later.
  verdict('ms from posted to heard by the last stream, p99', at(shown, 0.99), targets.shownMs, 'lower')
  const cost = (some: readonly Delivery[]) => median(some.map(({ last }) => last))
  verdict(
    `a direct message at ${count} streams, of one at ${few}`,
    cost(withMany) / cost(withFew),
    targets.direct,
    'lower',
  )
  if (refusals > 0) say(`${figure(refusals)} calls were refused as busy, and made again`)
  verdict('MiB of the process', residentMiB(api.process.pid ?? 0), targets.memoryMiB, 'lower')
  for (const socket of audience.streams) socket.destroy()
  await database.end()
  await nation.close()
})

/** How many streams heard of a message, and how long after it was sent the first and the last one did. */
interface Delivery {
  readonly streams: number
  readonly first: number
  readonly last: number
}

async function open(audience: Audience, port: number, tokens: readonly string[]): Promise<void> {
  for (let from = 0; from < tokens.length; from += 100) {
    await Promise.all(tokens.slice(from, from + 100).map((token) => audience.open(port, token)))
  }
}

async function each(measure: () => Promise<Delivery>): Promise<Delivery[]> {
  const measured: Delivery[] = []
  for (let round = 0; round < rounds + 3; round++) measured.push(await measure())
  // The first ones warm the process up.
  return measured.slice(3)
}

/** Sends, and waits until so many streams have heard the kind. */
async function heard(audience: Audience, kind: string, streams: number, send: () => unknown): Promise<Delivery> {
  audience.heard.delete(kind)
  const from = performance.now()
  await send()
  const until = from + 30_000
  while ((audience.heard.get(kind)?.streams ?? 0) < streams && performance.now() < until) await pause(2)
  const received = audience.heard.get(kind) ?? { streams: 0, first: until, last: until }
  return { streams: received.streams, first: received.first - from, last: received.last - from }
}

function groupMessage(audience: Audience, api: Running, token: string): Promise<Delivery> {
  const body = { groupId: 'citizens', message: 'Good morning, nation.' }
  return heard(audience, posted, count, () => call(api, 'send-group-message', token, body))
}

function directMessage(audience: Audience, api: Running, token: string, conversationId: string): Promise<Delivery> {
  const body = { conversationId, message: 'Hello.' }
  return heard(audience, directly, 2, () => call(api, 'send-message', token, body))
}

/** A conversation of two that was accepted. */
async function talk(api: Running, ada: string, ben: string): Promise<string> {
  const { conversationId } = await call(api, 'start-conversation', ada, { recipientId: subjectOf(ben) })
  await call(api, 'send-message', ada, { conversationId, message: 'Hello.' })
  await call(api, 'send-message', ben, { conversationId, message: 'Hello.' })
  return String(conversationId)
}

/** Whose a bearer token is. */
function subjectOf(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub?: string }
  return String(claims.sub)
}

/**
 * A call, made again where the nation is busy, as clients do: a message then stands under one id of its sender's. A message waits for
 * its commit for 1.9 s at most (`core/src/platform/group-commit.ts`); a machine that does much else takes longer at times.
 */
async function call({ port }: Running, name: string, token: string, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${port}/api/messenger/${name}`
  const sent = JSON.stringify('message' in body ? { ...body, clientId: randomUUID() } : body)
  for (;;) {
    const answer = await fetch(url, { method: 'POST', headers, body: sent })
    const text = await answer.text()
    if (answer.status === 200) return JSON.parse(text) as Record<string, unknown>
    if (answer.status !== 503) throw new Error(`${name} was answered ${answer.status}: ${text}`)
    refusals++
    await pause(100)
  }
}

/** The same number of sockets and the same bytes, with nothing but TCP between. The clients do the same with them. */
async function rawFanOut(tokens: readonly string[], frame: string): Promise<Delivery[]> {
  const bare = await startRawStreams()
  const audience = new Audience()
  await open(audience, bare.port, tokens)
  const measured = await each(() => heard(audience, posted, count, () => bare.process.send(frame)))
  for (const socket of audience.streams) socket.destroy()
  bare.process.kill()
  return measured
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity
}
