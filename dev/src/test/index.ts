import fs from 'node:fs'
import path from 'node:path'
import { findChromium, type Chromium } from '../chromium'
import { build, root } from '../launcher'
import { endEveryChild, PlainFailure } from '../processes'
import { cacheFolder, findMySql, findPrograms } from '../services'
import { selectChanged } from './changed'
import { add, closingLine } from './counts'
import { journeyFiles, JourneyQueue } from './journeys'
import { format, lint, playwright, runSuite, types, vitest, type Suite, type SuiteResult } from './suites'
import { makeRunFolder } from './run-folder'
import { startTestServices, type TestServices } from './test-services'

const SUITES = ['lint', 'types', 'format', 'unit', 'integration', 'e2e']

/** One run of a test command: its temporary folder, its services, its results. */
interface Run {
  folder: string
  cache: () => string
  say: (line: string) => void
  results: SuiteResult[]
  services?: TestServices
  /** Found once: each file of a browser that was unpacked is checked, which costs a second. */
  chromium?: Promise<Chromium>
  /** Likewise the programs of the journeys' nations. */
  programs?: Promise<unknown>
}

/** `npm test [suite [pattern ...]]`: every suite, on services of its own. Answers the exit code. */
export function testAll([only, ...patterns]: string[]): Promise<number> {
  if (only && !SUITES.includes(only))
    throw new PlainFailure(`There is no suite \`${only}\`; there are ${SUITES.join(', ')}.`)
  const wanted = (name: string) => !only || only === name
  return withRun(async (run) => {
    const record = async (suite: Suite) => void run.results.push(await runSuite(suite, run.say))
    const needsBuild = wanted('e2e') || wanted('integration')
    const built = needsBuild ? attempt(run, 'build', () => build(run.say)) : Promise.resolve()
    const journeys = only ? undefined : new Journeys(run)
    // Two sequences for two cores: suites without services, and suites that need the database. The first to end begins with the journeys.
    await Promise.all([
      inTurn(withoutServices(run, wanted, patterns), record)
        .then(() => built)
        .then(() => journeys?.walk()),
      built
        .then(() => (wanted('integration') ? integration(run, patterns, record) : undefined))
        .then(() => journeys?.walk()),
    ])
    journeys?.close()
    if (only === 'e2e') await attempt(run, 'e2e', async () => record(await browserSuite(run, run.folder, patterns)))
  })
}

/** The browser's journeys of a whole run, which its two sequences share: each walks one file at a time. */
class Journeys {
  readonly #queue = new JourneyQueue(journeyFiles(path.join(root, 'e2e')))
  readonly #shares: SuiteResult[] = []
  #starts = 0

  constructor(private readonly run: Run) {}

  /** Walks what is left, until nothing is. */
  async walk(): Promise<void> {
    const { run } = this
    await attempt(run, 'e2e', async () => {
      for (let files = this.#queue.take(); files.length > 0; files = this.#queue.take()) {
        const folder = path.join(run.folder, `journeys-${this.#starts++}`)
        const patterns = files.map((name) => `/${name.replaceAll('.', '\\.')}$`)
        this.#shares.push(await runSuite(await browserSuite(run, folder, ['--workers=1', ...patterns]), run.say))
      }
    })
  }

  /** Makes one result of all shares; the seconds are those of both sequences. */
  close(): void {
    if (this.#shares.length === 0) return
    const seconds = Math.round(this.#shares.reduce((sum, share) => sum + share.seconds, 0) * 10) / 10
    const failures = this.#shares.flatMap((share) => share.failures)
    this.run.results.push({ name: 'e2e', ...add(this.#shares), failures, seconds })
  }
}

function withoutServices({ folder }: Run, wanted: (name: string) => boolean, patterns: string[]): Suite[] {
  return [
    ...(wanted('types') ? types() : []),
    ...(wanted('lint') ? lint() : []),
    ...(wanted('format') ? [format()] : []),
    ...(wanted('unit')
      ? [vitest({ name: 'unit', projects: ['unit', 'web', 'web-apart', 'launcher'], folder, patterns })]
      : []),
  ]
}

async function integration(run: Run, patterns: string[], record: (suite: Suite) => Promise<void>): Promise<void> {
  const env = await servicesFor(run)
  const projects = ['integration', 'races']
  if (env) await record(vitest({ name: 'integration', projects, folder: run.folder, patterns, env }))
}

/** `npm run test:mysql [pattern ...]`: the integration suite on the database that production runs. */
export function testOnMySql(patterns: string[]): Promise<number> {
  return withRun(async (run) => {
    const env = await servicesFor(run, () => findMySql(run.cache(), run.say))
    if (!env) return
    const projects = ['integration', 'races']
    run.results.push(await runSuite(vitest({ name: 'mysql', projects, folder: run.folder, patterns, env }), run.say))
  })
}

/** `npm run test:races -- [--repeat=n]`: what could depend on luck, again and again. */
export function testRaces(args: string[]): Promise<number> {
  const repeat = Number(args.find((arg) => arg.startsWith('--repeat='))?.slice('--repeat='.length) ?? 1)
  if (!Number.isInteger(repeat) || repeat < 1) throw new PlainFailure('--repeat takes a whole number from 1 on.')
  const patterns = args.filter((arg) => !arg.startsWith('--'))
  return withRun(async (run) => {
    const env = await servicesFor(run)
    for (let round = 1; env && round <= repeat; round++) {
      const suite = { name: `races ${round}`, projects: ['races'], folder: run.folder, patterns, env }
      run.results.push(await runSuite(vitest(suite), run.say))
    }
  })
}

/**
 * `npm run test:changed`: types, lint and formatting of what changed, and its features' tests. Tests that kill a process before
 * each of its statements are left to the whole run, as are the journeys, which are named.
 */
export function testChanged(): Promise<number> {
  return withRun(async (run) => {
    const { files, code, programs, patterns, integration: needsDatabase, journeys, elsewhere } = await selectChanged()
    const record = async (suite: Suite) => void run.results.push(await runSuite(suite, run.say))
    const tests = { folder: run.folder, patterns, exclude: '**/*.faults.test.ts' }
    const checks = [
      ...(patterns.length > 0
        ? [vitest({ ...tests, name: 'unit', projects: ['unit', 'web', 'web-apart'], allowNone: true })]
        : []),
      ...types(programs, path.join(root, '.nation', 'types')),
      ...(code.length > 0 ? lint(code) : []),
      ...(files.length > 0 ? [format(files)] : []),
    ]
    // Two sequences: each takes the next check when its last has ended. The tests of both kinds are first, as the longest.
    await Promise.all([
      inTurn(checks, record),
      (async () => {
        const env = needsDatabase ? await servicesFor(run) : undefined
        if (env)
          await record(vitest({ ...tests, name: 'integration', projects: ['integration'], env, allowNone: true }))
        await inTurn(checks, record)
      })(),
    ])
    if (elsewhere.length > 0) run.say(`Of no feature, so covered by \`npm test\` alone: ${elsewhere.join(', ')}`)
    if (journeys.length > 0) run.say(`Journeys of what changed: npm test e2e ${journeys.join(' ')}`)
  })
}

/** Takes suites off the list, one after the other, until none is left. */
async function inTurn(suites: Suite[], record: (suite: Suite) => Promise<void>): Promise<void> {
  for (let suite = suites.shift(); suite; suite = suites.shift()) await record(suite)
}

/** Ends everything that the run started, whatever happens, and closes with the line that says how it went. */
async function withRun(work: (run: Run) => Promise<void>): Promise<number> {
  // The tests' own services are the only ones: a test must never touch a database that a developer works with.
  for (const name of [
    'DATABASE_URL',
    'MIGRATION_DATABASE_URL',
    'REDIS_URL',
    'NATION_CLOCK',
    'NATION_DATA_DIR',
    'NATION_ENV',
    'NODE_ENV',
    'PORT',
  ]) {
    delete process.env[name]
  }
  const folder = makeRunFolder()
  // What the tests leave in the temporary folder goes with this run's.
  process.env.TMPDIR = path.join(folder, 'tmp')
  fs.mkdirSync(process.env.TMPDIR)
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const run: Run = { folder, cache: () => cacheFolder(path.join(root, '.nation')), say, results: [] }
  const cleanUp = async () => {
    await endEveryChild(3000)
    fs.rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143)))
  }
  try {
    await attempt(run, 'set-up', () => work(run))
    await run.services?.stop()
  } finally {
    await cleanUp()
  }
  return close(run)
}

function close({ results, say }: Run): number {
  say('')
  // Once more at the end: a log of a whole run is long, and readers often have its last lines alone.
  for (const { name, failures } of results) {
    for (const { test, why } of failures) say(`FAILED ${name} │ ${test}\n${why.replaceAll(/^/gm, 'FAILED   ')}`)
  }
  for (const { name, passed, failed, seconds } of results)
    say(`${name.padEnd(13)} │ ${passed} passed, ${failed} failed, ${seconds} s`)
  const sum = add(results)
  const failed = sum.failed === 0 && sum.passed === 0 ? 1 : sum.failed
  say(closingLine({ ...sum, failed }))
  return failed === 0 ? 0 : 1
}

/** What cannot even be set up is one failure, and the other suites still run. */
async function attempt(run: Run, name: string, work: () => Promise<void>): Promise<void> {
  const began = Date.now()
  try {
    await work()
  } catch (error) {
    run.say(
      error instanceof PlainFailure
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error),
    )
    run.results.push({ name, passed: 0, failed: 1, failures: [], seconds: Math.round((Date.now() - began) / 100) / 10 })
  }
}

async function servicesFor(
  run: Run,
  findEngine?: Parameters<typeof startTestServices>[3],
): Promise<NodeJS.ProcessEnv | undefined> {
  await attempt(run, 'services', async () => {
    run.services = await startTestServices(path.join(run.folder, 'services'), run.cache, run.say, findEngine)
  })
  return run.services?.env
}

async function browserSuite(run: Run, folder: string, args: string[]): Promise<Suite> {
  const chromium = await (run.chromium ??= findChromium(run.cache, run.say))
  await (run.programs ??= findPrograms(run.cache, run.say))
  return playwright(folder, args, {
    NATION_CHROMIUM: JSON.stringify(chromium),
    NATION_CHECKED_CACHE: run.cache(),
    NATION_TEST_NATIONS: path.join(run.folder, 'nations'),
    NATION_E2E_OUTPUT: process.env.NATION_E2E_OUTPUT ?? path.join(root, 'test-results'),
  })
}
