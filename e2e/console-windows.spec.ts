import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { RunningConsole } from '@nation/dev/console'
import { expect, test, type Page } from '@playwright/test'
import { buildConsole, enterPanel, opened, startOn } from './support/console'
import { Line } from './support/line'
import { TUESDAY, useNation } from './support/nation'

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

async function find(page: Page, handle: string): Promise<void> {
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search members' }).fill(handle)
  // The list of before may have had one row, too.
  await expect(members(page)).toHaveText([new RegExp(`@${handle}`)])
}

async function moderate(page: Page): Promise<void> {
  await members(page)
    .getByRole('switch', { name: /^Moderator/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Yes, do it|Take it away)$/ })
    .click()
}

test('a second window of a server needs no sign-in, has the same copy, and says so as the first does', async () => {
  await (await console.newest()).getByRole('button', { name: 'Add and open' }).click()
  first = await opened(console, 'Super Admin Access')
  await enterPanel(first, nation)
  await expect(bar(first, /^Synced/)).toBeVisible()
  await console.choose('New window')
  await expect.poll(async () => (await console.pages()).length).toBe(2)
  second = await opened(console, 'Administration')
  expect(second).not.toBe(first)
  await expect(bar(second, /^Synced/)).toBeVisible()
  await find(second, 'ada_citizen')
})

test('what one window changes the other one shows, and of both only one sends', async () => {
  const sent: string[] = []
  for (const page of [first, second])
    page.on(
      'request',
      (request) => request.url().endsWith('/api/commands/run') && sent.push(page === first ? '1' : '2'),
    )
  await find(first, 'ada_citizen')
  await moderate(second)
  await expect(members(first).getByRole('switch', { name: /^Moderator/ })).toBeChecked()
  await expect.poll(() => sent).toEqual(['1'])
  await moderate(first)
  await expect(members(second).getByRole('switch', { name: /^Moderator/ })).not.toBeChecked()
  await expect.poll(() => sent).toEqual(['1', '1'])
})
