import fs from 'node:fs'
import path from 'node:path'
import { findPrograms, makeSecrets, startDatabase, startRedis, type DatabaseEngine } from '../services'

export interface TestServices {
  /** What tests find in their environment. */
  env: NodeJS.ProcessEnv
  stop(): Promise<void>
}

/** A database and a Redis for one run of the tests: in its own folder, gone with it, with an account that may make schemas. */
export async function startTestServices(
  folder: string,
  cache: () => string,
  say: (line: string) => void,
  findEngine?: () => Promise<DatabaseEngine>,
): Promise<TestServices> {
  const secrets = makeSecrets()
  const programs = await findPrograms(cache, say)
  const engine = (await findEngine?.()) ?? programs.mariadb
  const accounts = {
    password: secrets.databasePassword,
    servingPassword: secrets.servingPassword,
    rootPassword: secrets.databaseRootPassword,
  }
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const [database, redis] = await Promise.all([
    startDatabase({ engine, folder: path.join(folder, 'database'), ...accounts, relaxed: true, admin: true }),
    startRedis({
      program: programs.redis,
      folder: path.join(folder, 'redis'),
      password: secrets.redisPassword,
      relaxed: true,
    }),
  ])
  say(`Testing on ${engine.title} ${engine.version}.`)
  return {
    env: {
      NATION_TEST_DATABASE_URL: database.url,
      NATION_TEST_SERVING_URL: database.servingUrl,
      NATION_TEST_REDIS_URL: redis.url,
    },
    stop: async () => {
      // What they hold is thrown away, so there is nothing to save.
      await Promise.all([database.child.stop(0, 'SIGKILL'), redis.child.stop(0, 'SIGKILL')])
    },
  }
}
