import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Secrets } from '../services'
import { nationEnvironment } from './environment'
import { Nation } from './nation'
import { dataFolder, readOptions } from './options'
import { Output } from './output'
import { builtProduct, watchedProduct, type Product } from './product'
import { root } from './root'
import { readRunFile } from './run-file'

/** `npm start` and `npm run dev`: runs until a signal stops it. */
export async function launch(mode: 'start' | 'dev', args: string[], product?: Product): Promise<number> {
  const options = readOptions(mode, args, process.env, root)
  const nation = new Nation(options, product ?? (mode === 'start' ? builtProduct : watchedProduct), new Output())
  // A terminal's Ctrl-C and npm may both tell us; once is enough.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => nation.stop())
  // A test that is killed sends no message; its end of this pipe is closed all the same.
  if (process.env.NATION_END_WITH_INPUT) process.stdin.resume().once('close', () => nation.stop())
  await nation.live()
  return 0
}

/** Runs the database's command line on the nation that runs here, with this terminal. */
export async function runDatabaseCommand(name: string, args: string[]): Promise<number> {
  const run = readRunFile(dataFolder(process.env, root))
  const secrets = JSON.parse(readFileSync(path.join(run.dataDir, 'secrets.json'), 'utf8')) as Secrets
  const options = { mode: run.mode, port: run.port, dataDir: run.dataDir, reset: false, empty: false } as const
  const env = nationEnvironment(options, run, secrets)
  const { command, args: before, cwd } = (run.mode === 'dev' ? watchedProduct : builtProduct).database([name, ...args])
  const child = spawn(command, before, { cwd, env, stdio: 'inherit' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
