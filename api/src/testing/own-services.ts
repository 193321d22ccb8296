import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '@nation/core/nation'
import { testServerUrl } from '@nation/core/testing'
import { grantServing, migrations, writeEventRules } from '@nation/db-migrations'
import { root } from '@nation/dev/launcher'
import { cacheFolder, findMySql, findPrograms, makeSecrets, startDatabase, startRedis } from '@nation/dev/services'
import mysql, { type RowDataPacket } from 'mysql2/promise'

/** A database and a Redis of one test's own, which it may kill: a database of the kind that the other tests run on. */
export interface OwnServices {
  /** The address of the account that serves, for processes of the product. */
  readonly databaseUrl: string
  /** The address of the account that migrates: the test's own hands. */
  readonly ownerUrl: string
  readonly redisUrl: string
  /** Kills the database, and starts it again on its data. */
  readonly restartDatabase: () => Promise<void>
  /** Kills Redis, and starts it again with nothing in it. */
  readonly restartRedisEmpty: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts them, with all the durability of production, and makes the schema. */
export async function startOwnServices(): Promise<OwnServices> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nation-own-'))
  const secrets = makeSecrets()
  const cache = () => cacheFolder(path.join(root, '.nation'))
  const programs = await findPrograms(cache, () => undefined)
  const engine = (await onMySql()) ? await findMySql(cache(), () => undefined) : programs.mariadb
  const passwords = {
    password: secrets.databasePassword,
    servingPassword: secrets.servingPassword,
    rootPassword: secrets.databaseRootPassword,
  }
  const databaseOptions = { engine, folder: path.join(folder, 'database'), ...passwords, admin: true }
  let database = await startDatabase(databaseOptions)
  const redisFolder = path.join(folder, 'redis')
  const redisOptions = { program: programs.redis, folder: redisFolder, password: secrets.redisPassword, relaxed: true }
  let redis = await startRedis(redisOptions)
  const { url: ownerUrl, servingUrl: databaseUrl, port } = database
  await migrate(ownerUrl, databaseUrl)
  return {
    databaseUrl,
    ownerUrl,
    redisUrl: redis.url,
    restartDatabase: async () => {
      await database.child.stop(0, 'SIGKILL')
      database = await startDatabase({ ...databaseOptions, port })
    },
    restartRedisEmpty: async () => {
      await redis.child.stop(0, 'SIGKILL')
      redis = await startRedis({ ...redisOptions, port: redis.port })
    },
    stop: async () => {
      await Promise.all([database.child.stop(0, 'SIGKILL'), redis.child.stop(0, 'SIGKILL')])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Whether the tests of this run are on MySQL. */
async function onMySql(): Promise<boolean> {
  const server = await mysql.createConnection({ uri: testServerUrl() })
  const [rows] = await server.query<RowDataPacket[]>('SELECT VERSION() AS version')
  await server.end()
  return !String(rows[0]?.version).includes('MariaDB')
}

async function migrate(ownerUrl: string, servingUrl: string): Promise<void> {
  const database = await openDatabase({ url: ownerUrl, poolSize: 2, migrations })
  await database.runMigrations({ transaction: 'none' })
  await writeEventRules(database)
  await grantServing(database, servingUrl)
  await database.destroy()
}
