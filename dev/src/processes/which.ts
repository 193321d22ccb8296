import fs from 'node:fs'
import path from 'node:path'

/** Folders in which Debian keeps servers and which are missing from an ordinary user's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/sbin']

/** The first executable of that name on PATH (or in `folders`). */
export function onPath(name: string, folders: string[] = searchPath()): string | undefined {
  return folders.map((folder) => path.join(folder, name)).find(isExecutable)
}

/** The same, looking where Debian keeps servers, too. */
export function findServer(name: string): string | undefined {
  return onPath(name, [...searchPath(), ...SYSTEM_FOLDERS])
}

function searchPath(): string[] {
  return (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}
