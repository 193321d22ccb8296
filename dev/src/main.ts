import { launch, runDatabaseCommand } from './launcher/commands'
import { PlainFailure } from './processes'

type Command = (args: string[]) => Promise<number>

const COMMANDS: Record<string, Command> = {
  start: (args) => launch('start', args),
  dev: (args) => launch('dev', args),
  clock: (args) => runDatabaseCommand('clock', args.length > 0 ? args : ['show']),
  'admin-create': (args) => runDatabaseCommand('admin-create', args),
  'admin-reset': (args) => runDatabaseCommand('admin-reset', args),
  console: async (args) => (await import('./console/open-console')).openConsole(args),
  feature: (args) => runDatabaseCommand('feature', args),
  test: async (args) => (await import('./test')).testAll(args),
  'test-changed': async () => (await import('./test')).testChanged(),
  'test-mysql': async (args) => (await import('./test')).testOnMySql(args),
  bench: async (args) => (await import('./bench')).runBenchmarks(args),
  screenshots: async (args) => (await import('./tools')).runTool('screenshots', args),
  lighthouse: async (args) => (await import('./tools')).runTool('lighthouse', args),
  browsers: async (args) => (await import('./tools')).runTool('browsers', args),
  'test-races': async (args) => (await import('./test')).testRaces(args),
}

/** Runs one of the root's commands and ends the process with its code. */
export async function main([name = '', ...args]: string[], commands = COMMANDS): Promise<void> {
  const command = commands[name]
  try {
    if (!command)
      throw new PlainFailure(`There is no command \`${name}\`; there are ${Object.keys(commands).join(', ')}.`)
    process.exitCode = await command(args)
  } catch (error) {
    process.stderr.write(`${error instanceof PlainFailure ? error.message : describe(error)}\n`)
    process.exitCode = error instanceof PlainFailure ? error.exitCode : 1
  }
  process.exit()
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
