import { spawn } from 'node:child_process'
import path from 'node:path'
import { column, readOne } from '@nation/core/platform'
import { openDatabase } from '@nation/core/nation'
import { crowdOf, dropSchema, makeSchema, settleCrowd } from '@nation/core/testing'
import { memoryEnvironment, workersNode } from '@nation/dev/launcher'
import { startSolanaStandIn } from '@nation/dev/solana'
import { build } from 'tsdown'
import { say } from './stage/report'
import { startServices } from './stage/services'
import { setting } from './stage/run'

/*
 * How long a token migration takes and how much memory it needs, for 10,000 and for 100,000 citizens; the latter is killed
 * three times on its way. The process gets the memory settings of the workers. On a database of its own, unless
 * NATION_TEST_DATABASE_URL names one: `npm run bench token-migration`.
 */

const root = path.resolve(import.meta.dirname, '../..')
const bundle = path.join(root, 'workers/dist/faults')
/** Growth of the process's memory, as the system counts it, from the small to the large nation that is accepted: megabytes. */
const acceptedMb = 30

interface Figures {
  readonly ms: number
  readonly baseMb: number
  readonly peakMb: number
}

/** The process that the fault tests kill, too; undefined figures mean that it was killed. */
function migrate(databaseUrl: string, rpcUrl: string, killAt?: number): Promise<Figures | undefined> {
  const child = spawn(process.execPath, [...workersNode, path.join(bundle, 'migration-process.js')], {
    env: {
      ...process.env,
      ...memoryEnvironment,
      NATION_ENV: 'test',
      DATABASE_URL: databaseUrl,
      SOLANA_RPC_URLS: rpcUrl,
      TOKEN_VERSION: 'v2_new_token',
      ...(killAt !== undefined && { NATION_KILL_AT_STATEMENT: String(killAt) }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(undefined)
      else if (code === 0) resolve(JSON.parse(output) as Figures)
      else reject(new Error(`The migration ended with code ${code}.`))
    })
  })
}

/** One nation of that size: carried over, killed before each of these statements first. Answers what the last run took. */
async function measure(
  citizens: number,
  kills: readonly number[],
): Promise<Figures & { wallMs: number; left: number }> {
  const schema = `nation_bench_migration_${process.pid}`
  const url = await makeSchema(schema)
  const database = await openDatabase({ url, poolSize: 4 })
  const crowd = crowdOf(citizens)
  const solana = await startSolanaStandIn({ holders: crowd, plainAccounts: true })
  try {
    await settleCrowd(database, crowd, new Date())
    const began = performance.now()
    for (const kill of kills) {
      if (await migrate(url, solana.origin, kill)) throw new Error(`It was over before statement ${kill}.`)
    }
    const figures = await migrate(url, solana.origin)
    if (!figures) throw new Error('The last run was killed.')
    const wallMs = Math.round(performance.now() - began)
    const row = await readOne(
      database,
      { n: column.integer },
      `SELECT COUNT(*) AS n FROM citizens c LEFT JOIN token_migration_citizens m ON m.citizen_id = c.id AND m.migration_id = (SELECT MAX(id) FROM token_migrations)
       WHERE m.citizen_id IS NULL OR c.token_update_required = TRUE OR c.token_balance = 777000000001`,
    )
    return { ...figures, wallMs, left: row.n }
  } finally {
    await solana.close()
    await database.destroy()
    await dropSchema(schema)
  }
}

await build({
  config: false,
  cwd: path.join(root, 'workers'),
  entry: { 'migration-process': path.join(root, 'workers/src/balances/faults/migration-process.ts') },
  outDir: bundle,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: false,
  clean: false,
  logLevel: 'silent',
  deps: { alwaysBundle: /^@nation\//, neverBundle: /^(?!@nation\/|@oxc-project\/runtime)[^./\0]/ },
  inputOptions: { transform: { decorator: { legacy: true } } },
})
const services = process.env.NATION_TEST_DATABASE_URL ? null : await startServices(say)
if (services) {
  process.env.NATION_TEST_DATABASE_URL = services.databaseUrl
  process.env.NATION_TEST_SERVING_URL = services.servingUrl
}
const large = setting('CITIZENS', 100_000)
const runs = [
  { citizens: 10_000, kills: [] },
  { citizens: large, kills: [] },
  { citizens: large, kills: [60, 400, 3_000].map((statement) => Math.ceil((statement * large) / 100_000)) },
]
const peaks: number[] = []
try {
  for (const { citizens, kills } of runs) {
    const { ms, wallMs, peakMb, baseMb, left } = await measure(citizens, kills)
    peaks.push(peakMb)
    say(
      `${citizens} citizens, killed ${kills.length} times: ${(wallMs / 1000).toFixed(1)} s in all, last run ` +
        `${(ms / 1000).toFixed(1)} s, memory ${baseMb} MB at its start and ${peakMb} MB at most, ${left} left undone`,
    )
    if (left > 0) process.exitCode = 1
  }
  const growth = Math.max(...peaks.slice(1)) - (peaks[0] ?? 0)
  say(`Memory grows by ${growth} MB from 10000 to ${large} citizens (accepted: less than ${acceptedMb}).`)
  if (growth >= acceptedMb) process.exitCode = 1
} finally {
  await services?.stop()
}
process.exit(process.exitCode ?? 0)
