import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { allCalls, type Call } from '@nation/domain/contract'
import { startApi } from '@nation/api/server'
import { deriveKeys, issueBearer } from '@nation/core/auth'
import {
  column,
  createLogger,
  fixedClock,
  repairCounters,
  newPublicId,
  readConfig,
  readRows,
  type Config,
  type Runtime,
} from '@nation/core/platform'
import { openDatabase, counters } from '@nation/core/nation'
import {
  base,
  emptyNation,
  eraseCitizen,
  growNation,
  uidOf,
  type NationSize,
  type ReadingCaller,
  type ReadingPlan,
} from '@nation/core/testing'
import { grantServing, migrations, writeEventRules } from '@nation/db-migrations'
import { freePort } from '@nation/dev/processes'
import type { DataSource } from 'typeorm'
import { makeNation, secret, type BenchNation } from './nation'
import type { BenchServices } from './services'

/** A nation of a million, with an API in this process that reads over one connection. */
export interface Million {
  readonly engine: string
  readonly now: Date
  /** Asks, and answers how long it took in milliseconds. */
  readonly ask: (plan: ReadingPlan) => Promise<number>
  /** Asks, and answers how many rows the database looked at, and how long it took. What may be large is asked once. */
  readonly costOf: (plan: ReadingPlan) => Promise<Cost>
  /** The n-th citizen deletes their account and is erased; answers what each part of it cost. */
  readonly erase: (n: number) => Promise<readonly ErasedPart[]>
  readonly close: () => Promise<void>
}

export interface Cost {
  readonly rows: number
  readonly ms: number
}

export interface ErasedPart extends Cost {
  readonly part: string
}

/** The instant that a nation stands at, and whether it was filled by an earlier run. */
export interface Filled {
  readonly now: Date
  readonly before: boolean
}

/** Makes the nation and fills it, unless an earlier run left one of this size. */
export async function fillMillion(
  services: BenchServices,
  size: NationSize,
  say: (line: string) => void,
): Promise<Filled> {
  const stored =
    services.filledFile !== null && existsSync(services.filledFile) ? readStored(services.filledFile) : null
  if (stored) {
    if (JSON.stringify(stored.size) !== JSON.stringify(size)) throw new Error('The stored nation is of another size.')
    await migrate(services)
    return { now: new Date(stored.now), before: true }
  }
  const nation = await makeNation(services)
  const now = nation.runtime.clock.now()
  await seed(nation, services.engine, size, now, say)
  await nation.close()
  if (services.filledFile !== null) writeFileSync(services.filledFile, JSON.stringify({ now, size }))
  return { now, before: false }
}

const readStored = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as { now: string; size: NationSize }

/** Brings what an earlier run left to the schema of this checkout. */
async function migrate({ databaseUrl, servingUrl }: BenchServices): Promise<void> {
  const database = await openDatabase({ url: databaseUrl, poolSize: 4, migrations })
  await database.runMigrations({ transaction: 'none' })
  await writeEventRules(database)
  await grantServing(database, servingUrl)
  await database.destroy()
}

/** Starts the API in a nation that is filled. */
export async function openMillion(services: BenchServices, now: Date): Promise<Million> {
  const database = await openDatabase({ url: services.databaseUrl, poolSize: 1 })
  await database.query('SET GLOBAL innodb_buffer_pool_size = 2147483648')
  const tokens = await tokensOf(database, now)
  await database.destroy()
  const counted = await openDatabase({ url: services.servingUrl, poolSize: 1 })
  const port = await freePort()
  const media = path.join(services.folder, 'media')
  mkdirSync(media, { recursive: true })
  const clock = fixedClock(now)
  const config = configOf(services, port, media)
  const api = await startApi(config, createLogger('api', 'fatal'), { database: counted, clock })
  const ask = async (plan: ReadingPlan) => send(`http://127.0.0.1:${port}`, plan, tokens[plan.caller])
  return {
    engine: services.engine,
    now,
    ask,
    costOf: (plan) => leastOf(plan.because === undefined ? 2 : 1, () => costOf(counted, () => ask(plan))),
    erase: (n) => erase({ database: counted, clock, nudge: () => undefined }, config, n),
    close: () => api.close(),
  }
}

const configOf = (services: BenchServices, port: number, media: string) =>
  readConfig({
    ...process.env,
    NATION_ENV: 'test',
    DATABASE_URL: services.servingUrl,
    REDIS_URL: services.redisUrl,
    NATION_SECRET: secret,
    X_CLIENT_ID: 'nobody signs in here',
    X_CLIENT_SECRET: 'nobody signs in here',
    NATION_ORIGIN: 'http://localhost:3000',
    NATION_MEDIA_DIR: media,
    PORT: String(port),
  })

/** Indexes that are built at once afterwards, in the order in which they are stored. */
const late = [
  ['journal', 'ix_journal_kind', '(kind, seq)'],
  ['journal', 'ix_journal_subject', '(subject, seq)'],
  ['journal', 'ix_journal_at', '(at)'],
  ['citizen_words', 'ix_citizen_words_citizen', '(citizen_id)'],
] as const

/** What a server need not do while it is filled: what it holds is worthless until it is whole. */
const unsafely: Record<
  BenchServices['engine'],
  { readonly begin: readonly string[]; readonly end: readonly string[] }
> = {
  MariaDB: {
    begin: ['SET GLOBAL innodb_flush_log_at_trx_commit = 0'],
    end: ['SET GLOBAL innodb_flush_log_at_trx_commit = 1'],
  },
  // Without a redo log there is no doublewrite either.
  MySQL: {
    begin: [
      'SET SESSION sql_log_bin = 0',
      'ALTER INSTANCE DISABLE INNODB REDO_LOG',
      'SET SESSION innodb_ddl_buffer_size = 268435456',
    ],
    end: ['ALTER INSTANCE ENABLE INNODB REDO_LOG'],
  },
}

/** Fills the nation on one connection, without the checks and the durability, which are not needed meanwhile. */
async function seed(
  { database }: BenchNation,
  engine: BenchServices['engine'],
  size: NationSize,
  now: Date,
  say: (line: string) => void,
): Promise<void> {
  const runner = database.createQueryRunner()
  const run = (sql: string): Promise<unknown> => runner.query(sql)
  await run('SET SESSION unique_checks = 0')
  await run('SET SESSION foreign_key_checks = 0')
  for (const sql of unsafely[engine].begin) await run(sql)
  await run('SET GLOBAL innodb_buffer_pool_size = 2147483648')
  for (const [table, index] of late) await run(`ALTER TABLE ${table} DROP KEY ${index}`)
  const [election] = (await run(`SELECT id, starts_at FROM elections WHERE stage = 'phase_one'`)) as {
    id: string
    starts_at: Date
  }[]
  if (!election) throw new Error('No election is open.')
  const place = { now, electionId: election.id, startsAt: election.starts_at }
  await growNation(run, place, emptyNation, size, say)
  for (const [table, index, columns] of late) {
    const began = performance.now()
    await run(`ALTER TABLE ${table} ADD KEY ${index} ${columns}`)
    say(`built ${index} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  await repairCounters(database, counters)
  const tables = (await run('SHOW TABLES')) as Record<string, string>[]
  for (const table of tables) await run(`ANALYZE TABLE ${Object.values(table)[0] ?? ''}`)
  for (const sql of unsafely[engine].end) await run(sql)
  await runner.release()
}

async function tokensOf(database: DataSource, now: Date): Promise<Record<ReadingCaller, string | undefined>> {
  const keys = deriveKeys(secret)
  const citizen = async (n: number) => {
    const sessionId = newPublicId(now)
    await database.query(
      `INSERT INTO sessions (id, citizen_id, salt, generation, rotated_at, created_at, expires_at, user_agent) VALUES ?`,
      [[[sessionId, base + n, Buffer.alloc(16, 7), 1, now, now, new Date(now.getTime() + 86_400_000), 'bench']]],
    )
    return (await issueBearer(keys, { kind: 'citizen', uid: uidOf('citizen', n), sessionId }, now)).token
  }
  const panel = async (n: number) => {
    const sessionId = newPublicId(now)
    await database.query(
      `INSERT IGNORE INTO panel_accounts (id, username, citizen_id, password_hash, totp_last_step, created_at)
       VALUES (1, 'bench', ?, 'nobody knows', 0, ?)`,
      [base + n, now],
    )
    await database.query('INSERT INTO panel_sessions (id, account_id, created_at, expires_at) VALUES (?, 1, ?, ?)', [
      sessionId,
      now,
      new Date(now.getTime() + 86_400_000),
    ])
    return (await issueBearer(keys, { kind: 'panel', uid: uidOf('citizen', n), sessionId }, now)).token
  }
  return {
    visitor: undefined,
    voter: await citizen(0),
    president: await citizen(1),
    administrator: await citizen(2),
    panel: await panel(2),
  }
}

async function send(
  origin: string,
  { call: id, input, name }: ReadingPlan,
  token: string | undefined,
): Promise<number> {
  const call = (allCalls as readonly Call[]).find((one) => one.id === id)
  if (!call) throw new Error(`There is no call ${id}.`)
  const rest = new Map(Object.entries(input).map(([field, value]) => [field, String(value)]))
  const where = call.canonical.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = rest.get(field) ?? ''
    rest.delete(field)
    return encodeURIComponent(value)
  })
  const began = performance.now()
  const answer = await fetch(`${origin}${where}?${new URLSearchParams([...rest]).toString()}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  const text = await answer.text()
  const ms = performance.now() - began
  if (![200, 404].includes(answer.status)) throw new Error(`${id}, ${name}: ${answer.status} ${text.slice(0, 300)}`)
  return ms
}

async function erase(runtime: Runtime, config: Config, n: number): Promise<ErasedPart[]> {
  const parts: ErasedPart[] = []
  await eraseCitizen(runtime, config, n, async (part, work) => {
    const cost = await costOf(runtime.database, async () => {
      const began = performance.now()
      await work()
      return performance.now() - began
    })
    parts.push({ part, ...cost })
  })
  return parts
}

/** Rows that the one connection looked at meanwhile; what asking for it costs is taken off. `work` answers its milliseconds. */
async function costOf(database: DataSource, work: () => Promise<number>): Promise<Cost> {
  const first = await lookedAt(database)
  const from = await lookedAt(database)
  const ms = await work()
  return { rows: (await lookedAt(database)) - from - (from - first), ms }
}

async function lookedAt(database: DataSource): Promise<number> {
  const rows = await readRows(database, { Value: column.integer }, `SHOW SESSION STATUS LIKE 'Handler_read%'`)
  return rows.reduce((sum, row) => sum + row.Value, 0)
}

/** What the API reads by itself from time to time is in some of the figures, and not in the least of them. */
async function leastOf(times: number, measure: () => Promise<Cost>): Promise<Cost> {
  const figures: Cost[] = []
  for (let time = 0; time < times; time++) {
    await new Promise((resolve) => setTimeout(resolve, 450))
    figures.push(await measure())
  }
  return { rows: Math.min(...figures.map(({ rows }) => rows)), ms: Math.min(...figures.map(({ ms }) => ms)) }
}
