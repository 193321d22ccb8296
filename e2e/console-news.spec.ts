import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { RunningConsole } from '@nation/dev/console'
import { signedInAt } from './support/citizen'
import { buildConsole, enterPanel, opened, startOn } from './support/console'
import { TUESDAY, useNation } from './support/nation'
import { PanelServer } from './support/panel-server'
import { expect, test, type Page } from './support/test'

/** Two consoles and a panel in a browser: what is for administrators alone reaches each of them as it happens. */
const nation = useNation({ clock: TUESDAY })
test.describe.configure({ mode: 'serial' })

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-news-'))
const consoles: RunningConsole[] = []

test.beforeAll(async () => {
  test.setTimeout(240_000)
  await buildConsole()
})

test.afterAll(async () => {
  for (const console of consoles) await console.quit()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Starts a console of another computer, and enters the panel. */
async function aConsole(name: string): Promise<Page> {
  const words = [`--local-nation=${nation.origin}`]
  const console = await startOn(nation, { userData: path.join(folder, name), words })
  consoles.push(console)
  await (await console.newest()).getByRole('button', { name: 'Add and open' }).click()
  const page = await opened(console, 'Super Admin Access')
  await enterPanel(page, nation)
  await expect(page.getByRole('status').filter({ hasText: /^Synced/ })).toBeVisible({ timeout: 60_000 })
  return page
}

const go = (page: Page, tab: string) => page.getByRole('link', { name: tab, exact: true }).click()

/** News come by the stream, within a second or two; the copy asks by itself every half a minute, and the audit never. */
const soon = { timeout: 15_000 }

test('news of administrators reach consoles and browsers at once, and a session that is ended ends there at once', async ({
  visit,
  complaints,
}) => {
  test.setTimeout(240_000)
  const [first, second] = [await aConsole('first'), await aConsole('second')]
  // On the site this browser's citizen is no administrator: the panel's news are the panel session's alone.
  const browser = await signedInAt(visit, nation, 'ada_citizen', '/admin?tab=audit')
  await enterPanel(browser, nation)
  for (const page of [first, second]) await go(page, 'Audit')
  const entriesOf = (page: Page) => page.getByRole('list', { name: 'Audit entries' }).getByRole('listitem')
  for (const page of [first, second, browser]) await expect(entriesOf(page).first()).toContainText('opened the panel')

  await test.step('what one console does the others show', async () => {
    await go(second, 'Jobs')
    await second.getByRole('button', { name: 'Pause: Refreshes from X' }).click()
    await second
      .getByRole('dialog')
      .getByRole('button', { name: /^Pause$/ })
      .click()
    for (const page of [first, browser])
      await expect(entriesOf(page).first()).toContainText(/paused a job: Refreshes from X/, soon)
  })

  await test.step('what the browser’s panel does both consoles show', async () => {
    await go(second, 'Audit')
    await go(browser, 'Jobs')
    await browser.getByRole('button', { name: 'Resume: Refreshes from X' }).click()
    for (const page of [first, second])
      await expect(entriesOf(page).first()).toContainText(/resumed a job: Refreshes from X/, soon)
    await go(browser, 'Audit')
    await expect(entriesOf(browser).first()).toContainText(/resumed a job/)
  })

  await test.step('a session that is ended elsewhere ends here at once, with the copy', async () => {
    await (await PanelServer.enter(nation)).revokeOthers()
    for (const page of [first, second, browser])
      await expect(page.getByText('Your panel session has ended. Please sign in again.')).toBeVisible(soon)
    for (const page of [first, second])
      expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0)
    for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/401 .*\/api\//)
  })
})
