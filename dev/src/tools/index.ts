import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from '../launcher/root'

export { blockingTime, shortenToProcessorTime } from './processor-time'
export type { TaskTimes, TraceEvent } from './processor-time'

/** Runs one of the browser's tools (`e2e/tools/<name>.ts`) with this terminal, and answers its code. */
export function runTool(name: 'screenshots' | 'lighthouse' | 'browsers', args: string[]): Promise<number> {
  const folder = path.join(root, 'e2e')
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(folder, 'tools', `${name}.ts`), ...args], {
    // tsx reads the configuration of the folder that it is in.
    cwd: folder,
    stdio: 'inherit',
  })
  // A terminal sends Ctrl-C to the child, too; a signal that reaches only this process must not leave the child and its nation running.
  process.once('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
