/**
 * `npm run lighthouse`: five runs of Lighthouse (mobile profile, simulated throttling) against the home page of a demo nation,
 * as a first visit sees it, in front of the consent gate, and five as a citizen who comes back signed in, with nothing in the cache.
 * Prints every run with its tasks over 50 ms, and the medians; fails when one misses its target. The throttle is calibrated:
 * machines of different speed stand for the same phone. Lighthouse multiplies what a task took by the clock, and loads the page as fast as
 * the machine can: browser, nation and Lighthouse then share its processors, and half of a task's time or more is waiting for one, which is
 * multiplied, too. So each trace is audited twice: as the clock saw it, and with each task as long as a processor worked on it. The target of
 * the blocking time holds for the second; the first is printed beside it. `--runs=N` changes how many, `--as=HANDLE` who is signed in,
 * `--origin=ADDRESS` measures a nation that runs already. Lighthouse is large, so it is fetched when it is first asked for, into
 * the data folder.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { startNation } from '@nation/dev/nation'
import { blockingTime, shortenToProcessorTime } from '@nation/dev/tools'
import type { TaskTimes, TraceEvent } from '@nation/dev/tools'
import { chromium } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'
import { signIn } from '../support/citizen'
import { enter } from '../support/test'
import { optionsOf, ourChromium, root, say } from './browser'

/** The last that runs on every Node that the product runs on. */
const VERSION = '12.8.2'

const targets = { lcp: 1800, tbt: 80, cls: 0.02, scripts: 150 * 1024 } as const

interface Request {
  resourceType?: string
  transferSize?: number
}

interface Task {
  url?: string
  duration?: number
  startTime?: number
}

/** What was the largest thing painted: in the audit's first table. */
interface Painted {
  items?: { node?: { snippet?: string } }[]
}

interface Report {
  lhr: {
    runtimeError?: { message: string }
    environment: { benchmarkIndex: number }
    audits: Record<string, { numericValue?: number; details?: { items?: (Request & Task & Painted)[] } }>
  }
}

interface Launcher {
  launch(options: {
    chromePath: string
    chromeFlags: string[]
    envVars?: NodeJS.ProcessEnv
  }): Promise<{ port: number; kill(): void }>
}

type Lighthouse = (url: string | undefined, flags: object) => Promise<Report | undefined>

interface Tools {
  readonly lighthouse: Lighthouse
  readonly launcher: Launcher
  /** The text of the function that answers the benchmark index. */
  readonly benchmark: string
}

async function tools(): Promise<Tools> {
  const folder = path.join(root, '.nation', 'tools', `lighthouse-${VERSION}`)
  const modules = path.join(folder, 'node_modules')
  if (!existsSync(path.join(modules, 'lighthouse', 'package.json'))) {
    say(`Fetching Lighthouse ${VERSION} ...`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', `lighthouse@${VERSION}`, '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'inherit',
    })
  }
  const load = async (file: string) => (await import(pathToFileURL(path.join(modules, file)).href)) as object
  const { default: lighthouse } = (await load('lighthouse/core/index.js')) as { default: Lighthouse }
  const { pageFunctions } = (await load('lighthouse/core/lib/page-functions.js')) as {
    pageFunctions: { computeBenchmarkIndex: () => number }
  }
  const launcher = (await load('chrome-launcher/dist/index.js')) as Launcher
  return { lighthouse, launcher, benchmark: String(pageFunctions.computeBenchmarkIndex) }
}

type Figures = Record<keyof typeof targets, number>

/**
 * Lighthouse's benchmark index of the phone that the targets are meant for. Its own throttle of 4 stands for such a phone on a
 * machine of 1,600; slower machines are throttled less, faster ones more.
 */
const PHONE_INDEX = 400

/** Everything but who is signed in, and that they accepted the gate. */
const FORGOTTEN = ['file_systems', 'shader_cache', 'service_workers', 'cache_storage']

interface Run {
  /** By the clock. */
  readonly clock: Report['lhr']
  /** With each task as long as a processor worked on it. */
  readonly processor: Report['lhr']
  readonly times: TaskTimes
  /** The blocking time in processor time, with every task in full, in milliseconds. */
  readonly blocking: number
}

/** Runs Lighthouse once, in a browser of its own. */
async function run(origin: string, as: string | null, slowdown: number): Promise<Run> {
  const { lighthouse, launcher } = await tools()
  const { executablePath, args, env } = await ourChromium()
  const chrome = await launcher.launch({
    chromePath: executablePath,
    chromeFlags: ['--headless=new', ...args],
    envVars: { ...process.env, ...env },
  })
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nation-lighthouse-'))
  try {
    if (as !== null) await signInAt(chrome.port, origin, as)
    const flags = {
      port: chrome.port,
      onlyCategories: ['performance'],
      logLevel: 'error',
      throttling: { cpuSlowdownMultiplier: slowdown },
      auditMode: folder,
      ...(as !== null && { clearStorageTypes: FORGOTTEN }),
    }
    const clock = reportOf(await lighthouse(`${origin}/`, { ...flags, gatherMode: folder }))
    const { times, events } = rewriteTrace(path.join(folder, 'defaultPass.trace.json'))
    const processor = reportOf(await lighthouse(undefined, flags))
    return { clock, processor, times, blocking: blockingTime(events, slowdown) }
  } finally {
    chrome.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

function reportOf(report: Report | undefined): Report['lhr'] {
  if (!report || report.lhr.runtimeError)
    throw new Error(report?.lhr.runtimeError?.message ?? 'Lighthouse said nothing.')
  return report.lhr
}

/** Shortens the tasks of a trace that Lighthouse kept. */
function rewriteTrace(file: string): { times: TaskTimes; events: readonly TraceEvent[] } {
  const trace = JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: TraceEvent[] }
  const times = shortenToProcessorTime(trace.traceEvents)
  writeFileSync(file, JSON.stringify(trace))
  return { times, events: trace.traceEvents }
}

async function signInAt(port: number, origin: string, handle: string): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const context = browser.contexts()[0] ?? (await browser.newContext())
  const page = await context.newPage()
  await page.addInitScript(enter)
  await page.goto(origin)
  await signIn(page, handle)
  // A citizen who comes back: the browser remembers what waited (decision 116).
  await page.waitForFunction(() => localStorage.getItem('nation.day') !== null)
  await page.waitForFunction(() => Boolean(localStorage.getItem('tokenVersion')))
  await page.close()
  // The page loads itself again when it learns the token's version; a visit that began with it will not, in the middle of a run.
  while (!(await knowsTokenVersion(context, origin)));
  await browser.close()
}

/** Visits the page, and answers whether the browser knew the token's version before. */
async function knowsTokenVersion(context: BrowserContext, origin: string): Promise<boolean> {
  const page = await context.newPage()
  await page.goto(`${origin}/offline.html`)
  const knows = await page.evaluate(() => Boolean(localStorage.getItem('tokenVersion')))
  if (!knows) {
    await page.goto(origin)
    await page.waitForFunction(() => Boolean(localStorage.getItem('tokenVersion')))
  }
  await page.close()
  return knows
}

/**
 * How much slower the machine has to be for the phone, by Lighthouse's benchmark. At least 1. The best of ten counts: what else runs
 * makes the machine no slower, and processor time is multiplied by this.
 */
async function calibrated(): Promise<number> {
  const { benchmark } = await tools()
  const browser = await chromium.launch(await ourChromium())
  try {
    const page = await browser.newPage()
    const indices: number[] = []
    for (let turn = 1; turn <= 10; turn++) indices.push(await page.evaluate<number>(`(${benchmark})()`))
    const best = Math.max(...indices)
    const slowdown = Math.max(1, best / PHONE_INDEX)
    say(
      `Benchmark index ${Math.round(best)} (${indices.map(Math.round).join(', ')}): the throttle is ${slowdown.toFixed(2)}.`,
    )
    return slowdown
  } finally {
    await browser.close()
  }
}

async function measure(origin: string, as: string | null, slowdown: number, runs: number): Promise<Figures[]> {
  const all: Figures[] = []
  for (let turn = 1; turn <= runs; turn++) {
    const { clock, processor, times, blocking } = await run(origin, as, slowdown)
    const { audits, environment } = clock
    const requests = audits['network-requests']?.details?.items ?? []
    const figures = {
      lcp: audits['largest-contentful-paint']?.numericValue ?? NaN,
      tbt: processor.audits['total-blocking-time']?.numericValue ?? NaN,
      cls: audits['cumulative-layout-shift']?.numericValue ?? NaN,
      scripts: requests.reduce((sum, one) => sum + (one.resourceType === 'Script' ? (one.transferSize ?? 0) : 0), 0),
    }
    all.push(figures)
    say(`run ${turn}: ${inWords(figures)} (index ${Math.round(environment.benchmarkIndex)})`)
    say(
      `  by the clock: TBT ${Math.round(audits['total-blocking-time']?.numericValue ?? NaN)} ms; all tasks took ${Math.round(times.clock)} ms, ` +
        `a processor worked on them for ${Math.round(times.processor)} ms; TBT of that with every task in full: ${Math.round(blocking)} ms`,
    )
    const [largest] = audits['largest-contentful-paint-element']?.details?.items ?? []
    say(`  the largest: ${largest?.items?.[0]?.node?.snippet ?? 'nothing'}`)
    for (const task of processor.audits['long-tasks']?.details?.items ?? []) say(`  ${taskInWords(task, origin)}`)
  }
  return all
}

const taskInWords = ({ url = '', duration = 0, startTime = 0 }: Task, origin: string): string =>
  `${Math.round(duration)} ms at ${Math.round(startTime)} ms: ${url.replace(origin, '') || 'of the browser'}`

const inWords = ({ lcp, tbt, cls, scripts }: Figures): string =>
  `LCP ${(lcp / 1000).toFixed(2)} s, TBT ${Math.round(tbt)} ms, CLS ${cls.toFixed(3)}, JavaScript ${(scripts / 1024).toFixed(1)} KiB`

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

const {
  runs: times = '5',
  origin: running,
  as: citizen = 'ada_citizen',
} = optionsOf({ runs: 'string', origin: 'string', as: 'string' })
const runs = Number(times)
const nation = running ? undefined : await startNation({ clock: '2026-02-05T15:00:00Z' })
try {
  const origin = running ?? nation?.origin ?? ''
  const slowdown = await calibrated()
  const names = Object.keys(targets) as (keyof typeof targets)[]
  for (const as of [null, citizen]) {
    const who = as === null ? 'A first visit' : `@${as}, signed in`
    say(`${who}:`)
    const all = await measure(origin, as, slowdown, runs)
    const medians = Object.fromEntries(names.map((name) => [name, median(all.map((one) => one[name]))])) as Figures
    const missed = names.filter((name) => !(medians[name] <= targets[name]))
    say(`${who}, median of ${runs}: ${inWords(medians)}`)
    say(missed.length === 0 ? 'Every target is met.' : `Missed: ${missed.join(', ')} (targets: ${inWords(targets)})`)
    if (missed.length > 0) process.exitCode = 1
  }
} finally {
  await nation?.stop()
}
