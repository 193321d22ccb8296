import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { RunningConsole } from '@nation/dev/console'
import { expect, test, type Page } from '@playwright/test'
import { Line } from './support/line'
import { buildConsole, enterPanel, opened, startOn } from './support/console'
import { TUESDAY, useNation } from './support/nation'
import { accessibilityProblems } from './support/page'
import { activeBroadcasts, PanelServer } from './support/panel-server'

const nation = useNation({ clock: TUESDAY })
test.describe.configure({ mode: 'serial' })

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-offline-'))
let console: RunningConsole
let line: Line

const start = (words: readonly string[] = []): Promise<RunningConsole> =>
  startOn(nation, { userData: path.join(folder, 'user'), words })

test.beforeAll(async () => {
  await buildConsole()
  line = await Line.to(nation.origin)
  console = await start([`--local-nation=${line.origin}`])
})

test.afterAll(async () => {
  await console?.quit()
  line?.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const bar = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })
const changes = (page: Page) => page.getByRole('list', { name: 'Changes' }).getByRole('article')

/** Goes to what the search over everything finds first. */
async function find(page: Page, query: string, kind: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search everything' })
  await expect(field).toBeFocused()
  await field.fill(query)
  await page
    .getByRole('option')
    .filter({ hasText: `${kind} · `, hasNotText: /, deleted$/ })
    .first()
    .click()
  await expect(page.getByRole('article').getByText(kind, { exact: true })).toBeVisible()
}

/** Confirms what a dialog asks. */
const sure = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

async function moderate(page: Page, handle: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search members' }).fill(handle)
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
  await expect(members).toHaveCount(1)
  await members.getByRole('switch', { name: /^Moderator/ }).click()
  await sure(page, 'Yes, do it')
}

test('six changes are queued without a network, last through a restart, and are sent in their order, once', async () => {
  test.setTimeout(240_000)
  await (await console.newest()).getByRole('button', { name: 'Add and open' }).click()
  let page = await opened(console, 'Super Admin Access')
  await enterPanel(page, nation)
  await expect(bar(page, /^Synced/)).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])

  const [active = ''] = (await activeBroadcasts(nation)).map((message) => message.split(' ').slice(0, 5).join(' '))

  await test.step('without a network everything is searched and read', async () => {
    line.cut()
    await expect(bar(page, 'Offline')).toBeVisible({ timeout: 60_000 })
    await find(page, 'ada_citizen', 'Member')
    await expect(page.getByRole('article')).toContainText('@ada_citizen')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everything' }).fill('min')
    await expect(page.getByRole('option').nth(5)).toBeVisible()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('six changes are queued', async () => {
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    await moderate(page, 'ada_citizen')
    await find(page, active, 'Broadcast')
    await page.getByRole('button', { name: 'Delete broadcast' }).click()
    await sure(page, 'Delete')
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    await moderate(page, 'mina_minister')
    await find(page, 'open', 'Task')
    await page.getByRole('button', { name: 'Mark as completed' }).click()
    await find(page, 'active', 'Candidacy')
    await page.getByRole('button', { name: 'Delete candidacy' }).click()
    await sure(page, 'Delete')
    await page.getByRole('link', { name: 'Broadcast', exact: true }).click()
    await page.getByRole('textbox', { name: 'Message' }).fill('The bridge opens at noon.')
    await page.getByRole('button', { name: 'Send broadcast' }).click()
    const sent = page.getByRole('list', { name: 'Broadcasts' }).getByRole('listitem')
    await expect(sent.first()).toContainText('Waits to be sent')
    await expect(sent.filter({ hasText: active }).first()).toContainText('Deleted')
    await page.getByRole('link', { name: '6 changes waiting' }).click()
    await expect(changes(page)).toHaveCount(6)
    expect(await accessibilityProblems(page)).toEqual([])
  })
  const queued = await changes(page).getByRole('heading').allTextContents()

  await test.step('they are there after a restart without a network, and no password is asked for', async () => {
    await console.quit()
    console = await start()
    page = await opened(console, 'Administration')
    await page.getByRole('link', { name: '6 changes waiting' }).click()
    await expect(changes(page).getByRole('heading')).toHaveText(queued)
    await page.getByRole('link', { name: 'Bank', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Salary payments' }).getByRole('listitem').first()).toBeVisible()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Audit', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search audit' }).fill('opened the panel')
    const entries = page.getByRole('list', { name: 'Audit' }).getByRole('link')
    await expect(entries.first()).toContainText('opened the panel')
    await page.getByRole('button', { name: 'Sign in to the panel' }).click()
    await expect(page.getByRole('heading', { name: 'Super Admin Access' })).toBeVisible()
  })

  await test.step('with the network they are sent, each once, in their order', async () => {
    line.mend()
    await page.getByRole('link', { name: 'Changes', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible({ timeout: 60_000 })
    const server = await PanelServer.enter(nation)
    const [ada, mina] = [await server.member('ada_citizen'), await server.member('mina_minister')]
    expect([ada.isModerator, mina.isModerator]).toEqual([true, true])
    expect(await activeBroadcasts(nation)).toEqual(['The bridge opens at noon.'])
    const done = (await server.audit()).filter((entry) => !entry.includes('opened the panel')).slice(0, 4)
    expect(done).toEqual([
      expect.stringMatching(/deleted a candidacy/),
      expect.stringMatching(new RegExp(`^${mina.username} .* is a moderator now`)),
      expect.stringMatching(/deleted a broadcast/),
      expect.stringMatching(/is a moderator now/),
    ])
  })
})

test('a change that lost a race is shown side by side, and resolved both ways', async () => {
  test.setTimeout(240_000)
  const page = await console.newest()
  const server = await PanelServer.enter(nation)
  const lose = async () => {
    line.cut()
    await expect(bar(page, 'Offline')).toBeVisible({ timeout: 60_000 })
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    await moderate(page, 'lars_d')
    await server.change('lars_d', { isAdmin: !(await server.member('lars_d')).isAdmin })
    line.mend()
    await page.getByRole('link', { name: '1 change to decide' }).click({ timeout: 60_000 })
    const table = changes(page).getByRole('table', { name: 'Mine and theirs' })
    await expect(table.getByRole('row')).toHaveCount(3)
    await expect(table).toContainText('Moderator')
    expect(await accessibilityProblems(page)).toEqual([])
  }
  await lose()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  expect(await server.member('lars_d')).toMatchObject({ isAdmin: true, isModerator: false })
  await lose()
  await page.getByRole('button', { name: 'Send mine again' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  expect(await server.member('lars_d')).toMatchObject({ isAdmin: false, isModerator: true })
})

test('whose session was revoked while the console was offline finds nothing kept at the next contact', async () => {
  test.setTimeout(120_000)
  let page = await console.newest()
  line.cut()
  await expect(bar(page, 'Offline')).toBeVisible({ timeout: 60_000 })
  await console.quit()
  const server = await PanelServer.enter(nation)
  await server.revokeOthers()
  console = await start()
  page = await opened(console, 'Administration')
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem').first()).toBeVisible()
  line.mend()
  page = await opened(console, 'Super Admin Access')
  await expect(page.getByText('Your panel session has ended. Please sign in again.')).toBeVisible()
  const left = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).length,
    account: localStorage.length,
  }))
  expect(left).toEqual({ databases: 0, account: 0 })
})
