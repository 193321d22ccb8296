import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { RunningConsole } from '@nation/dev/console'
import { expect, test, type Page } from '@playwright/test'
import { buildConsole, enterPanel, opened, startOn } from './support/console'
import { Line } from './support/line'
import { TUESDAY, useNation } from './support/nation'
import { PanelServer } from './support/panel-server'

const nation = useNation({ clock: TUESDAY })
test.describe.configure({ mode: 'serial' })

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-windows-'))
let console: RunningConsole
let line: Line
let first: Page
let second: Page

test.beforeAll(async () => {
  await buildConsole()
  line = await Line.to(nation.origin)
  console = await startOn(nation, { userData: path.join(folder, 'user'), words: [`--local-nation=${line.origin}`] })
})

test.afterAll(async () => {
  await console?.quit()
  line?.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const bar = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })
const members = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem')

const lamps = 'Count the lamps on the harbour steps'
const stamps = 'Choose the drawings for the summer stamps'

/** Opens a task by the search over everything. */
async function find(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everything' }).fill(title)
  await page.getByRole('option').filter({ hasText: 'Task · ' }).first().click()
  await expect(page.getByRole('article').getByRole('heading', { name: title })).toBeVisible()
}

const complete = (page: Page) => page.getByRole('button', { name: 'Mark as completed' })
const reopen = (page: Page) => page.getByRole('button', { name: 'Reopen' })

test('a second window of a server needs no sign-in, has the same copy, and says so as the first does', async () => {
  await (await console.newest()).getByRole('button', { name: 'Add and open' }).click()
  first = await opened(console, 'Super Admin Access')
  await enterPanel(first, nation)
  await expect(bar(first, /^Synced/)).toBeVisible({ timeout: 60_000 })
  await console.choose('New window')
  await expect.poll(async () => (await console.pages()).length).toBe(2)
  second = await opened(console, 'Administration')
  expect(second).not.toBe(first)
  await expect(bar(second, /^Synced/)).toBeVisible({ timeout: 60_000 })
  await expect(members(second).first()).toBeVisible()
  await find(second, lamps)
})

test('what one window changes the other one shows, and of both only one sends', async () => {
  const sent: string[] = []
  for (const page of [first, second])
    page.on(
      'request',
      (request) => request.url().endsWith('/api/commands/run') && sent.push(page === first ? '1' : '2'),
    )
  await find(first, lamps)
  await complete(second).click()
  await expect(reopen(first)).toBeVisible()
  await expect.poll(() => sent).toEqual(['1'])
  await reopen(first).click()
  await expect(complete(second)).toBeVisible()
  await expect.poll(() => sent).toEqual(['1', '1'])
})

test('what both windows queue without a network is sent once by the one that is left, and leaving wipes both', async () => {
  // What was sent last was answered, too.
  for (const page of [first, second]) await expect(page.getByRole('link', { name: /waiting$/ })).toBeHidden()
  line.cut()
  for (const page of [first, second]) await expect(bar(page, /^Offline/)).toBeVisible({ timeout: 60_000 })
  await complete(first).click()
  await expect(second.getByRole('link', { name: '1 change waiting' })).toBeVisible()
  await find(second, stamps)
  await complete(second).click()
  for (const page of [first, second]) await expect(page.getByRole('link', { name: '2 changes waiting' })).toBeVisible()

  const sent: string[] = []
  second.on('request', (request) => {
    if (!request.url().endsWith('/api/commands/run')) return
    sent.push((request.postDataJSON() as { key: string }).key)
  })
  await first.close()
  line.mend()
  await expect(bar(second, /^Synced/)).toBeVisible({ timeout: 60_000 })
  await expect(second.getByRole('link', { name: /waiting$/ })).toBeHidden()
  expect(sent).toHaveLength(2)
  const server = await PanelServer.enter(nation)
  for (const title of [lamps, stamps]) expect(await server.task(title)).toMatchObject({ status: 'completed' })

  await console.choose('New window')
  await expect.poll(async () => (await console.pages()).length).toBe(2)
  const third = await opened(console, 'Administration')
  await expect(bar(third, /^Synced/)).toBeVisible({ timeout: 60_000 })
  await third.getByRole('button', { name: 'Leave the panel' }).click()
  for (const page of [second, third]) {
    await expect(page.getByRole('heading', { name: 'Super Admin Access' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  }
  await expect.poll(() => third.evaluate(async () => (await indexedDB.databases()).length)).toBe(0)
})
