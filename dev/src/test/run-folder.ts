import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isAlive, processId, type ProcessId } from '../processes'

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

const PREFIX = 'nation-test-'
/** Names the process whose run a folder belongs to. */
const OWNER = 'owner.json'

interface Owner extends ProcessId {
  /** The namespace in which the process has its number: two containers may share a folder. */
  space: string
}

/**
 * Makes the temporary folder of a run of tests: in memory where there is plenty of it, since databases that are thrown away need no
 * disk (a tenth of the journeys' time), else where the system has its temporary files. TMPDIR wins over both. What runs that were
 * killed left there is removed.
 */
export function makeRunFolder(
  env: NodeJS.ProcessEnv = process.env,
  machine: Machine = thisMachine,
  systemFolder: string = os.tmpdir(),
): string {
  const base = !env.TMPDIR && hasRoom(machine) ? machine.memoryFolder : systemFolder
  removeLeftovers(base)
  const folder = fs.mkdtempSync(path.join(base, PREFIX))
  fs.writeFileSync(path.join(folder, OWNER), JSON.stringify({ ...processId(), space: pidSpace() } satisfies Owner))
  return folder
}

function removeLeftovers(base: string): void {
  for (const name of fs.readdirSync(base).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = path.join(base, name)
    const owner = readOwner(folder)
    if (owner && owner.space === pidSpace() && !isAlive(owner)) fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Undefined for a folder that was made just now, or by another user. */
function readOwner(folder: string): Owner | undefined {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, OWNER), 'utf8')) as Owner
  } catch {
    return undefined
  }
}

function pidSpace(): string {
  try {
    return fs.readlinkSync('/proc/self/ns/pid')
  } catch {
    return os.hostname()
  }
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
