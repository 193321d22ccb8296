import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { onPath } from './which'

export interface ChildOptions {
  name: string
  command: string
  args: string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Hears every line that the process prints. */
  onLine?: (line: string) => void
  /** Written to the process's standard input, which is then closed. */
  input?: string
}

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

const living = new Set<Child>()

/** A process in a group of its own, so that it can be ended with all that it started and never hears a terminal's Ctrl-C. */
export class Child {
  readonly name: string
  readonly exited: Promise<Exit>
  /** Resolves when its output has ended, too; a process that it left behind may keep that open. */
  readonly closed: Promise<unknown>
  /** The last lines printed, for a sentence about why it ended. */
  readonly tail: string[] = []
  #process: ChildProcess
  #exit: Exit | undefined

  constructor(options: ChildOptions) {
    this.name = options.name
    const [command, args] = dyingWithUs(options.command, options.args)
    this.#process = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      detached: true,
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    living.add(this)
    this.#process.stdin?.on('error', () => undefined)
    this.#process.stdin?.end(options.input)
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.#hear(line, options.onLine))
    }
    this.closed = new Promise((resolve) => this.#process.once('close', resolve))
    this.exited = new Promise((resolve) => {
      const finish = (exit: Exit) => {
        living.delete(this)
        resolve((this.#exit = exit))
      }
      this.#process.once('error', (error) => {
        this.tail.push(error.message)
        finish({ code: 127, signal: null })
      })
      this.#process.once('exit', (code, signal) => finish({ code, signal }))
    })
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  get running(): boolean {
    return this.#exit === undefined
  }

  get exit(): Exit | undefined {
    return this.#exit
  }

  signal(signal: NodeJS.Signals): void {
    if (this.pid === undefined) return
    try {
      process.kill(-this.pid, signal)
    } catch {
      // The group is gone already.
    }
  }

  /** Asks the group to end and, after `graceMs`, ends it. Resolves when the process is gone. */
  async stop(graceMs: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.signal(signal)
    const timer = setTimeout(() => this.signal('SIGKILL'), graceMs)
    await this.exited
    clearTimeout(timer)
    // Whatever the process itself had started and left behind.
    this.signal('SIGKILL')
  }

  #hear(line: string, onLine: ((line: string) => void) | undefined): void {
    this.tail.push(line)
    if (this.tail.length > 40) this.tail.shift()
    onLine?.(line)
  }
}

/** Ends all child processes of this process that still run. */
export async function endEveryChild(graceMs: number): Promise<void> {
  await Promise.all([...living].map((child) => child.stop(graceMs)))
}

process.on('exit', () => living.forEach((child) => child.signal('SIGKILL')))

/** Runs a command to its end. */
export async function run(options: ChildOptions): Promise<{ exit: Exit; output: string }> {
  const lines: string[] = []
  const child = new Child({
    ...options,
    onLine: (line) => {
      lines.push(line)
      options.onLine?.(line)
    },
  })
  const exit = await child.exited
  await Promise.race([child.closed, sleep(1000, undefined, { ref: false })])
  return { exit, output: lines.join('\n') }
}

/** On Linux, the kernel ends a child of ours when we are killed ourselves and can no longer do it. */
function dyingWithUs(command: string, args: string[]): [string, string[]] {
  const setpriv = process.platform === 'linux' ? onPath('setpriv') : undefined
  return setpriv ? [setpriv, ['--pdeathsig', 'TERM', '--', command, ...args]] : [command, args]
}
