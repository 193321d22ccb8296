import os from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { chaiConfig, expectation } from './web/vitest.config'

/** Tests of the real database, Redis and processes: they need what `npm test` provides. */
const integration = ['core', 'api', 'workers', 'db-migrations'].map((name) => `${name}/src/**/*.test.ts`)
/** Tests of the launcher: whole nations, with a database, a Redis and ports of their own. */
const launcher = ['dev/src/**/*.integration.test.ts']
const races = ['**/*.races.test.ts']
const never = ['**/node_modules/**', '**/dist/**']

const ownRedis = [path.join(import.meta.dirname, 'dev/src/test/own-redis.ts')]

/**
 * Files of a worker share its modules, so that the product is loaded once and not for each file. State that outlives a file
 * belongs to what the file opened (its API, its database) or is put back by the file that changed it.
 */
const isolate = false

/** A test that hangs fails. Some kill a process before each statement: on a slow machine, that takes minutes. */
const longest = { testTimeout: 600_000, hookTimeout: 300_000 }

/** TypeORM's decorators; every column states its type, so no metadata is needed. */
const oxc = { decorator: { legacy: true } }

export default defineConfig({
  test: {
    // A hanging test is a failing test, not a hanging run.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A snapshot that is missing fails its test. Only `-u` writes snapshots.
    update: 'none',
    chaiConfig,
    expect: expectation,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['domain', 'demo', 'desktop', 'dev'].map((name) => `${name}/src/**/*.test.ts`),
          exclude: [...never, ...races, ...launcher],
          isolate,
        },
      },
      { extends: true, test: { name: 'launcher', include: launcher, exclude: never, pool: 'forks' } },
      'web/vitest.config.ts',
      'web/vitest.apart.config.ts',
      {
        extends: true,
        oxc,
        test: {
          name: 'integration',
          ...longest,
          include: integration,
          exclude: [...never, ...races],
          pool: 'forks',
          isolate,
          // Much of a worker's time is waiting: for the database, a killed process, an API that ends. vitest leaves one core free.
          maxWorkers: os.availableParallelism(),
          setupFiles: ownRedis,
        },
      },
      {
        extends: true,
        oxc,
        test: {
          name: 'races',
          ...longest,
          include: races,
          exclude: never,
          pool: 'forks',
          isolate,
          fileParallelism: false,
          // After the others: projects that run together have as many workers as each other.
          sequence: { groupOrder: 1 },
          setupFiles: ownRedis,
        },
      },
    ],
  },
})
