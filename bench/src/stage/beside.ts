import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PositionId } from '@nation/domain/elections'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'
import { makeVoters } from './voters'
import { secret, startProcess, type Running } from './nation'
import type { BenchServices } from './services'

/** Migrates a database with the program of another checkout of the product, whose packages are installed. */
export async function migrateAs(checkout: string, { databaseUrl }: BenchServices): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'db-migrations/src/cli.ts', 'migrate'], {
    cwd: checkout,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      NATION_ENV: 'test',
      TSX_TSCONFIG_PATH: path.join(checkout, 'tsconfig.json'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`The migrations of ${checkout} failed.`)
}

/** A nation of another checkout in which an election is open. */
export interface Beside {
  readonly api: Running
  readonly workers: Running
  /** Bearer tokens of citizens who may vote. */
  readonly tokens: readonly string[]
  /** Public ids of two candidates for the presidency. */
  readonly candidates: readonly string[]
}

/**
 * Starts the API and the workers of another checkout, at the same instant of its week as `makeNation`. Nothing of that checkout
 * is called from here: its workers open the election, and its candidates stand through its API.
 */
export async function startBeside(checkout: string, services: BenchServices, voters: number): Promise<Beside> {
  await migrateAs(checkout, services)
  const database = await mysql.createConnection({ uri: services.databaseUrl, timezone: 'Z' })
  await setClock(database, new Date('2027-01-05T12:00:00.000Z'))
  // Rights of the serving account are another checkout's own: its processes use the owner's.
  const env = { BENCH_CHECKOUT: checkout, DATABASE_URL: services.databaseUrl }
  const workers = await startProcess('workers', services, env)
  const api = await startProcess('api', services, env)
  await electionOpens(database)
  const tokens = await makeVoters(database, voters, secret)
  const candidates = [await stand(database, api, tokens[0]), await stand(database, api, tokens[1])]
  await database.end()
  return { api, workers, tokens, candidates }
}

async function setClock(database: Connection, at: Date): Promise<void> {
  await database.query(
    'INSERT INTO clock (id, offset_ms) VALUES (1, ?) ON DUPLICATE KEY UPDATE offset_ms = VALUES(offset_ms)',
    [at.getTime() - Date.now()],
  )
}

async function electionOpens(database: Connection): Promise<void> {
  const until = performance.now() + 90_000
  const isOpen = async () => {
    const [rows] = await database.query<RowDataPacket[]>(`SELECT id FROM elections WHERE stage = 'phase_one'`)
    return rows.length > 0
  }
  while (!(await isOpen())) {
    if (performance.now() > until) throw new Error('The workers beside did not open an election.')
    await pause(200)
  }
}

const position: PositionId = 'president'

async function stand(database: Connection, { port }: Running, token = ''): Promise<string> {
  await database.query(
    `UPDATE citizens SET followers = 1000, token_balance = 100000000000000, wallet_address = CONCAT('wallet of ', handle)`,
  )
  const answer = await fetch(`http://127.0.0.1:${port}/api/candidates/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      displayName: 'One of two',
      bio: 'They have lived here since the first week.',
      campaignSlogan: 'Open books, open doors',
      vision: 'Every citizen can read the books of the treasury.',
      whyVoteForMe: 'I kept the books of three communities.',
      position,
    }),
  })
  const candidate = (await answer.json()) as { candidateId?: string }
  if (candidate.candidateId === undefined)
    throw new Error(`No citizen could stand beside: ${JSON.stringify(candidate)}`)
  return candidate.candidateId
}
