import fs from 'node:fs'

/** Names one process for good: a pid alone may be given to another process after a reboot or a wrap-around. */
export interface ProcessId {
  pid: number
  /** Clock ticks since boot at which it started, on Linux; empty elsewhere. */
  started: string
}

export function processId(pid: number = process.pid): ProcessId {
  return { pid, started: startedAt(pid) ?? '' }
}

/** Whether exactly this process still runs (a zombie does not). */
export function isAlive({ pid, started }: ProcessId): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  if (!started) return true
  return startedAt(pid) === started
}

function startedAt(pid: number): string | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets and may hold anything; count from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
