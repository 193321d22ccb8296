import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from './failure'
import { isAlive, processId, type ProcessId } from './alive'

export interface Lock {
  release(): void
}

/** Takes a lock file, or answers the living process that holds it. What a dead process left is taken over. */
export function tryLock(file: string): Lock | ProcessId {
  for (;;) {
    const mine = `${file}.${process.pid}`
    fs.writeFileSync(mine, JSON.stringify(processId()), { mode: 0o600 })
    try {
      // A link is made whole or not at all, so no reader ever sees a lock without its holder's name.
      fs.linkSync(mine, file)
      return { release: () => fs.rmSync(file, { force: true }) }
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    } finally {
      fs.rmSync(mine, { force: true })
    }
    const holder = readHolder(file)
    if (holder && isAlive(holder)) return holder
    clearStale(file, holder)
  }
}

export function isLock(value: Lock | ProcessId): value is Lock {
  return 'release' in value
}

/** Waits for the lock as long as its holder lives; `onWait` hears once whom we wait for. */
export async function waitForLock(file: string, onWait: (holder: ProcessId) => void): Promise<Lock> {
  let reported = false
  for (;;) {
    const lock = tryLock(file)
    if (isLock(lock)) return lock
    if (!reported) onWait(lock)
    reported = true
    await sleep(100)
  }
}

function readHolder(file: string): ProcessId | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as ProcessId
  } catch {
    return undefined
  }
}

/** Moves the stale lock aside before removing it, so that a lock taken in between is put back rather than lost. */
function clearStale(file: string, holder: ProcessId | undefined): void {
  const aside = `${file}.stale.${process.pid}`
  try {
    fs.renameSync(file, aside)
  } catch {
    return
  }
  const moved = readHolder(aside)
  if (moved && holder && moved.pid !== holder.pid && isAlive(moved)) fs.linkSync(aside, file)
  fs.rmSync(aside, { force: true })
}
