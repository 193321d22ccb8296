/**
 * `npm run lighthouse`: five runs of Lighthouse (mobile profile, simulated throttling) against the home page of a demo nation,
 * as a first visit sees it, in front of the consent gate, and five as a citizen who comes back signed in, with nothing in the cache.
 * Prints every run with its tasks over 50 ms, and the medians; fails when one misses its target. The throttle is calibrated:
 * machines of different speed stand for the same phone. `--runs=N` changes how many, `--as=HANDLE` who is signed in,
 * `--origin=ADDRESS` measures a nation that runs already. Lighthouse is large, so it is fetched when it is first asked for, into
 * the data folder.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { startNation } from '@nation/dev/nation'
import { chromium } from '@playwright/test'
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

type Lighthouse = (url: string, flags: object) => Promise<Report | undefined>

async function tools(): Promise<{ lighthouse: Lighthouse; launcher: Launcher }> {
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
  return { lighthouse, launcher: (await load('chrome-launcher/dist/index.js')) as Launcher }
}

type Figures = Record<keyof typeof targets, number>

/**
 * Lighthouse's benchmark index of the phone that the targets are meant for. Its own throttle of 4 stands for such a phone on a
 * machine of 1,600; slower machines are throttled less, faster ones more.
 */
const PHONE_INDEX = 400

/** Everything but who is signed in, and that they accepted the gate. */
const FORGOTTEN = ['file_systems', 'shader_cache', 'service_workers', 'cache_storage']

/** Runs Lighthouse once, in a browser of its own. */
async function run(origin: string, as: string | null, slowdown: number): Promise<Report['lhr']> {
  const { lighthouse, launcher } = await tools()
  const { executablePath, args, env } = await ourChromium()
  const chrome = await launcher.launch({
    chromePath: executablePath,
    chromeFlags: ['--headless=new', ...args],
    envVars: { ...process.env, ...env },
  })
  try {
    if (as !== null) await signInAt(chrome.port, origin, as)
    const report = await lighthouse(`${origin}/`, {
      port: chrome.port,
      onlyCategories: ['performance'],
      logLevel: 'error',
      throttling: { cpuSlowdownMultiplier: slowdown },
      ...(as !== null && { clearStorageTypes: FORGOTTEN }),
    })
    if (!report || report.lhr.runtimeError)
      throw new Error(report?.lhr.runtimeError?.message ?? 'Lighthouse said nothing.')
    return report.lhr
  } finally {
    chrome.kill()
  }
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
  await page.close()
  await browser.close()
}

/** How much slower the machine has to be for the phone, by what Lighthouse measures of it now. At least 1. */
async function calibrated(origin: string): Promise<number> {
  const { environment } = await run(origin, null, 4)
  const slowdown = Math.max(1, environment.benchmarkIndex / PHONE_INDEX)
  say(`Benchmark index ${Math.round(environment.benchmarkIndex)}: the throttle is ${slowdown.toFixed(2)}.`)
  return slowdown
}

async function measure(origin: string, as: string | null, slowdown: number, runs: number): Promise<Figures[]> {
  const all: Figures[] = []
  for (let turn = 1; turn <= runs; turn++) {
    const { audits, environment } = await run(origin, as, slowdown)
    const requests = audits['network-requests']?.details?.items ?? []
    const figures = {
      lcp: audits['largest-contentful-paint']?.numericValue ?? NaN,
      tbt: audits['total-blocking-time']?.numericValue ?? NaN,
      cls: audits['cumulative-layout-shift']?.numericValue ?? NaN,
      scripts: requests.reduce((sum, one) => sum + (one.resourceType === 'Script' ? (one.transferSize ?? 0) : 0), 0),
    }
    all.push(figures)
    say(`run ${turn}: ${inWords(figures)} (index ${Math.round(environment.benchmarkIndex)})`)
    const [largest] = audits['largest-contentful-paint-element']?.details?.items ?? []
    say(`  the largest: ${largest?.items?.[0]?.node?.snippet ?? 'nothing'}`)
    for (const task of audits['long-tasks']?.details?.items ?? []) say(`  ${taskInWords(task, origin)}`)
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
  const slowdown = await calibrated(origin)
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
