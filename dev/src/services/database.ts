import fs from 'node:fs'
import path from 'node:path'
import { Child, freePort, PlainFailure, type Exit } from '../processes'
import { socketPath, userArgs, type DatabaseEngine } from './engine'
import { whyItFailed } from './mariadb'

export interface DatabaseOptions {
  engine: DatabaseEngine
  /** Holds data, socket and temporary files; only its owner may read it. */
  folder: string
  /** Of the account that owns the schema and migrates it. */
  password: string
  /** Of the account that serves; it has no rights until `migrate` gives them. */
  servingPassword: string
  rootPassword: string
  /** The port of an earlier start, for those who still have the address: this one and no other. */
  port?: number
  /** For tests: a crash of the machine may lose the last second. A crash of the server loses nothing. */
  relaxed?: boolean
  /** For tests: the account may make schemas of its own. */
  admin?: boolean
  onLine?: (line: string) => void
}

/** A running server that we started. */
export interface Service {
  child: Child
  url: string
  /** For a database's account with the least rights, which serves; `url` is that of its owner, who migrates. */
  servingUrl?: string
  port: number
  stop(): Promise<void>
}

export type DatabaseService = Required<Service>

const READY = /ready for connections/
const PORT_TAKEN = /(Can't start server|Bind on TCP\/IP port|Do you already have another)/

/** Starts a private database on a loopback port, making its data folder first if there is none. */
export async function startDatabase(options: DatabaseOptions): Promise<DatabaseService> {
  const datadir = path.join(options.folder, 'data')
  await prepare(options, datadir)
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    const child = launch(options, datadir, port)
    const ready = await isReady(child)
    if (ready) {
      const at = `127.0.0.1:${port}/nation`
      const url = `mysql://nation:${options.password}@${at}`
      const servingUrl = `mysql://nation_serving:${options.servingPassword}@${at}`
      return { child: child.child, url, servingUrl, port, stop: () => child.child.stop(4000) }
    }
    if (!options.port && attempt < 3 && child.child.tail.some((line) => PORT_TAKEN.test(line))) continue
    const { title, version } = options.engine
    throw new PlainFailure(`${title} ${version} does not start on ${datadir}: ${whyItFailed(child.child.tail)}`)
  }
}

/** An unfinished data folder lies under another name until it is whole. */
async function prepare({ engine, folder }: DatabaseOptions, datadir: string): Promise<void> {
  const tmpdir = path.join(folder, 'tmp')
  fs.mkdirSync(tmpdir, { recursive: true, mode: 0o700 })
  if (fs.existsSync(datadir)) return
  const fresh = `${datadir}.making`
  fs.rmSync(fresh, { recursive: true, force: true })
  await engine.initialize(fresh, tmpdir)
  fs.renameSync(fresh, datadir)
}

interface Launched {
  child: Child
  sawReady: Promise<void>
}

function launch(options: DatabaseOptions, datadir: string, port: number): Launched {
  const { engine, folder } = options
  const socket = socketPath(folder, 'sql')
  const setup = path.join(folder, 'setup.sql')
  fs.writeFileSync(setup, accounts(options), { mode: 0o600 })
  let ready: () => void
  const sawReady = new Promise<void>((resolve) => (ready = resolve))
  const child = new Child({
    name: 'database',
    command: engine.server.command,
    env: engine.server.env,
    cwd: folder,
    args: [
      ...engine.server.before,
      '--no-defaults',
      ...userArgs(),
      `--datadir=${datadir}`,
      ...engine.args(datadir),
      `--socket=${socket}`,
      `--pid-file=${path.join(folder, 'pid')}`,
      `--tmpdir=${path.join(folder, 'tmp')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--character-set-server=utf8mb4',
      `--init-file=${setup}`,
      ...(options.relaxed ? ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--skip-log-bin'] : []),
    ],
    onLine: (line) => {
      if (READY.test(line)) ready()
      options.onLine?.(line)
    },
  })
  return { child, sawReady }
}

function isReady({ child, sawReady }: Launched): Promise<boolean> {
  return Promise.race([sawReady.then(() => true), child.exited.then((_: Exit) => false)])
}

/** Run by the server at every start, before it accepts connections, so that the passwords that we store are always the right ones. */
function accounts({ password, servingPassword, rootPassword, admin }: DatabaseOptions): string {
  const rights = `ALL PRIVILEGES ON ${admin ? '*.*' : 'nation.*'} TO nation WITH GRANT OPTION`
  return [
    'CREATE DATABASE IF NOT EXISTS nation CHARACTER SET utf8mb4',
    `CREATE USER IF NOT EXISTS nation IDENTIFIED BY '${password}'`,
    `ALTER USER nation IDENTIFIED BY '${password}'`,
    `GRANT ${rights}`,
    `CREATE USER IF NOT EXISTS nation_serving IDENTIFIED BY '${servingPassword}'`,
    `ALTER USER nation_serving IDENTIFIED BY '${servingPassword}'`,
    `ALTER USER root@localhost IDENTIFIED BY '${rootPassword}'`,
  ]
    .map((statement) => `${statement};\n`)
    .join('')
}
