import fs from 'node:fs'
import path from 'node:path'
import { Child, freePort, PlainFailure } from '../processes'
import type { Service } from './database'
import type { Program } from './engine'
import { lastLines } from './mariadb'

export interface RedisOptions {
  program: Program
  folder: string
  password: string
  /** The port of an earlier start, for those who still have the address: this one and no other. */
  port?: number
  /** For tests: nothing is written to disk. */
  relaxed?: boolean
  onLine?: (line: string) => void
}

const READY = /Ready to accept connections/

/** Starts a private Redis on a loopback port. */
export async function startRedis(options: RedisOptions): Promise<Service> {
  fs.mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    const { child, ready } = launch(options, port)
    if (await Promise.race([ready.then(() => true), child.exited.then(() => false)])) {
      const url = `redis://:${options.password}@127.0.0.1:${port}/0`
      return { child, url, port, stop: () => child.stop(3000) }
    }
    if (!options.port && attempt < 3 && child.tail.some((line) => line.includes('bind'))) continue
    throw new PlainFailure(`Redis does not start in ${options.folder}: ${lastLines(child.tail.join('\n'), 2)}`)
  }
}

function launch(options: RedisOptions, port: number): { child: Child; ready: Promise<void> } {
  const { program, folder } = options
  const config = path.join(folder, 'redis.conf')
  // A password among the arguments could be read by every user of the machine.
  fs.writeFileSync(config, settings(options, port), { mode: 0o600 })
  let tell: () => void
  const ready = new Promise<void>((resolve) => (tell = resolve))
  const child = new Child({
    name: 'redis',
    command: program.command,
    args: [...program.before, config],
    env: program.env,
    cwd: folder,
    onLine: (line) => {
      if (READY.test(line)) tell()
      options.onLine?.(line)
    },
  })
  return { child, ready }
}

function settings({ folder, password, relaxed }: RedisOptions, port: number): string {
  return [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${JSON.stringify(folder)}`,
    `requirepass ${password}`,
    'maxmemory-policy noeviction',
    ...(relaxed ? ['save ""', 'appendonly no', 'databases 256'] : ['appendonly yes', 'appendfsync everysec']),
    '',
  ].join('\n')
}
