import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { RunningConsole } from '@nation/dev/console'
import { expect, test, type Page } from '@playwright/test'
import { anAuthority } from './support/certificates'
import { buildConsole, enterPanel, opened, startOn } from './support/console'
import { Line } from './support/line'
import { TUESDAY, useNation } from './support/nation'
import { PanelServer } from './support/panel-server'

/** A console whose server is on another machine: by https, with a certificate of an authority's, and compressed. */
const nation = useNation({ clock: TUESDAY })
test.describe.configure({ mode: 'serial' })

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-remote-'))
const authority = anAuthority('An authority that this computer trusts')
let console: RunningConsole
let line: Line

const start = (): Promise<RunningConsole> =>
  startOn(nation, { userData: path.join(folder, 'user'), authority: authority.cert })

test.beforeAll(async () => {
  test.setTimeout(240_000)
  await buildConsole()
  line = await Line.to(nation.origin, authority.forServer('127.0.0.1'))
})

test.afterAll(async () => {
  await console?.quit()
  line?.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const bar = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })
const members = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem')

const lamps = 'Count the lamps on the harbour steps'

/** Completes a task, or opens it again. */
async function finish(page: Page, isDone: boolean): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everything' }).fill(lamps)
  await page.getByRole('option').filter({ hasText: 'Task · ' }).first().click()
  await page.getByRole('button', { name: isDone ? 'Mark as completed' : 'Reopen' }).click()
}

test('fills its copy over https with compressed answers, follows events, and works through a cut line', async () => {
  test.setTimeout(240_000)
  console = await start()
  const choice = await opened(console, 'Operator console')
  await choice.getByLabel('Address').fill(line.origin)
  await choice.getByLabel('Name').fill('The nation far away')
  await choice.getByRole('button', { name: 'Add and open' }).click()
  const page = await opened(console, 'Super Admin Access')
  await enterPanel(page, nation)
  await expect(bar(page, /^Synced/)).toBeVisible({ timeout: 60_000 })
  await expect(members(page).first()).toBeVisible()
  const pages = line.passed.filter((answer) => answer.path === '/api/replica/rows')
  expect(pages.length).toBeGreaterThan(0)
  for (const { encoding } of pages) expect(encoding).toMatch(/^(br|gzip)$/)

  await test.step('an event tells it of a change, long before the next round', async () => {
    await (await PanelServer.enter(nation)).broadcast('The ferry is back.')
    await page.getByRole('link', { name: 'Broadcast', exact: true }).click()
    const sent = page.getByRole('list', { name: 'Broadcasts' }).getByRole('listitem')
    await expect(sent.first()).toContainText('The ferry is back.', { timeout: 10_000 })
  })

  await test.step('what is changed without a line is sent once it is back', async () => {
    line.cut()
    await expect(bar(page, 'Offline')).toBeVisible({ timeout: 60_000 })
    await finish(page, true)
    await expect(page.getByRole('link', { name: '1 change waiting' })).toBeVisible()
    line.mend()
    await expect(page.getByRole('link', { name: /waiting$/ })).toBeHidden({ timeout: 60_000 })
    const server = await PanelServer.enter(nation)
    expect((await server.task(lamps)).status).toBe('completed')
  })
})

test('a certificate that is not trusted any more is said, nothing is sent, and what waits goes once it is', async () => {
  test.setTimeout(240_000)
  const page = await console.newest()
  line.present(anAuthority('Another authority').forServer('127.0.0.1'))
  await finish(page, false)
  await expect(page.getByText(/^This computer does not trust the server’s certificate\./).first()).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('link', { name: '1 change waiting' })).toBeVisible()
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await expect(members(page).first()).toBeVisible()
  const server = await PanelServer.enter(nation)
  expect((await server.task(lamps)).status).toBe('completed')
  // A new one of the same authority's: the console pins none.
  line.present(authority.forServer('127.0.0.1'))
  await expect(page.getByRole('link', { name: /waiting$/ })).toBeHidden({ timeout: 60_000 })
  expect((await server.task(lamps)).status).toBe('open')
})

test('a certificate for another address opens nothing', async () => {
  test.setTimeout(120_000)
  await console.quit()
  const other = await Line.to(nation.origin, authority.forServer('127.0.0.2'))
  try {
    console = await startOn(nation, { userData: path.join(folder, 'other'), authority: authority.cert })
    const choice = await opened(console, 'Operator console')
    await choice.getByLabel('Address').fill(other.origin)
    await choice.getByRole('button', { name: 'Add and open' }).click()
    const page = await opened(console, 'Super Admin Access')
    await page.getByLabel('Username').fill('somebody')
    await page.getByLabel('Password').fill('a password that must not leave')
    await page.getByRole('button', { name: 'Enter' }).click()
    await expect(page.getByText(/^This computer does not trust the server’s certificate\./).first()).toBeVisible()
    expect(other.passed).toEqual([])
  } finally {
    other.close()
  }
})
