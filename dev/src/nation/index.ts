import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../launcher/root'
import { readRunFile, type RunFile } from '../launcher/run-file'
import { isAlive, processId } from '../processes/alive'
import { freePort } from '../processes/ports'
import { copySettled } from './settled'

export interface NationOptions {
  port?: number
  /** The instant at which the nation starts to live. */
  clock?: string
  /** Not deleted when the nation stops; without it, it lives in a temporary folder that goes with it. */
  dataDir?: string
  /** No demo nation. */
  empty?: boolean
  env?: NodeJS.ProcessEnv
  /** Hears every line that the launcher prints. */
  onLine?: (line: string) => void
}

/** A whole nation that runs for a test, started by the very launcher that `npm start` runs. */
export interface RunningNation {
  origin: string
  xOrigin: string
  solanaOrigin: string
  databaseUrl: string
  redisUrl: string
  dataDir: string
  /** The panel account of the demo nation. */
  admin: { username: string; password: string; citizen: string } | undefined
  /** Everything printed so far. */
  lines: string[]
  /** Stops and starts it on the same data and port. */
  restart(change?: { clock?: string }): Promise<void>
  /** Moves the nation's clock: an instant, or a step such as `+3d`, `+2h`, `+10m`. The API goes by it when this returns. */
  advance(to: string): Promise<void>
  /** Ends one process (`api`, `workers`, `x`, `solana`, `database`, `redis`) without warning; the launcher does what it does then. */
  kill(name: string): Promise<void>
  /** Ends it, as SIGTERM does; the temporary folder goes, too. */
  stop(): Promise<void>
}

const START_MS = 170_000
const STOP_MS = 60_000

/** Variables of a developer's shell that must not reach a test's nation. */
const FOREIGN = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'REDIS_URL',
  'NATION_CLOCK',
  'NATION_DATA_DIR',
  'NATION_ENV',
  'NATION_WEB_DIR',
  'NODE_ENV',
  'PORT',
]

/** Starts a nation and waits until it is ready. @throws Error with everything it printed when it does not get there */
export async function startNation(options: NationOptions = {}): Promise<RunningNation> {
  const temporary = options.dataDir ? undefined : fs.mkdtempSync(path.join(os.tmpdir(), 'nation-e2e-'))
  const dataDir = options.dataDir ?? temporary ?? ''
  const port = options.port ?? (await freePort())
  const lines: string[] = []
  let clock = temporary ? await settle(options, temporary) : options.clock
  let launcher = await start({ ...options, port, dataDir, lines, clock })
  const read = () => readRunFile(dataDir)

  const nation: RunningNation = {
    ...addresses(read()),
    dataDir,
    lines,
    admin: readAdmin(dataDir),
    async restart(change = {}) {
      await end(launcher)
      clock = change.clock
      launcher = await start({ ...options, port, dataDir, lines, clock })
      Object.assign(nation, addresses(read()))
    },
    async advance(to) {
      const before = await aheadOf(nation.origin)
      await runCommand(['clock', to], { ...options.env, NATION_DATA_DIR: dataDir })
      for (const deadline = Date.now() + ADVANCE_MS; before !== undefined && Date.now() < deadline; await sleep(50)) {
        if (Math.abs(((await aheadOf(nation.origin)) ?? before) - before) > A_MOVE_MS) break
      }
    },
    async kill(name) {
      const pid = read().processes[name]?.pid
      if (!pid) throw new Error(`No process ${name} runs; there are ${Object.keys(read().processes).join(', ')}.`)
      const victim = processId(pid)
      process.kill(-pid, 'SIGKILL')
      while (isAlive(victim)) await sleep(10)
    },
    async stop() {
      await end(launcher)
      if (temporary) fs.rmSync(temporary, { recursive: true, force: true })
    },
  }
  return nation
}

/** How much later than it stopped a nation goes on: it ends within this time after its last look at the clock. */
const CALM_MS = 1_000

/**
 * Puts the data of a nation that began alike into an empty folder, where the run of tests keeps such nations. Answers the clock
 * to start with.
 */
async function settle({ clock, empty = false }: NationOptions, dataDir: string): Promise<string | undefined> {
  const { NATION_TEST_NATIONS: shelf } = process.env
  if (!shelf || !clock) return clock
  return copySettled(shelf, { clock, empty }, dataDir, async (folder) => {
    const began = Date.now()
    const launcher = await start({ port: await freePort(), dataDir: folder, lines: [], clock, empty })
    await end(launcher)
    return Date.now() - began + CALM_MS
  })
}

/** How long the API may take to notice that the clock was moved, and the least move that it can be seen by. */
const ADVANCE_MS = 10_000
const A_MOVE_MS = 5_000

/** How far the API's clock is ahead of the machine's, in milliseconds; undefined where it does not answer. */
async function aheadOf(origin: string): Promise<number | undefined> {
  try {
    const { headers } = await fetch(`${origin}/api/health`)
    return Number(headers.get('x-nation-time')) - Date.now()
  } catch {
    return undefined
  }
}

interface Start extends Omit<NationOptions, 'clock'> {
  port: number
  dataDir: string
  lines: string[]
  clock: string | undefined
}

function start({ port, dataDir, lines, clock, empty, env, onLine }: Start): Promise<ChildProcess> {
  const args = [path.join(root, 'dev/start.mjs'), 'start', ...(empty ? ['--empty'] : [])]
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...cleanEnvironment(),
      NATION_RELAXED_DATABASE: 'yes',
      NATION_PLAIN_STACKS: 'yes',
      NATION_END_WITH_INPUT: 'yes',
      PORT: String(port),
      NATION_DATA_DIR: dataDir,
      ...(clock && { NATION_CLOCK: clock }),
      ...env,
    },
    detached: true,
    stdio: 'pipe',
  })
  endWithUs(child)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(`was not ready within ${START_MS / 1000} s`), START_MS)
    const fail = (how: string) => {
      clearTimeout(timer)
      // It ends because of this: its end is no second reason.
      child.off('exit', ended)
      void end(child).finally(() => reject(new Error(`The nation ${how}:\n${lines.slice(-60).join('\n')}`)))
    }
    const ended = (code: number | null, signal: NodeJS.Signals | null) => fail(`ended (${signal ?? code})`)
    child.once('exit', ended)
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        onLine?.(line)
        if (!line.startsWith('Nation is ready at ')) return
        clearTimeout(timer)
        child.off('exit', ended)
        resolve(child)
      })
    }
  })
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.includes(name)))
}

/** A test runner that ends early takes its nations along; the launcher then ends its own children. */
function endWithUs(child: ChildProcess): void {
  const endNow = () => child.kill('SIGTERM')
  process.once('exit', endNow)
  child.once('exit', () => process.off('exit', endNow))
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(timer)
}

function addresses(run: RunFile) {
  const { origin, xOrigin = '', solanaOrigin = '', databaseUrl, redisUrl } = run
  return { origin, xOrigin, solanaOrigin, databaseUrl, redisUrl }
}

function readAdmin(dataDir: string): RunningNation['admin'] {
  const file = path.join(dataDir, 'admin.json')
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as RunningNation['admin']) : undefined
}

function runCommand(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const command = [path.join(root, 'dev/start.mjs'), ...args]
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...cleanEnvironment(), NATION_PLAIN_STACKS: 'yes', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(output.trim() || `${args[0]} failed`))))
  })
}
