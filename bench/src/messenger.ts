import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { fill, uidSql } from '@nation/core/testing'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'
import { asChange, asCitizen, asVisitor, load, type Load } from './stage/load'
import { figure, median, say, verdict } from './stage/report'
import { bundle } from './stage/bundle'
import { makeNation, secret, startProcess, type Running } from './stage/nation'
import { runBench, setting } from './stage/run'
import type { BenchServices } from './stage/services'
import { usageOf } from './stage/usage'
import { settleVoters } from './stage/voters'

/**
 * The messenger through HTTP, 64 connections. Sending: everybody into one group, each message under an idempotency key and an id of
 * its sender, beside the same call that does nothing after its authentication, limits and validation. Reading: the list of 200
 * conversations of each reader, and pages of a large group at any point, beside a bare server that asks the same of mysql2.
 */
const rounds = setting('ROUNDS', 5)
const senders = setting('SENDERS', 10_000)
const readers = setting('READERS', 200)
const messages = setting('MESSAGES', 1_000_000)
const seconds = setting('SECONDS', 5)
const conversations = 200

interface Reader {
  readonly id: string
  readonly uid: string
}

await runBench(async (services) => {
  const nation = await makeNation(services)
  const connection = { uri: services.databaseUrl, timezone: 'Z', bigNumberStrings: true, supportBigNumbers: true }
  const database = await mysql.createConnection(connection)
  const { tokens } = await settleVoters(database, senders, secret)
  const people = await fillMessenger(database)
  const workers = await startProcess('workers', services)
  const api = await startProcess('api', services, {
    NATION_TRUST_PROXY: 'true',
    BENCH_NODE_ARGS: process.env.BENCH_PROFILE ?? '',
  })
  const noop = await startProcess('api', services, { BENCH_NOOP: 'yes' })
  const bare = await startBareServer(services)
  await measureReading(services, { api, bare }, people, tokens)
  const used = usageOf({ api, noop, workers }, services.databasePid)
  await measureSending(database, { api, noop, used }, tokens)
  bare.process.kill('SIGKILL')
  await database.end()
  await nation.close()
  api.process.kill('SIGTERM')
  if (process.env.BENCH_PROFILE) await once(api.process, 'exit')
})

/** A large group, and readers with conversations of two messages each. Answers the readers, in the order of their tokens. */
async function fillMessenger(database: Connection): Promise<Reader[]> {
  const run = (sql: string) => database.query(sql)
  const [rows] = await database.query<RowDataPacket[]>('SELECT id, uid FROM citizens ORDER BY id')
  const first = String(rows[0]?.id)
  const at = `TIMESTAMP'2026-12-01 00:00:00' + INTERVAL n SECOND`
  await withoutIndexes(database, 'messages', () =>
    fill(
      run,
      'messages',
      { from: 0, to: messages },
      {
        conversation_id: 'channel.id',
        number: 'n + 1',
        uid: uidSql('message'),
        sender_id: `${first} + n % ${senders}`,
        text: `CONCAT('Light the harbour steps ', n, ', says the nation')`,
        reply_to: 'IF(n % 5 = 4, n - 3, NULL)',
        sent_at: at,
      },
      { join: `CROSS JOIN (SELECT id FROM conversations WHERE channel = 'citizens') AS channel` },
    ),
  )
  await run(`UPDATE conversations SET last_number = ${messages}, last_at = created_at WHERE channel = 'citizens'`)
  const every = { from: 0, to: readers * conversations }
  const [reader, other] = [
    `${first} + FLOOR(n / ${conversations})`,
    `${first} + ${readers} + n % ${conversations}`,
  ] as const
  const conversation = { id: '1000 + n', uid: uidSql('conversation'), low_id: reader, high_id: other }
  const began = { started_by: reader, accepted_at: at, last_number: '2', last_at: at, created_at: at }
  await fill(run, 'conversations', every, { ...conversation, ...began })
  for (const [number, sender] of [reader, other].entries()) {
    await fill(run, 'messages', every, {
      conversation_id: '1000 + n',
      number: String(number + 1),
      uid: uidSql('message', `(${number + 1} * 100000000 + n)`),
      sender_id: sender,
      text: `'Shall we meet at the harbour?'`,
      sent_at: at,
    })
    const marker = { citizen_id: sender, conversation_id: '1000 + n', read_number: String(number + 1), last_at: at }
    await fill(run, 'conversation_readers', every, marker)
  }
  // Who has opened the group once has a marker in it.
  await run(`INSERT INTO conversation_readers (citizen_id, conversation_id, read_number)
    SELECT c.id, v.id, 1 FROM citizens c JOIN conversations v ON v.channel = 'citizens' WHERE c.id < ${first} + ${readers}`)
  await run('ANALYZE TABLE conversations, messages, conversation_readers, citizens')
  say(`${figure(messages)} messages in the group; ${readers} readers with ${conversations} conversations each`)
  return rows.slice(0, readers).map(({ id, uid }) => ({ id: String(id), uid: String(uid) }))
}

/**
 * Fills a table while it has its primary key alone, and makes its other indexes behind it. Ten million rows come in the order of the
 * key; written into each index one by one, they would be read and written again and again.
 */
async function withoutIndexes(database: Connection, table: string, work: () => Promise<unknown>): Promise<void> {
  const [indexes] = await database.query<RowDataPacket[]>(
    `SELECT index_name AS name, MAX(non_unique) AS more, GROUP_CONCAT(column_name ORDER BY seq_in_index) AS columns
     FROM information_schema.statistics
     WHERE table_schema = DATABASE() AND table_name = ? AND index_name <> 'PRIMARY' GROUP BY index_name`,
    [table],
  )
  const alter = (parts: readonly string[]) => database.query(`ALTER TABLE ${table} ${parts.join(', ')}`)
  await alter(indexes.map(({ name }) => `DROP INDEX ${name}`))
  await work()
  await alter(
    indexes.map(({ name, more, columns }) => `ADD ${Number(more) === 0 ? 'UNIQUE ' : ''}INDEX ${name} (${columns})`),
  )
}

async function measureReading(
  { databasePid }: BenchServices,
  { api, bare }: { readonly api: Running; readonly bare: Running },
  people: readonly Reader[],
  tokens: readonly string[],
): Promise<void> {
  const own = tokens.slice(0, readers)
  const reader = (n: number) => people[n % readers]!
  // Pages all over the group, another one for each request.
  const before = (n: number) => 51 + ((n * 7919) % (messages - 51))
  const ways = {
    'list of 200 conversations': {
      ours: () => '/api/messenger/get-conversations?limit=200',
      raw: (n: number) => `/?reader=${reader(n).id}&uid=${reader(n).uid}`,
      part: 'conversations',
    },
    'page of the large group': {
      ours: (n: number) => `/api/messenger/get-group-messages?groupId=citizens&limit=50&before=${before(n)}`,
      raw: (n: number) => `/?before=${before(n)}`,
      part: 'messages',
    },
  } as const
  for (const [name, { ours, raw, part }] of Object.entries(ways)) {
    const [answered, wanted] = await Promise.all([
      partOf(`http://127.0.0.1:${api.port}${ours(0)}`, part, asCitizen(own)(0)),
      partOf(`http://127.0.0.1:${bare.port}${raw(0)}`, part, {}),
    ])
    const place = wanted.findIndex((one, at) => !isDeepStrictEqual(one, answered[at]))
    if (place >= 0 || wanted.length === 0 || wanted.length !== answered.length)
      throw new Error(`The two answers differ: ${JSON.stringify([answered[place], wanted[place]])}`)
    const [reached, limit]: [Load[], Load[]] = [[], []]
    const used = usageOf({ api, bare }, databasePid)
    // The first round warms both up.
    for (let round = 0; round <= rounds; round++) {
      const askBare = () =>
        load({ url: `http://127.0.0.1:${bare.port}`, duration: seconds }, asVisitor, { pathOf: raw })
      const askUs = () =>
        load({ url: `http://127.0.0.1:${api.port}`, duration: seconds }, asCitizen(own), { pathOf: ours })
      if (round === 0) {
        await askBare()
        await askUs()
        continue
      }
      limit.push(await used.during(`bare mysql2, ${name}`, askBare))
      reached.push(await used.during(name, askUs))
    }
    const [mine, theirs] = [reached, limit].map((loads) => median(loads.map((one) => one.perSecond))) as [
      number,
      number,
    ]
    say(`${name}: ${figure(mine)}/s; bare mysql2 ${figure(theirs)}/s`)
    for (const line of used.lines()) say(line)
    verdict(`${name} against mysql2`, mine / theirs, 0.55, 'higher')
  }
}

async function measureSending(
  database: Connection,
  { api, noop, used }: { api: Running; noop: Running; used: ReturnType<typeof usageOf> },
  tokens: readonly string[],
): Promise<void> {
  const [ours, raw]: [Load[], Load[]] = [[], []]
  const count = async () => {
    const [[row]] = await database.query<RowDataPacket[]>(
      `SELECT COUNT(*) AS n, MAX(last_number) AS last FROM messages m JOIN conversations v ON v.id = m.conversation_id
       WHERE v.channel = 'citizens'`,
    )
    return [Number(row?.n), Number(row?.last)] as const
  }
  const [from] = await count()
  for (let round = 0; round <= rounds; round++) {
    const nothing = () => sendAll(noop, tokens)
    const messages = () => sendAll(api, tokens)
    if (round === 0) {
      await nothing()
      await messages()
      continue
    }
    raw.push(await used.during('the no-op', nothing))
    ours.push(await used.during('messages', messages))
  }
  const of = (loads: readonly Load[], what: 'perSecond' | 'p99') => median(loads.map((one) => one[what]))
  say(
    `sending: ${figure(of(ours, 'perSecond'))}/s (p99 ${of(ours, 'p99')} ms), no-op ${figure(of(raw, 'perSecond'))}/s (p99 ${of(raw, 'p99')} ms)`,
  )
  for (const line of used.lines()) say(line)
  verdict('messages against the no-op', of(ours, 'perSecond') / of(raw, 'perSecond'), 0.5, 'higher')
  verdict('p99 of messages against the no-op', of(ours, 'p99') / of(raw, 'p99'), 6, 'lower')
  const [to, last] = await count()
  const whole = to - from === tokens.length * (rounds + 1) && to === last
  say(
    whole
      ? 'reached  every message is there once'
      : `MISSED   ${to - from} messages of ${tokens.length * (rounds + 1)}, the last is ${last}`,
  )
  if (!whole) process.exitCode = 1
}

function sendAll({ port }: Running, tokens: readonly string[]): Promise<Load> {
  const url = `http://127.0.0.1:${port}/api/messenger/send-group-message`
  const said = { groupId: 'citizens', message: 'Good morning, nation. Is the ferry running?' }
  const bodyOf = () => JSON.stringify({ ...said, clientId: randomUUID() })
  return load({ url, method: 'POST', amount: tokens.length }, asChange(asCitizen(tokens)), { bodyOf })
}

async function partOf(url: string, part: string, headers: Readonly<Record<string, string>>): Promise<unknown[]> {
  const answer = await fetch(url, { headers })
  const body = (await answer.json()) as Record<string, unknown>
  if (!Array.isArray(body[part])) throw new Error(`${url}: ${answer.status} ${JSON.stringify(body)}`)
  return body[part] as unknown[]
}

async function startBareServer(services: BenchServices): Promise<Running> {
  const entry = await bundle('bare-messenger', 'src/stage/bare-messenger.ts', path.resolve(import.meta.dirname, '..'))
  const child = fork(entry, { env: { ...process.env, DATABASE_URL: services.databaseUrl } })
  process.once('exit', () => child.kill('SIGKILL'))
  const [ready] = (await once(child, 'message')) as [{ port: number }]
  return { process: child, port: ready.port }
}
