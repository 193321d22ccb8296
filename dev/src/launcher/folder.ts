import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, isAlive, isLock, PlainFailure, processId, tryLock, type Lock, type ProcessId } from '../processes'
import { writePrivate } from '../services'

/** All that a nation keeps in its data folder; --reset removes these and nothing else. */
const OWNED = [
  'database',
  'redis',
  'media',
  'logs',
  'secrets.json',
  'admin.json',
  'seeded.json',
  'run.json',
  'children.json',
  'solana.json',
]

/** The data folder of one nation, held by one launcher at a time. */
export class DataFolder {
  private constructor(
    readonly path: string,
    private readonly lock: Lock,
  ) {}

  /** Makes and locks the folder, and ends what a killed launcher left running in it. */
  static async claim(folder: string): Promise<DataFolder> {
    const lock = takeLock(folder)
    const claimed = new DataFolder(folder, lock)
    await claimed.endLeftovers()
    return claimed
  }

  file(name: string): string {
    return path.join(this.path, name)
  }

  has(name: string): boolean {
    return fs.existsSync(this.file(name))
  }

  reset(): void {
    for (const name of OWNED) fs.rmSync(this.file(name), { recursive: true, force: true })
  }

  /** Notes who runs on this folder, so that a later launcher can end them if we cannot. */
  noteChildren(pids: number[]): void {
    writePrivate(this.file('children.json'), pids.map(processId))
  }

  release(): void {
    fs.rmSync(this.file('run.json'), { force: true })
    fs.rmSync(this.file('children.json'), { force: true })
    this.lock.release()
  }

  private async endLeftovers(): Promise<void> {
    const left = readChildren(this.file('children.json')).filter(isAlive)
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      left.forEach(({ pid }) => endGroup(pid, signal))
      for (let waited = 0; waited < 8000 && left.some(isAlive); waited += 50) await sleep(50)
    }
  }
}

function takeLock(folder: string): Lock {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const lock = tryLock(path.join(folder, 'lock'))
    if (isLock(lock)) return lock
    throw new PlainFailure(
      `A nation is running on ${folder} already (process ${lock.pid}). Stop it first, or give this one ` +
        'a folder of its own: NATION_DATA_DIR=.nation-2 PORT=3001 npm start',
    )
  } catch (error) {
    const code = errorCode(error)
    if (!code) throw error
    throw new PlainFailure(
      `Nation cannot write to its data folder ${folder} (${code}). ` +
        'Make it writable for this user, or name another one in NATION_DATA_DIR.',
    )
  }
}

function readChildren(file: string): ProcessId[] {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as ProcessId[]
  } catch {
    return []
  }
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // Gone already.
  }
}
