/*
 * Takes a picture of every tab of the operator console, at 1280 and 1680 pixels, in light and in dark:
 * `node --import tsx e2e/tools/console-pictures.ts FOLDER`. It needs no Electron, and runs on Chromium's parts.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findChromium } from '@nation/dev/chromium'
import { prepareConsole, startConsole } from '@nation/dev/console'
import { startNation } from '@nation/dev/nation'
import { cacheFolder } from '@nation/dev/services'
import type { Page } from 'playwright-core'

const [folder = '.nation/console-pictures'] = process.argv.slice(2)
const say = (line: string) => void process.stderr.write(`${line}\n`)
const SCHEMES = ['light', 'dark'] as const
const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 1680, height: 1050 },
] as const
/** The tabs, as their links are called; the last one is drawn by the search's key. */
const TABS = [
  ...['Dashboard', 'Members', 'Broadcast', 'Chat', 'Bank', 'Elections'],
  ...['Jobs', 'Audit', 'Settings', 'Sign-ins', 'Changes', 'Search'],
] as const

/** What moves is drawn where it ends. */
const STILL =
  '*, ::before, ::after { transition: none !important; animation: none !important; caret-color: transparent }'

fs.mkdirSync(folder, { recursive: true })
const userData = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-console-pictures-'))
await prepareConsole(say)
const clock = '2026-02-03T09:00:00Z'
const nation = await startNation({ clock })
const browser = await findChromium(() => cacheFolder(nation.dataDir), say)
const console = await startConsole({ browser, userData, words: [`--local-nation=${nation.origin}`] })
try {
  const choice = await console.newest()
  await picture(choice, 'servers')
  await choice.getByRole('button', { name: 'Add and open' }).click()
  await choice.waitForEvent('close')
  const page = await console.newest()
  // Elsewhere the computer's clock agrees with its nation's.
  await page.clock.setFixedTime(clock)
  await page.getByRole('heading', { name: 'Super Admin Access' }).waitFor()
  await picture(page, 'gate')
  await page.getByLabel('Username').fill(nation.admin?.username ?? '')
  await page.getByLabel('Password').fill(nation.admin?.password ?? '')
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByText(/^Synced/).waitFor()
  for (const tab of TABS) {
    if (tab === 'Search') {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search everything' }).fill('ada')
      await page.getByRole('option').first().waitFor()
    } else await page.getByRole('link', { name: tab, exact: true }).first().click()
    await picture(page, tab.toLowerCase())
  }
} finally {
  await console.quit()
  await nation.stop()
  fs.rmSync(userData, { recursive: true, force: true })
}
process.exit(0)

async function picture(page: Page, name: string): Promise<void> {
  await page.addStyleTag({ content: STILL })
  // No tab is drawn as if somebody pointed at it.
  await page.mouse.move(0, 0)
  for (const size of WIDTHS)
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // A chart or a list that loads is no picture of the tab.
      await page.waitForFunction(() => {
        const said = [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent ?? '')
        return !document.querySelector('[aria-busy="true"]') && !said.some((one) => one.startsWith('Loading'))
      })
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      await page.screenshot({ path: path.join(folder, `${name}-${size.width}-${colorScheme}.png`) })
    }
  say(name)
}
