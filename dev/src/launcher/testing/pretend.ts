import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { isAlive, type ProcessId } from '../../processes'
import { root, script } from '../root'
import type { RunFile } from '../run-file'

export const pretendCommand = [
  process.execPath,
  '--import',
  pathToFileURL(script('tsx/dist/loader.mjs')).href,
  path.join(root, 'dev/src/launcher/testing/pretend-nation.ts'),
  'start',
]

/** The launcher as a process, around the pretended product. */
export class Pretend {
  readonly lines: string[] = []
  readonly exited: Promise<number | null>
  readonly process: ChildProcess
  #listeners = new Set<() => void>()

  constructor(
    readonly dataDir: string,
    readonly port: number,
    env: NodeJS.ProcessEnv = {},
    args: string[] = [],
    command = pretendCommand,
    cwd = root,
  ) {
    const { DATABASE_URL: _d, REDIS_URL: _r, NATION_ENV: _e, ...inherited } = process.env
    this.process = spawn(command[0] ?? '', [...command.slice(1), ...args], {
      cwd,
      env: { ...inherited, NATION_RELAXED_DATABASE: 'yes', PORT: String(port), NATION_DATA_DIR: dataDir, ...env },
      stdio: 'pipe',
    })
    for (const stream of [this.process.stdout, this.process.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.#hear(line))
    }
    this.exited = new Promise((resolve) => this.process.once('close', resolve))
    void this.exited.then(() => this.#tell())
  }

  /** The first line that holds this text; fails when the launcher ends without saying it. */
  async line(text: string): Promise<string> {
    for (;;) {
      const line = this.lines.find((each) => each.includes(text))
      if (line) return line
      if (this.process.exitCode !== null) throw new Error(`It never said '${text}':\n${this.lines.join('\n')}`)
      await new Promise<void>((resolve) => this.#listeners.add(resolve))
    }
  }

  get run(): RunFile {
    return JSON.parse(fs.readFileSync(path.join(this.dataDir, 'run.json'), 'utf8')) as RunFile
  }

  /** The processes that run for it now. */
  get children(): ProcessId[] {
    return JSON.parse(fs.readFileSync(path.join(this.dataDir, 'children.json'), 'utf8')) as ProcessId[]
  }

  kill(name: string): void {
    const pid = this.run.processes[name]?.pid
    if (!pid) throw new Error(`no process ${name}`)
    process.kill(-pid, 'SIGKILL')
  }

  /** Asks it to end and answers its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.process.kill(signal)
    return this.exited
  }

  #hear(line: string): void {
    this.lines.push(line)
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
    this.#listeners.clear()
  }
}

/** Those that still run. */
export function stillRunning(children: ProcessId[]): ProcessId[] {
  return children.filter(isAlive)
}
