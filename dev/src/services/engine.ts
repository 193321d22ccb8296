import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A database or Redis program as found on this machine. */
export interface Program {
  command: string
  /** Goes before all other arguments (the loader of a foreign libc, for example). */
  before: string[]
  env: NodeJS.ProcessEnv
  /** Where it came from, for a log line. */
  origin: 'installed' | 'unpacked'
}

/** What differs between MariaDB and MySQL: how an empty data folder is made and how the server is called. */
export interface DatabaseEngine {
  title: string
  version: string
  server: Program
  /**
   * Makes the system tables in an empty folder; root has no password until the first start sets one. The temporary folder
   * must be this server's alone: a server that starts there throws away what it takes for leftovers of its own.
   */
  initialize(datadir: string, tmpdir: string): Promise<void>
  /** Arguments that this engine's build needs, beside those that both share. */
  args(datadir: string): string[]
}

/** Servers refuse to run as root without this argument. */
export function userArgs(): string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : []
}

/** A folder for a Unix socket: beside the data, or in the temp folder when that path is longer than a socket's may be. */
export function socketPath(folder: string, name: string): string {
  const near = path.join(folder, name)
  if (Buffer.byteLength(near) < 100) return near
  return path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'nation-')), name)
}
