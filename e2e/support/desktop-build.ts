import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'

/** Where the operator console is. */
export const desktop = path.resolve(import.meta.dirname, '../../desktop')

let built: Promise<unknown> | undefined

/** Builds the console with electron-vite: main, preload and renderer. Once in a process. */
export function buildConsole(): Promise<unknown> {
  const file = createRequire(path.join(desktop, 'package.json')).resolve('electron-vite/package.json')
  built ??= promisify(execFile)(process.execPath, [path.join(path.dirname(file), 'bin/electron-vite.js'), 'build'], {
    cwd: desktop,
  })
  return built
}
