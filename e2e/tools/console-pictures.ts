/*
 * Takes a picture of every tab of the operator console, at 1280 and 1680 pixels, in light and in dark:
 * `node --import tsx e2e/tools/console-pictures.ts FOLDER [STATE]`. It needs no Electron, and runs on Chromium's parts.
 *
 * Without a state: the tabs of the demo nation. `loading`, `failing`: the same while the server does not answer yet, and where it answers with
 * errors. `offline`: what the copy shows without a network, with changes that wait. `empty`: where every list of every answer is empty.
 * `filling`, `refused`: at the first start, while no row of the copy has come yet, and where the server answers all of them with errors.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findChromium } from '@nation/dev/chromium'
import { prepareConsole, startConsole } from '@nation/dev/console'
import { startNation } from '@nation/dev/nation'
import { cacheFolder } from '@nation/dev/services'
import type { Page, Route } from '@playwright/test'
import { tell } from '../support/tell'

const STATES = ['tabs', 'loading', 'failing', 'offline', 'empty', 'filling', 'refused'] as const
const [folder = '.nation/console-pictures', asked = 'tabs'] = process.argv.slice(2)
const state = STATES.find((one) => one === asked)
if (!state) throw new Error(`It knows ${STATES.join(', ')}.`)
const SCHEMES = ['light', 'dark'] as const
const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 1680, height: 1050 },
] as const
/** The tabs, as their links are called; the last one is drawn by the search's key. */
const TABS = [
  ...['Dashboard', 'Members', 'Broadcast', 'Chat', 'Bank', 'Elections'],
  ...['Jobs', 'Audit', 'Settings', 'Sign-ins', 'Tasks', 'Changes', 'Search'],
] as const

/** What moves is drawn where it ends. */
const STILL =
  '*, ::before, ::after { transition: none !important; animation: none !important; caret-color: transparent }'
/** The copy has no row yet: it says something else than that it is synced. */
const isFirstStart = state === 'filling' || state === 'refused'
/** What the copy asks, and the sign-in: they are answered in every state. At the first start no row of the copy is. */
const ANSWERED = isFirstStart
  ? /\/api\/(replica\/(open|changes)|commands|admin\/authenticate|events)/
  : /\/api\/(replica|commands|admin\/authenticate|events)/

fs.mkdirSync(folder, { recursive: true })
const userData = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-console-pictures-'))
await prepareConsole(tell)
const clock = '2026-02-03T09:00:00Z'
const nation = await startNation({ clock })
const browser = await findChromium(() => cacheFolder(nation.dataDir), tell)
const console = await startConsole({ browser, userData, words: [`--local-nation=${nation.origin}`] })
try {
  const choice = await console.newest()
  if (state === 'tabs') await picture(choice, 'servers')
  await choice.getByRole('button', { name: 'Add and open' }).click()
  await choice.waitForEvent('close')
  const page = await console.newest()
  // Elsewhere the computer's clock agrees with its nation's.
  await page.clock.setFixedTime(clock)
  await page.getByRole('heading', { name: 'Super Admin Access' }).waitFor()
  if (state === 'tabs') await picture(page, 'gate')
  if (state === 'loading' || state === 'filling')
    await page.route('**/api/**', (route) => unless(route, () => undefined))
  if (state === 'failing' || state === 'refused') {
    const json = { success: false, code: 'internal', error: 'Something went wrong on our side.', requestId: 'picture' }
    await page.route('**/api/**', (route) => unless(route, () => route.fulfill({ status: 500, json })))
  }
  if (state === 'empty') await page.route('**/api/**', emptied)
  await page.getByLabel('Username').fill(nation.admin?.username ?? '')
  await page.getByLabel('Password').fill(nation.admin?.password ?? '')
  await page.getByRole('button', { name: 'Enter' }).click()
  if (isFirstStart) await page.getByRole('navigation', { name: 'Administration' }).waitFor()
  else await page.getByText(/^Synced/).waitFor()
  if (state === 'offline') await goOffline(page)
  for (const tab of TABS) {
    if (tab === 'Search') {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search everything' }).fill('ada')
      if (state !== 'empty' && !isFirstStart) await page.getByRole('option').first().waitFor()
    } else await page.getByRole('link', { name: tab, exact: true }).first().click()
    await picture(page, tab.toLowerCase())
  }
} finally {
  await console.quit()
  await nation.stop()
  fs.rmSync(userData, { recursive: true, force: true })
}
process.exit(0)

function unless(route: Route, otherwise: () => unknown): unknown {
  return ANSWERED.test(route.request().url()) ? route.continue() : otherwise()
}

/** What the nation answers, without a row in any list. */
async function emptied(route: Route): Promise<void> {
  const { pathname, search } = new URL(route.request().url())
  if (/\/api\/(replica\/(open|changes)|commands|admin\/authenticate|events)/.test(pathname)) return route.continue()
  const response = await route.fetch({ url: nation.origin + pathname + search })
  const text = await response.text()
  await route.fulfill({ response, body: text.startsWith('{') ? JSON.stringify(withoutRows(JSON.parse(text))) : text })
}

function withoutRows(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value !== 'object' || value === null) return value
  // A page of the copy names its columns, and the pages that came with it.
  if ('columns' in value && 'others' in value)
    return { ...value, rows: [], next: null, others: (value.others as object[]).map((page) => ({ ...page, rows: [] })) }
  if ('columns' in value) return { ...value, rows: [], next: null }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutRows(inner)]))
}

/** The network goes away; three changes wait. */
async function goOffline(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort())
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page
    .getByRole('status')
    .filter({ hasText: /^Offline/ })
    .waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everything' }).fill('lamps')
  await page.getByRole('option').filter({ hasText: 'Task · ' }).first().click()
  await page.getByRole('button', { name: 'Mark as completed' }).click()
  await page.getByRole('link', { name: 'Broadcast', exact: true }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('The bridge opens at noon.')
  await page.getByRole('button', { name: 'Send broadcast' }).click()
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await page.getByRole('button', { name: 'Create Task' }).click()
  const form = page.getByRole('dialog', { name: 'Create Task' })
  await form.getByLabel('Title').fill('Mend the harbour gate')
  await form.getByLabel('Description').fill('Oil the hinges, and paint the wood before the winter.')
  await picture(page, 'task-form')
  await form.getByRole('button', { name: 'Create Task' }).click()
  await page.getByRole('link', { name: '3 changes waiting' }).waitFor()
}

async function picture(page: Page, name: string): Promise<void> {
  await page.addStyleTag({ content: STILL })
  // No tab is drawn as if the pointer were on it.
  await page.mouse.move(0, 0)
  for (const size of WIDTHS)
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // A chart or a list that loads is no picture of the tab, but of its loading.
      if (state !== 'loading' && state !== 'filling')
        await page.waitForFunction(() => {
          const said = [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent ?? '')
          const isWaiting = document.querySelector('[aria-busy="true"], span[class*="skeleton"]') !== null
          return !isWaiting && !said.some((one) => one.startsWith('Loading'))
        })
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      await page.screenshot({ path: path.join(folder, `${name}-${size.width}-${colorScheme}.png`) })
    }
  tell(name)
}
