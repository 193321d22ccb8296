import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { Citizen } from '@nation/core/citizens'
import { advanceElections, createCandidate } from '@nation/core/elections'
import { change, moveClock, newPublicId, openClock, type Runtime, type SignedIn } from '@nation/core/platform'
import { openDatabase } from '@nation/core/nation'
import { grantServing, migrations, writeEventRules } from '@nation/db-migrations'
import { apiNode, memoryEnvironment, workersNode } from '@nation/dev/launcher'
import { freePort } from '@nation/dev/processes'
import type { DataSource } from 'typeorm'
import { bundle } from './bundle'
import type { BenchServices } from './services'

/** What tokens of the benchmarks are signed with. */
export const secret = 'a secret that only the benchmarks of the nation know'

/** A nation whose election has opened, without candidates. */
export interface BenchNation {
  readonly database: DataSource
  readonly runtime: Runtime
  readonly close: () => Promise<void>
}

/** Makes the schema and opens the election of a week, a day and a half after its beginning. */
export async function makeNation({ databaseUrl, servingUrl }: BenchServices): Promise<BenchNation> {
  const database = await openDatabase({ url: databaseUrl, poolSize: 8, migrations })
  await database.runMigrations({ transaction: 'none' })
  await writeEventRules(database)
  await grantServing(database, servingUrl)
  await moveClock(database, () => new Date('2027-01-05T12:00:00.000Z'))
  const clock = await openClock(database, false)
  const runtime = { database, clock, nudge: () => undefined }
  await advanceElections(runtime)
  return {
    database,
    runtime,
    close: async () => {
      clock.close()
      await database.destroy()
    },
  }
}

type Position = Parameters<typeof createCandidate>[1]['position']

/** A citizen who stands in the open election. Answers the public id of the candidate. */
export async function standFor({ database, runtime }: BenchNation, position: Position, name: string): Promise<string> {
  const at = runtime.clock.now()
  const citizens = database.getRepository(Citizen)
  const citizen = await citizens.save(
    citizens.create({
      uid: newPublicId(at),
      xId: `candidate ${name}`,
      handle: name,
      username: name,
      followers: 1_000,
      verified: false,
      xCreatedAt: new Date(0),
      xRefreshedAt: at,
      walletAddress: `wallet of ${name}`,
      tokenBalance: '100000000000000',
      tokenUpdateRequired: false,
      role: 'citizen',
      isAdmin: false,
      isSuperAdmin: false,
      joinedAt: at,
      createdAt: at,
      updatedAt: at,
    }),
  )
  const caller: SignedIn = { ...citizen, governmentRole: null, sessionId: '', panel: false }
  const { candidateId } = await change(runtime, { caller }, (ctx) =>
    createCandidate(
      { ...ctx, caller },
      {
        displayName: name,
        bio: `${name} has lived here since the first week.`,
        campaignSlogan: 'Open books, open doors',
        vision: 'Every citizen can read the books of the treasury.',
        whyVoteForMe: 'I kept the books of three communities.',
        position,
        userId: undefined,
      },
    ),
  )
  return candidateId
}

/** A process of the product, as it is built. */
export interface Running {
  readonly process: ChildProcess
  readonly port: number
}

const programs = new Map<string, Promise<string>>()

const sources = { api: 'src/stage/api-process.ts', workers: '../workers/src/main.ts' }

const thisBench = path.resolve(import.meta.dirname, '../..')

/** The program of a process, built once; `BENCH_CHECKOUT` takes another checkout's. */
function programOf(name: keyof typeof sources, checkout: string | undefined): Promise<string> {
  const folder = checkout ? path.join(checkout, 'bench') : thisBench
  const key = `${name} ${folder}`
  const program = programs.get(key) ?? bundle(name, sources[name], folder)
  programs.set(key, program)
  return program
}

/** node:http alone (`bare-process.ts`). */
export const startBare = (): Promise<Running> => startRaw('bare')

/** TCP alone, which writes to all who are connected what it is sent (`raw-stream-process.ts`). */
export const startRawStreams = (): Promise<Running> => startRaw('raw-stream')

async function startRaw(name: 'bare' | 'raw-stream'): Promise<Running> {
  const child = fork(await bundle(name, `src/stage/${name}-process.ts`, thisBench), { execArgv: [...apiNode] })
  process.once('exit', () => child.kill('SIGKILL'))
  const [{ ready }] = (await once(child, 'message')) as [{ ready: number }]
  return { process: child, port: ready }
}

/** Builds and starts a process of the product on these services; an API answers its port when it is ready. */
export async function startProcess(
  name: keyof typeof sources,
  services: BenchServices,
  env: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const program = programOf(name, env.BENCH_CHECKOUT)
  const port = Number(env.PORT ?? (await freePort()))
  const media = path.join(services.folder, 'media')
  mkdirSync(media, { recursive: true })
  const child = fork(await program, {
    // A log is written as in production, and not read.
    stdio: ['ignore', env.LOG_LEVEL ? 'ignore' : 'inherit', 'inherit', 'ipc'],
    // As the product is started.
    execArgv: [...(name === 'api' ? apiNode : workersNode), ...(env.BENCH_NODE_ARGS ?? '').split(' ').filter(Boolean)],
    env: {
      ...process.env,
      ...memoryEnvironment,
      NATION_ENV: 'test',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: services.servingUrl,
      REDIS_URL: services.redisUrl,
      NATION_SECRET: secret,
      X_CLIENT_ID: 'nobody signs in here',
      X_CLIENT_SECRET: 'nobody signs in here',
      NATION_ORIGIN: 'http://localhost:3000',
      NATION_MEDIA_DIR: media,
      PORT: String(port),
      ...env,
    },
  })
  process.once('exit', () => child.kill('SIGKILL'))
  if (name === 'api') {
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('The API ended before it was ready.')))
    await Promise.race([once(child, 'message'), ended])
  }
  return { process: child, port }
}
