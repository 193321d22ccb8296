import fs from 'node:fs'
import path from 'node:path'
import { PlainFailure, run } from '../processes'
import { cached } from './cache'
import { libraryPath, unpackDebian } from './debian'
import { userArgs, type DatabaseEngine, type Program } from './engine'
import { versionOf, whyItFailed } from './mariadb'
import pins from './mysql-packages.json' with { type: 'json' }

/** The database that production runs: MySQL 9.7 LTS, pinned to the byte, with a C library of its own. */
export async function findMySql(cache: string, say: (line: string) => void): Promise<DatabaseEngine> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new PlainFailure(
      `The pinned MySQL runs on Linux on ${pins.architecture} only; this is ${process.platform} ${process.arch}.`,
    )
  }
  const folder = await unpackMySql(cache, say)
  const server = program(folder)
  return {
    title: 'MySQL',
    version: await versionOf(server),
    server,
    args: () => args(folder),
    async initialize(datadir, tmpdir) {
      fs.mkdirSync(datadir, { recursive: true, mode: 0o700 })
      const { exit, output } = await run({
        name: 'mysqld',
        command: server.command,
        args: [
          ...server.before,
          '--no-defaults',
          '--initialize-insecure',
          ...userArgs(),
          `--datadir=${datadir}`,
          `--tmpdir=${tmpdir}`,
          `--basedir=${path.join(folder, 'usr')}`,
          `--lc-messages-dir=${path.join(folder, 'usr/share/mysql')}`,
        ],
        env: server.env,
      })
      if (exit.code !== 0)
        throw new PlainFailure(`MySQL could not make its data folder ${datadir}: ${whyItFailed(output.split('\n'))}`)
    },
  }
}

async function unpackMySql(cache: string, say: (line: string) => void): Promise<string> {
  const version = pins.packages.find(({ name }) => name === 'mysql-server-core')?.version ?? 'unknown'
  const set = {
    title: `MySQL ${version}`,
    packages: pins.packages.map((pin) => `${pin.name}=${pin.version}`),
    prune: ['usr/share/locale', 'usr/share/i18n'],
    pinned: { sources: pins.sources, checksums: new Set(pins.packages.map((pin) => pin.sha256)) },
  }
  try {
    return await cached(cache, `mysql-${version.replaceAll(/[^\w.]/g, '-')}-${process.arch}`, say, async (folder) => {
      await unpackDebian(set, folder, say)
      if (!(await versionOf(program(folder))).startsWith('9.7.'))
        throw new PlainFailure('the unpacked mysqld does not run here')
    })
  } catch (error) {
    if (!(error instanceof PlainFailure)) throw error
    throw new PlainFailure(`MySQL ${version} could not be fetched (${error.message}), so nothing was tested on it.`)
  }
}

/** Started by its own loader, because its C library is newer than the machine's. */
function program(folder: string): Program {
  const loader = ['usr/lib64', 'lib64']
    .map((name) => path.join(folder, name, 'ld-linux-x86-64.so.2'))
    .find(fs.existsSync)
  const libraries = `${libraryPath(folder)}:${path.join(folder, 'usr/lib/mysql/private')}`
  return {
    command: loader ?? path.join(folder, 'usr/lib64/ld-linux-x86-64.so.2'),
    before: ['--library-path', libraries, path.join(folder, 'usr/sbin/mysqld')],
    env: process.env,
    origin: 'unpacked',
  }
}

function args(folder: string): string[] {
  return [
    `--basedir=${path.join(folder, 'usr')}`,
    `--lc-messages-dir=${path.join(folder, 'usr/share/mysql')}`,
    `--plugin-dir=${path.join(folder, 'usr/lib/mysql/plugin')}`,
    '--mysqlx=OFF',
    '--secure-file-priv=NULL',
  ]
}
