import { findChromium } from '@nation/dev/chromium'
import { electronBinary, prepareConsole, startConsole } from '@nation/dev/console'
import type { ConsoleOptions, RunningConsole } from '@nation/dev/console'
import type { RunningNation } from '@nation/dev/nation'
import { cacheFolder } from '@nation/dev/services'
import { expect, test, type Page } from '@playwright/test'
import { startInElectron } from './electron-console'
import { tell } from './tell'

/** The project of Playwright's that runs the console's journeys in Electron itself; it is there where Electron's program is. */
export const ELECTRON = 'electron'

/** Builds the console, and says so where its journeys run on Chromium alone. */
export async function buildConsole(): Promise<void> {
  await prepareConsole(tell)
  if (!electronBinary())
    tell('Skipped: the console’s journeys in Electron itself, whose program is not here. They run on Chromium’s parts.')
}

/** Starts the console: in Electron in the project of that name, on parts that Chromium backs elsewhere. */
export async function startOn(
  nation: RunningNation,
  options: Omit<ConsoleOptions, 'browser'>,
): Promise<RunningConsole> {
  const binary = electronBinary()
  if (test.info().project.name === ELECTRON && binary) return startInElectron(binary, options)
  const browser = await findChromium(() => cacheFolder(nation.dataDir), tell)
  return startConsole({ browser, ...options })
}

/** The newest window of a console, once it has this heading. */
export async function opened(console: RunningConsole, heading: string): Promise<Page> {
  await expect
    .poll(async () => (await console.newest()).getByRole('heading', { name: heading }).count())
    .toBeGreaterThan(0)
  return console.newest()
}

/** Gives the panel's password of a nation at the gate. */
export async function enterPanel(page: Page, { admin }: RunningNation): Promise<void> {
  await page.getByLabel('Username').fill(admin?.username ?? '')
  await page.getByLabel('Password').fill(admin?.password ?? '')
  await page.getByRole('button', { name: 'Enter' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
}
