import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import mysql from 'mysql2/promise'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freePort } from '../processes'
import { Pretend, pretendCommand, stillRunning } from './testing/pretend'

// Whole nations start here, and a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 })

let folder: string
const running: Pretend[] = []

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-launcher-'))
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((pretend) => pretend.stop()))
  fs.rmSync(folder, { recursive: true, force: true })
})

const data = (name = 'data') => path.join(folder, name)

async function start(env: NodeJS.ProcessEnv = {}, args: string[] = [], name = 'data'): Promise<Pretend> {
  const pretend = new Pretend(data(name), await freePort(), env, args)
  running.push(pretend)
  await pretend.line('Nation is ready at')
  return pretend
}

/** One that is expected to give up: its exit code and what it said last. */
async function giveUp(env: NodeJS.ProcessEnv = {}, dataDir = data(), port?: number) {
  const pretend = new Pretend(dataDir, port ?? (await freePort()), env)
  const code = await pretend.exited
  return { code, said: pretend.lines.at(-1) ?? '', lines: pretend.lines }
}

async function query<T>(url: string, sql: string): Promise<T[]> {
  const connection = await mysql.createConnection(url)
  try {
    const [rows] = await connection.query(sql)
    return rows as T[]
  } finally {
    await connection.end()
  }
}

/** Listens on this port as soon as it is free. */
async function take(port: number): Promise<net.Server> {
  for (;;) {
    const server = net.createServer()
    const taken = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (taken) return server
  }
}

describe('a nation that starts', () => {
  test('ends with all its processes when the process that started it for a test is gone', async () => {
    const nation = await start({ NATION_END_WITH_INPUT: 'yes' })
    const { children } = nation
    nation.process.stdin?.destroy()
    expect(await nation.exited).toBe(0)
    expect(stillRunning(children)).toEqual([])
  })

  test('says last that it is ready, and ends with all its processes on SIGTERM, keeping its data', async () => {
    const first = await start()
    expect(first.lines.at(-1)).toBe(`Nation is ready at http://localhost:${first.port}`)
    expect((await fetch(`http://127.0.0.1:${first.port}/api/health`)).status).toBe(200)
    await query(first.run.databaseUrl, 'CREATE TABLE kept AS SELECT 7 AS value')
    const { children } = first
    expect(children).toHaveLength(4)
    expect(await first.stop()).toBe(0)
    expect(stillRunning(children)).toEqual([])
    expect(fs.readdirSync(data())).not.toContain('run.json')

    const second = await start()
    expect(await query(second.run.databaseUrl, 'SELECT value FROM kept')).toEqual([{ value: 7 }])
    await second.stop()

    const anew = await start({}, ['--reset'])
    expect(await query(anew.run.databaseUrl, 'SHOW TABLES')).toEqual([])
  })

  test('shows its secrets and addresses only to its owner', async () => {
    await start()
    for (const name of ['secrets.json', 'run.json', 'admin.json', 'database/setup.sql', 'redis/redis.conf']) {
      expect([name, fs.statSync(path.join(data(), name)).mode & 0o077]).toEqual([name, 0])
    }
  })

  test('lives beside another one with a folder and a port of its own', async () => {
    const [one, two] = await Promise.all([start({}, [], 'one'), start({}, [], 'two')])
    expect(one.run.databaseUrl).not.toBe(two.run.databaseUrl)
    expect(await Promise.all([one.stop(), two.stop()])).toEqual([0, 0])
  })

  test('starts what crashed again, at the same address, without losing what was saved', async () => {
    const nation = await start()
    const { databaseUrl, redisUrl, processes } = nation.run
    await query(databaseUrl, 'CREATE TABLE kept AS SELECT 7 AS value')
    const killed = ['api', 'redis', 'database'].map((name) => [name, processes[name]?.pid] as const)
    for (const [name] of killed) nation.kill(name)
    for (const [name, before] of killed) {
      await vi.waitUntil(() => nation.run.processes[name]?.pid !== before, { timeout: 30_000 })
    }
    expect(nation.run).toMatchObject({ databaseUrl, redisUrl })
    expect(await query(databaseUrl, 'SELECT value FROM kept')).toEqual([{ value: 7 }])
    await vi.waitUntil(
      async () => (await fetch(`http://127.0.0.1:${nation.port}/api/health`).catch(() => undefined))?.ok,
      {
        timeout: 30_000,
      },
    )
    const { children } = nation
    expect(children).toHaveLength(4)
    expect(await nation.stop()).toBe(0)
    expect(stillRunning(children)).toEqual([])
  })

  test('ends within 10 s although a process does not listen', async () => {
    const nation = await start({ PRETEND_STUBBORN: 'yes' })
    const { children } = nation
    const began = Date.now()
    expect(await nation.stop('SIGINT')).toBe(0)
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(stillRunning(children)).toEqual([])
  })

  test('ends with npm', async () => {
    const scripts = { start: `exec ${pretendCommand.join(' ')}` }
    fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'pretend', scripts }))
    const npm = new Pretend(data(), await freePort(), {}, [], ['npm', 'start', '--silent'], folder)
    await npm.line('Nation is ready at')
    const { children, run } = npm
    npm.process.kill('SIGTERM')
    await npm.exited
    await vi.waitUntil(() => stillRunning([...children, run.launcher]).length === 0, { timeout: 30_000 })
  })

  test('ends what a killed launcher left behind before it starts', async () => {
    const first = await start()
    const { children } = first
    first.process.kill('SIGKILL')
    await first.exited
    const second = await start()
    expect(stillRunning(children)).toEqual([])
    expect(second.lines.at(-1)).toContain('Nation is ready')
  })
})

describe('a nation that cannot go on says why in one sentence and leaves nothing behind', () => {
  test.each([
    ['database', 'The database'],
    ['redis', 'Redis'],
  ])('when its %s is killed again and again', async (name, title) => {
    const nation = await start()
    let { children } = nation
    for (let death = 1; death < 5; death++) {
      const before = nation.run.processes[name]?.pid
      nation.kill(name)
      await vi.waitUntil(() => nation.run.processes[name]?.pid !== before, { timeout: 30_000 })
      children = [...children, ...nation.children]
    }
    nation.kill(name)
    expect(await nation.exited).toBe(1)
    expect(nation.lines.at(-1)).toMatch(
      new RegExp(`^${title} was ended by SIGKILL, 5 times in a row soon after its start, so the nation stopped`),
    )
    const pauses = nation.lines.map((line) => new RegExp(`^${title} .*again in (\\d+) ms`).exec(line)?.[1])
    expect(pauses.filter(Boolean)).toEqual(['250', '500', '1000', '2000'])
    expect(stillRunning(children)).toEqual([])
  })

  test('when its database cannot be started again', async () => {
    const nation = await start()
    const { children } = nation
    const { port = 0 } = nation.run.processes.database ?? {}
    nation.kill('database')
    // Another process takes the port as soon as it is free: it is asked for again, and nothing moves to another one.
    const thief = await take(port)
    expect(await nation.exited).toBe(1)
    thief.close()
    expect(nation.lines.at(-1)).toMatch(/^The database did not start \(MariaDB .*5 times in a row/)
    expect(stillRunning(children)).toEqual([])
  })

  test('when its port is in use', async () => {
    const server = net.createServer().listen(0)
    const { port } = server.address() as net.AddressInfo
    const { code, said } = await giveUp({}, data(), port)
    server.close()
    expect(code).toBe(1)
    expect(said).toMatch(`Port ${port} is in use by another program; try PORT=${port + 1}`)
  })

  test('when another one runs on its folder', async () => {
    const nation = await start()
    const { code, said } = await giveUp()
    expect(code).toBe(1)
    expect(said).toMatch(`A nation is running on ${data()} already (process ${nation.process.pid})`)
    expect(await nation.stop()).toBe(0)
  })

  test('when its folder cannot be written', async () => {
    // A root user may write anywhere, but not below a file.
    fs.writeFileSync(path.join(folder, 'file'), '')
    const { code, said } = await giveUp({}, path.join(folder, 'file/data'))
    expect(code).toBe(1)
    expect(said).toMatch(/^Nation cannot write to its data folder .* Make it writable for this user/)
  })

  test('when no server answers at an address that it was given', async () => {
    const port = await freePort()
    const { code, said } = await giveUp({ DATABASE_URL: `mysql://u:secret@127.0.0.1:${port}/nation` })
    expect(code).toBe(1)
    expect(said).toMatch(`No server answers at 127.0.0.1:${port}, the address in DATABASE_URL (ECONNREFUSED).`)
  })

  test('when the schema is from a newer version', async () => {
    const { code, said } = await giveUp({ PRETEND_FAILS: '3' })
    expect([code, said]).toEqual([3, 'The schema is from a newer version.'])
  })

  test('when a process does not come up', async () => {
    const { code, lines } = await giveUp({ PRETEND_CRASHES: 'yes' })
    expect(code).toBe(1)
    expect(lines.slice(-2).join('\n')).toContain(
      'No queue here.\nworkers ended with code 1 before it was ready, 3 times.',
    )
  })
})
