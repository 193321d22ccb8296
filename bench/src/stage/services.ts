import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from '@nation/dev/launcher'
import { endEveryChild } from '@nation/dev/processes'
import { cacheFolder, findMySql, findPrograms, startDatabase, startRedis } from '@nation/dev/services'

/** A database and a Redis for one benchmark, in a folder of their own, with all the durability of production. */
export interface BenchServices {
  readonly engine: 'MariaDB' | 'MySQL'
  /** The account that owns everything: benchmarks prepare and look. */
  readonly databaseUrl: string
  /** The account that serves, for processes of the product. */
  readonly servingUrl: string
  readonly redisUrl: string
  readonly folder: string
  /** Where the database is stored: a file that says to the next run what is in it. Null for a temporary one. */
  readonly filledFile: string | null
  readonly databasePid: number
  readonly stop: () => Promise<void>
}

/** Starts them; MySQL with `--mysql`, else MariaDB. With `keepIn`, a folder, what is in the database stays for the next run. */
export async function startServices(say: (line: string) => void, keepIn?: string): Promise<BenchServices> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-bench-'))
  const cache = () => cacheFolder(path.join(root, '.nation'))
  const programs = await findPrograms(cache, say)
  const mysql = process.env.BENCH_MYSQL === 'yes'
  const engine = mysql ? await findMySql(cache(), say) : programs.mariadb
  const password = () => randomBytes(16).toString('hex')
  const database = await startDatabase({
    engine,
    folder: path.join(keepIn === undefined ? folder : path.join(keepIn, mysql ? 'mysql' : 'mariadb'), 'database'),
    password: password(),
    servingPassword: password(),
    rootPassword: password(),
    admin: true,
  })
  const redis = await startRedis({ program: programs.redis, folder: path.join(folder, 'redis'), password: password() })
  const gone = () => fs.rmSync(folder, { recursive: true, force: true })
  process.once('exit', gone)
  return {
    filledFile: keepIn === undefined ? null : path.join(keepIn, mysql ? 'mysql' : 'mariadb', 'filled.json'),
    engine: mysql ? 'MySQL' : 'MariaDB',
    databaseUrl: database.url,
    servingUrl: database.servingUrl,
    redisUrl: redis.url,
    folder,
    databasePid: database.child.pid ?? 0,
    stop: async () => {
      // A large database that stays is written out first.
      await endEveryChild(keepIn === undefined ? 4000 : 120_000)
      gone()
    },
  }
}
