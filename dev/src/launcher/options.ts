import path from 'node:path'
import { PlainFailure } from '../processes'

export interface LaunchOptions {
  mode: 'start' | 'dev'
  port: number
  dataDir: string
  /** An instant at which the nation shall live (`NATION_CLOCK`). */
  clock?: string
  /** Start anew: what the data folder holds is removed. */
  reset: boolean
  /** No demo nation. */
  empty: boolean
  databaseUrl?: string
  redisUrl?: string
}

const DEFAULT_PORT = 3000
const FLAGS = ['--reset', '--empty']

/** Reads what the command line and the environment ask for; anything unknown is refused rather than ignored. */
export function readOptions(
  mode: 'start' | 'dev',
  args: string[],
  env: NodeJS.ProcessEnv,
  root: string,
): LaunchOptions {
  const unknown = args.find((arg) => !FLAGS.includes(arg))
  if (unknown) throw new PlainFailure(`\`${unknown}\` is not an option; there are ${FLAGS.join(' and ')}.`)
  const reset = args.includes('--reset')
  if (reset && env.DATABASE_URL) {
    throw new PlainFailure(
      '--reset never empties a database given in DATABASE_URL; unset it, or empty that database yourself.',
    )
  }
  if (env.NATION_ENV === 'production') {
    throw new PlainFailure('`npm start` runs a local nation only; for production see the README (docker compose).')
  }
  return {
    mode,
    port: readPort(env.PORT),
    dataDir: dataFolder(env, root),
    reset,
    empty: args.includes('--empty'),
    ...(env.NATION_CLOCK && { clock: readClock(env.NATION_CLOCK) }),
    ...(env.DATABASE_URL && { databaseUrl: readUrl('DATABASE_URL', env.DATABASE_URL, ['mysql:']) }),
    ...(env.REDIS_URL && { redisUrl: readUrl('REDIS_URL', env.REDIS_URL, ['redis:', 'rediss:']) }),
  }
}

/** Where this nation keeps all that is its own. */
export function dataFolder(env: NodeJS.ProcessEnv, root: string): string {
  return path.resolve(root, env.NATION_DATA_DIR || '.nation')
}

function readPort(text: string | undefined): number {
  if (!text) return DEFAULT_PORT
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port
  throw new PlainFailure(`PORT is ${text}, which is not a port; give a number from 1 to 65535 (or 0 for any free one).`)
}

function readClock(text: string): string {
  if (Number.isNaN(Date.parse(text)) || !/^\d{4}-\d{2}-\d{2}T/.test(text)) {
    throw new PlainFailure(`NATION_CLOCK is ${text}, which is not an instant; write it like 2026-03-02T09:00:00Z.`)
  }
  return new Date(text).toISOString()
}

function readUrl(name: string, text: string, protocols: string[]): string {
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text
  throw new PlainFailure(`${name} is not an address that starts with ${protocols.join('// or ')}//.`)
}
