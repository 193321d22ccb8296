import path from 'node:path'
import { findChromium, type Chromium } from '@nation/dev/chromium'
import { electronBinary } from '@nation/dev/console'
import { cacheFolder } from '@nation/dev/services'
import { defineConfig } from '@playwright/test'

const { PLAYWRIGHT_JSON_OUTPUT_FILE: report } = process.env
const { executablePath, args, env } = await chromium()

const CONSOLE = /console(-offline|-windows)?\.spec\.ts$/

/** The browser that `npm test` found; Playwright that is run by hand finds it here. */
async function chromium(): Promise<Chromium> {
  const { NATION_CHROMIUM: found } = process.env
  if (found) return JSON.parse(found) as Chromium
  const dataDir = path.resolve(import.meta.dirname, '../.nation')
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  return findChromium(() => cacheFolder(dataDir), say)
}

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Where Electron's program is, the console's journeys run in it, too (`support/console.ts`).
  projects: [{ name: '' }, ...(electronBinary() ? [{ name: 'electron', testMatch: CONSOLE }] : [])],
  // Where the run's report is, so that two runs of one clone do not empty each other's folder.
  outputDir: report ? path.join(path.dirname(report), 'e2e') : 'test-results',
  // A file has one nation and goes through it in order; files run beside each other.
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // For hangs alone: a journey that looks at a screen in all its variants takes minutes on a slow machine.
  timeout: 300_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: { executablePath, args, env: { ...process.env, ...env } },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    // Far from UTC, so that a time that was meant to be the nation's and is the visitor's is noticed.
    timezoneId: 'America/Los_Angeles',
  },
})
