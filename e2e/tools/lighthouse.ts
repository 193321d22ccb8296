/**
 * `npm run lighthouse`: five runs of Lighthouse (mobile profile, simulated throttling) against the home page of a demo nation,
 * as a first visit sees it, in front of the consent gate. Prints every run and the medians, and fails when one misses its
 * target. `--runs=N` changes how many, `--origin=ADDRESS` measures a nation that runs already. Lighthouse is large, so it is
 * fetched when it is first asked for, into the data folder.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { startNation } from '@nation/dev/nation'
import { option, ourChromium, root, say } from './browser'

/** The last that runs on every Node that the product runs on. */
const VERSION = '12.8.2'

const targets = { lcp: 1800, tbt: 80, cls: 0.02, scripts: 150 * 1024 } as const

interface Request {
  resourceType?: string
  transferSize?: number
}

interface Report {
  lhr: {
    runtimeError?: { message: string }
    audits: Record<string, { numericValue?: number; details?: { items?: Request[] } }>
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

async function measure(url: string, runs: number): Promise<Figures[]> {
  const { lighthouse, launcher } = await tools()
  const { executablePath, args, env } = await ourChromium()
  const all: Figures[] = []
  for (let run = 1; run <= runs; run++) {
    const chrome = await launcher.launch({
      chromePath: executablePath,
      chromeFlags: ['--headless=new', ...args],
      envVars: { ...process.env, ...env },
    })
    try {
      const report = await lighthouse(url, { port: chrome.port, onlyCategories: ['performance'], logLevel: 'error' })
      if (!report || report.lhr.runtimeError)
        throw new Error(report?.lhr.runtimeError?.message ?? 'Lighthouse said nothing.')
      const { audits } = report.lhr
      const requests = audits['network-requests']?.details?.items ?? []
      const figures = {
        lcp: audits['largest-contentful-paint']?.numericValue ?? NaN,
        tbt: audits['total-blocking-time']?.numericValue ?? NaN,
        cls: audits['cumulative-layout-shift']?.numericValue ?? NaN,
        scripts: requests.reduce((sum, one) => sum + (one.resourceType === 'Script' ? (one.transferSize ?? 0) : 0), 0),
      }
      all.push(figures)
      say(`run ${run}: ${inWords(figures)}`)
    } finally {
      chrome.kill()
    }
  }
  return all
}

const inWords = ({ lcp, tbt, cls, scripts }: Figures): string =>
  `LCP ${(lcp / 1000).toFixed(2)} s, TBT ${Math.round(tbt)} ms, CLS ${cls.toFixed(3)}, JavaScript ${(scripts / 1024).toFixed(1)} KiB`

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

const runs = Number(option('runs') ?? 5)
const running = option('origin')
const nation = running ? undefined : await startNation({ clock: '2026-02-05T15:00:00Z' })
try {
  const all = await measure(`${running ?? nation?.origin}/`, runs)
  const names = Object.keys(targets) as (keyof typeof targets)[]
  const medians = Object.fromEntries(names.map((name) => [name, median(all.map((one) => one[name]))])) as Figures
  say(`median of ${runs}: ${inWords(medians)}`)
  const missed = names.filter((name) => !(medians[name] <= targets[name]))
  say(missed.length === 0 ? 'Every target is met.' : `Missed: ${missed.join(', ')} (targets: ${inWords(targets)})`)
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  await nation?.stop()
}
