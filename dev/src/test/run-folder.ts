import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** `f_type` of a file system in memory (statfs(2)). */
const TMPFS = 0x01021994
/** What a whole run needs at most: its databases hold some 3 GiB. The same again stays for the programs. */
const NEEDED_BYTES = 8 * 2 ** 30

/** What is asked about the machine; tests pass their own. */
export interface Machine {
  memoryFolder: string
  /** Memory that is free or can be freed, in bytes. */
  available(): number
  statfs(folder: string): { type: number; bsize: number; bavail: number }
}

const thisMachine: Machine = {
  memoryFolder: '/dev/shm',
  available: os.freemem,
  statfs: fs.statfsSync,
}

/**
 * Makes the temporary folder of a run of tests: in memory where there is plenty of it, since databases that are thrown away need no
 * disk (a tenth of the journeys' time), else where the system has its temporary files. TMPDIR wins over both.
 */
export function makeRunFolder(
  env: NodeJS.ProcessEnv = process.env,
  machine: Machine = thisMachine,
  systemFolder: string = os.tmpdir(),
): string {
  const base = !env.TMPDIR && hasRoom(machine) ? machine.memoryFolder : systemFolder
  return fs.mkdtempSync(path.join(base, 'nation-test-'))
}

function hasRoom(machine: Machine): boolean {
  const { memoryFolder } = machine
  try {
    const { type, bsize, bavail } = machine.statfs(memoryFolder)
    fs.accessSync(memoryFolder, fs.constants.W_OK | fs.constants.X_OK)
    return type === TMPFS && Math.min(bsize * bavail, machine.available()) >= NEEDED_BYTES
  } catch {
    // No such folder: not every system has one.
    return false
  }
}
