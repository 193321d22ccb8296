import { setTimeout as pause } from 'node:timers/promises'
import mysql from 'mysql2/promise'
import { figure, say, verdict } from './stage/report'
import { Audience } from './stage/audience'
import { makeNation, secret, startProcess, type Running } from './stage/nation'
import { runBench, setting } from './stage/run'
import { settleVoters } from './stage/voters'

/**
 * How long a change of a role takes to reach everybody: from the moment at which an administrator sends an appointment or a
 * removal to the moment at which the last open event stream has heard of it, and the one whom it concerns reads the new role.
 */
const count = setting('STREAMS', 1_000)
const rounds = setting('ROUNDS', 20)
/** Milliseconds. */
const target = 1_000

await runBench(async (services) => {
  const nation = await makeNation(services)
  const database = await mysql.createConnection({ uri: services.databaseUrl, timezone: 'Z' })
  const { voters, tokens } = await settleVoters(database, count, secret)
  const [admin, official] = [voters[0], voters.at(-1)]
  if (!admin || !official) throw new Error('There are no voters.')
  await database.query('UPDATE citizens SET is_admin = 1 WHERE uid = ?', [admin.uid])
  await startProcess('workers', services)
  const api = await startProcess('api', services)
  const audience = new Audience()
  for (let at = 0; at < tokens.length; at += 100) {
    await Promise.all(tokens.slice(at, at + 100).map((token) => audience.open(api.port, token)))
  }
  const [adminToken = '', officialToken = ''] = [tokens[0], tokens.at(-1)]
  const took: number[] = []
  const parts: number[][] = []
  for (let round = 0; round < rounds; round++) {
    const appoint = round % 2 === 0
    const kind = appoint ? 'government.appointed' : 'government.removed'
    audience.heard.clear()
    const sent = performance.now()
    const body = { userId: official.uid, governmentRole: appoint ? 'secretary' : 'citizen' }
    await send(api, '/api/members/update-role', adminToken, body)
    const answered = performance.now()
    const [heard, read] = await Promise.all([
      allHeard(audience, kind),
      roleReads(api, officialToken, official.uid, appoint ? 'secretary' : null),
    ])
    parts.push([answered - sent, heard.first - sent, heard.last - sent, read - sent])
    took.push(Math.max(heard.last, read) - sent)
  }
  const sorted = took.toSorted((a, b) => a - b)
  say(
    `${services.engine}: ${figure(rounds)} changes of a role, ${figure(count)} open streams: ` +
      `median ${figure(sorted[Math.floor(rounds / 2)] ?? 0)} ms until the last one has heard of it`,
  )
  const names = ['answered', 'first stream', 'last stream', 'own profile']
  const medianOf = (part: number) =>
    parts.map((times) => times[part] ?? 0).toSorted((a, b) => a - b)[Math.floor(rounds / 2)]
  say(names.map((name, part) => `${name} ${figure(medianOf(part) ?? 0)} ms`).join(', '))
  verdict('milliseconds from the slowest change to the last open stream', sorted.at(-1) ?? 0, target, 'lower')
  for (const socket of audience.streams) socket.destroy()
  await database.end()
  await nation.close()
})

/** When the first and the last stream had heard of it. */
async function allHeard(audience: Audience, kind: string): Promise<{ first: number; last: number }> {
  const until = performance.now() + 30_000
  for (;;) {
    const received = audience.heard.get(kind)
    if (received && received.streams >= count) return received
    if (performance.now() > until) throw new Error(`${received?.streams ?? 0} streams heard ${kind}.`)
    await pause(2)
  }
}

/** When the citizen's own profile said so. */
async function roleReads(api: Running, token: string, uid: string, role: string | null): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${api.port}/api/user?action=get-user&uid=${uid}`, { headers })
    const { user } = (await answer.json()) as { user: { governmentRole: string | null } }
    if (user.governmentRole === role) return performance.now()
    await pause(20)
  }
}

async function send({ port }: Running, path: string, token: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`)
}
