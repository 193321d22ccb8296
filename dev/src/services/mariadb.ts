import fs from 'node:fs'
import path from 'node:path'
import { findServer, PlainFailure, run } from '../processes'
import { cached } from './cache'
import { libraryPath, unpackDebian } from './debian'
import { userArgs, type DatabaseEngine, type Program } from './engine'

/** Raised when the list of packages or what is extracted from them changes, so that older caches are left to older clones. */
const SERVERS = {
  name: `servers-1-${process.arch}`,
  set: {
    title: 'MariaDB and Redis',
    packages: ['mariadb-server-core', 'mariadb-client-core', 'redis-server', 'redis-tools'],
    prune: ['usr/share/mysql/mysql-test', 'usr/lib/mysql/plugin', 'usr/share/locale'],
  },
}

const NO_VERSION = '0.0.0'
const OLDEST = { mariadb: [10, 6], redis: [6, 2] } as const

export interface Programs {
  mariadb: DatabaseEngine
  redis: Program
}

/** MariaDB and Redis: those installed when they are new enough, otherwise Debian's, unpacked into the cache. */
export async function findPrograms(cache: () => string, say: (line: string) => void): Promise<Programs> {
  const installed = { mariadb: await installedMariaDb(), redis: await installedRedis() }
  if (installed.mariadb && installed.redis) return { mariadb: installed.mariadb, redis: installed.redis }
  const folder = await unpackServers(cache(), say)
  const mariadb = installed.mariadb ?? (await engine(unpacked(folder, 'usr/sbin/mariadbd'), path.join(folder, 'usr')))
  return { mariadb, redis: installed.redis ?? unpacked(folder, 'usr/bin/redis-server') }
}

function unpacked(folder: string, file: string): Program {
  const env = { ...process.env, LD_LIBRARY_PATH: libraryPath(folder) }
  return { command: path.join(folder, file), before: [], env, origin: 'unpacked' }
}

async function unpackServers(cache: string, say: (line: string) => void): Promise<string> {
  try {
    return await cached(cache, SERVERS.name, say, async (folder) => {
      await unpackDebian(SERVERS.set, folder, say)
      for (const program of [unpacked(folder, 'usr/sbin/mariadbd'), unpacked(folder, 'usr/bin/redis-server')]) {
        if ((await versionOf(program)) === NO_VERSION)
          throw new PlainFailure(`the unpacked ${program.command} does not run here`)
      }
    })
  } catch (error) {
    if (!(error instanceof PlainFailure)) throw error
    throw new PlainFailure(
      `Nation found no MariaDB and Redis and could not fetch them (${error.message}). Install them with ` +
        '`sudo apt-get install mariadb-server redis-server`, or start them with `docker compose -f docker-compose.dev.yml up -d` ' +
        'and give their addresses in DATABASE_URL and REDIS_URL.',
    )
  }
}

async function installedMariaDb(): Promise<DatabaseEngine | undefined> {
  const command = findServer('mariadbd')
  const install = findServer('mariadb-install-db')
  if (!command || !install) return undefined
  const found = await engine({ command, before: [], env: process.env, origin: 'installed' }, undefined, install)
  return isAtLeast(found.version, OLDEST.mariadb) ? found : undefined
}

async function installedRedis(): Promise<Program | undefined> {
  const command = findServer('redis-server')
  if (!command) return undefined
  const program: Program = { command, before: [], env: process.env, origin: 'installed' }
  return isAtLeast(await versionOf(program), OLDEST.redis) ? program : undefined
}

async function engine(server: Program, basedir?: string, install?: string): Promise<DatabaseEngine> {
  const version = await versionOf(server)
  const script = install ?? path.join(basedir ?? '/usr', 'bin/mariadb-install-db')
  return {
    title: 'MariaDB',
    version,
    server,
    args: () => (basedir ? [`--basedir=${basedir}`, `--lc-messages-dir=${path.join(basedir, 'share/mysql')}`] : []),
    async initialize(datadir, tmpdir) {
      fs.mkdirSync(datadir, { recursive: true, mode: 0o700 })
      const args = ['--no-defaults', ...userArgs(), '--auth-root-authentication-method=normal', '--skip-test-db']
      args.push(
        `--datadir=${datadir}`,
        `--tmpdir=${tmpdir}`,
        '--skip-name-resolve',
        ...(basedir ? [`--basedir=${basedir}`] : []),
      )
      const { exit, output } = await run({ name: 'mariadb-install-db', command: script, args, env: server.env })
      if (exit.code !== 0)
        throw new PlainFailure(`MariaDB could not make its data folder ${datadir}: ${whyItFailed(output.split('\n'))}`)
    },
  }
}

/** The version that a server says it is; a server that cannot even say it (a missing library) counts as none. */
export async function versionOf(program: Program): Promise<string> {
  const args = [...program.before, '--version']
  const { output } = await run({ name: 'version', command: program.command, args, env: program.env })
  return /(?:Ver |v=)(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? NO_VERSION
}

export function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

/** What a server that failed says of why: the last of its errors, or of its lines where none reads like one. */
export function whyItFailed(lines: readonly string[]): string {
  const errors = lines.filter((line) => /\[ERROR\]|error/i.test(line))
  return lastLines((errors.length > 0 ? errors : lines).join('\n'), 2) || 'it says nothing about why.'
}

export function lastLines(output: string, count = 3): string {
  return output.trim().split('\n').slice(-count).join(' ')
}
