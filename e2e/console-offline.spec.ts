import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { RunningConsole } from '@nation/dev/console'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { Line } from './support/line'
import { buildConsole, enterPanel, opened, startOn } from './support/console'
import { TUESDAY, useNation } from './support/nation'
import { tabTo } from './support/keyboard'
import { accessibilityProblems, isOpenToAll } from './support/page'
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
  // Here, so that each of the tests can be run by itself.
  await (await console.newest()).getByRole('button', { name: 'Add and open' }).click()
  const page = await opened(console, 'Super Admin Access')
  await enterPanel(page, nation)
  await expect(bar(page, /^Synced/)).toBeVisible({ timeout: 60_000 })
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
const sure = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name }).click()

/** Completes a task, or opens it again. */
async function finish(page: Page, title: string, isDone = true): Promise<void> {
  await find(page, title, 'Task')
  await page.getByRole('button', { name: isDone ? 'Mark as completed' : 'Reopen' }).click()
  await expect(page.getByRole('button', { name: isDone ? 'Reopen' : 'Mark as completed' })).toBeVisible()
}

const lamps = 'Count the lamps on the harbour steps'
const stamps = 'Choose the drawings for the summer stamps'
const interview = 'Answer the harbour interview'

test('five changes are queued without a network, last through a restart, and are sent in their order, once', async () => {
  let page = await console.newest()
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

  await test.step('five changes are queued', async () => {
    await finish(page, lamps)
    await find(page, active, 'Broadcast')
    await page.getByRole('button', { name: 'Delete broadcast' }).click()
    await sure(page, 'Delete')
    await find(page, interview, 'Task')
    await page.getByRole('button', { name: 'Delete task' }).click()
    await sure(page, 'Delete')
    await expect(page.getByRole('heading', { name: 'Not in the copy' })).toBeVisible()
    await find(page, 'active', 'Candidacy')
    await page.getByRole('button', { name: 'Delete candidacy' }).click()
    await sure(page, 'Delete')
    await page.getByRole('link', { name: 'Broadcast', exact: true }).click()
    await page.getByRole('textbox', { name: 'Message' }).fill('The bridge opens at noon.')
    await page.getByRole('button', { name: 'Send broadcast' }).click()
    const sent = page.getByRole('list', { name: 'Broadcasts' }).getByRole('listitem')
    await expect(sent.first()).toContainText('Waits to be sent')
    await expect(sent.filter({ hasText: active }).first()).toContainText('Deleted')
    await page.getByRole('link', { name: '5 changes waiting' }).click()
    await expect(changes(page)).toHaveCount(5)
    expect(await accessibilityProblems(page)).toEqual([])
  })
  const queued = await changes(page).getByRole('heading').allTextContents()

  await test.step('they are there after a restart without a network, and no password is asked for', async () => {
    await console.quit()
    console = await start()
    page = await opened(console, 'Administration')
    await page.getByRole('link', { name: '5 changes waiting' }).click()
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
    await expect(page.getByRole('heading', { name: 'No changes waiting' })).toBeVisible({ timeout: 60_000 })
    const server = await PanelServer.enter(nation)
    expect(await server.task(lamps)).toMatchObject({ status: 'completed' })
    await expect(server.task(interview)).rejects.toThrow('No task')
    expect(await activeBroadcasts(nation)).toEqual(['The bridge opens at noon.'])
    const done = (await server.audit()).filter((entry) => /deleted a (broadcast|candidacy)/.test(entry)).slice(0, 2)
    expect(done).toEqual([expect.stringMatching(/deleted a candidacy/), expect.stringMatching(/deleted a broadcast/)])
  })

  await test.step('powers need a connection, and say so before any question', async () => {
    line.cut()
    await expect(bar(page, 'Offline')).toBeVisible({ timeout: 60_000 })
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
    await members
      .first()
      .getByRole('switch', { name: /^Moderator/ })
      .click()
    await expect(page.getByText(/^Appointments and powers need a connection\./)).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    line.mend()
    await expect(bar(page, /^Synced/)).toBeVisible({ timeout: 60_000 })
  })
})

const gate = 'Mend the harbour gate'
const gates = 'Mend both harbour gates'

test('a task is written and changed without a network, waits in sight, and is made once', async () => {
  const page = await console.newest()
  line.cut()
  await expect(bar(page, 'Offline')).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everything' }).fill('write a task')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Create Task' })
  await expect(form.getByLabel('Title')).toBeFocused()
  await form.getByLabel('Title').fill(gate)
  await form.getByLabel('Description').fill('Oil the hinges.')
  expect(await accessibilityProblems(page)).toEqual([])
  await form.getByRole('button', { name: 'Create Task' }).click()
  const newest = page.getByRole('list', { name: 'Tasks' }).getByRole('link').first()
  await expect(newest).toContainText(gate)
  await expect(newest).toContainText('Waits to be sent')
  expect(await accessibilityProblems(page)).toEqual([])
  await newest.click()
  await page.getByRole('button', { name: 'Edit task' }).click()
  const again = page.getByRole('dialog', { name: 'Edit Task' })
  await again.getByLabel('Title').fill(gates)
  await again.getByRole('button', { name: 'Save Task' }).click()
  await expect(page.getByRole('heading', { name: gates })).toBeVisible()
  await page.getByRole('link', { name: '2 changes waiting' }).click()
  await expect(changes(page).first()).toContainText('Oil the hinges.')
  await page.goBack()
  line.mend()
  await expect(page.getByRole('link', { name: /waiting$/ })).toBeHidden({ timeout: 60_000 })
  const server = await PanelServer.enter(nation)
  expect(await server.task(gates)).toMatchObject({ description: 'Oil the hinges.', assignedTo: 'all', status: 'open' })
  await expect(server.task(gate)).rejects.toThrow('No task')
  // The record that was open is the task's, which has its number now.
  await expect(page.getByRole('heading', { name: gates })).toBeVisible()
  await expect(page.getByRole('link', { name: 'It waits to be sent' })).toBeHidden()
})

test('a change of a task that is gone by then is said, and can only be let go', async () => {
  const page = await console.newest()
  line.cut()
  await expect(bar(page, 'Offline')).toBeVisible({ timeout: 60_000 })
  await finish(page, gates)
  const server = await PanelServer.enter(nation)
  await server.deleteTask((await server.task(gates)).id)
  line.mend()
  await page.getByRole('link', { name: '1 change to decide' }).click({ timeout: 60_000 })
  await expect(changes(page)).toContainText('This task is gone. There is nothing left to change.')
  await expect(changes(page).getByRole('button', { name: /again/ })).toHaveCount(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await changes(page).getByRole('button', { name: 'Let it go' }).click()
  await expect(page.getByRole('heading', { name: 'No changes waiting' })).toBeVisible()
})

test('by the keyboard alone a member is found, a change that lost a race is resolved both ways, and a job is paused', async () => {
  let page = await console.newest()
  const server = await PanelServer.enter(nation)
  await page.getByRole('button', { name: 'Leave the panel' }).focus()
  await page.keyboard.press('Enter')
  page = await opened(console, 'Super Admin Access')
  await tabTo(page, page.getByLabel('Username'))
  await page.keyboard.type(nation.admin?.username ?? '')
  await page.keyboard.press('Tab')
  await page.keyboard.type(nation.admin?.password ?? '')
  await page.keyboard.press('Enter')
  await expect(bar(page, /^Synced/)).toBeVisible({ timeout: 60_000 })

  /** Opens what the search over everything finds first. */
  const go = async (query: string, found: RegExp) => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused()
    await page.keyboard.type(query)
    // The page behind the dialog may be the members, with a list of offices in each row.
    const first = page.getByRole('listbox', { name: 'Found' }).getByRole('option', { selected: true })
    await expect(first).toContainText(found)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  const press = async (target: Locator) => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }
  const inDialog = (name: RegExp) => press(page.getByRole('dialog').getByRole('button', { name }))
  const lose = async () => {
    line.cut()
    await expect(bar(page, 'Offline')).toBeVisible({ timeout: 60_000 })
    await go(stamps, /Choose the drawings/)
    await press(page.getByRole('button', { name: 'Mark as completed' }))
    await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
    const { id, priority } = await server.task(stamps)
    await server.changeTask(id, { priority: priority === 'high' ? 'normal' : 'high' })
    line.mend()
    const toDecide = page.getByRole('link', { name: '1 change to decide' })
    await expect(toDecide).toBeVisible({ timeout: 60_000 })
    await press(toDecide)
    const table = changes(page).getByRole('table', { name: 'Mine and theirs' })
    await expect(table.getByRole('rowheader')).toContainText(['Priority', 'Status'])
    expect(await accessibilityProblems(page)).toEqual([])
  }
  await lose()
  await press(page.getByRole('button', { name: 'Take theirs' }))
  await expect(page.getByRole('heading', { name: 'No changes waiting' })).toBeVisible()
  const theirs = await server.task(stamps)
  expect(theirs.status).toBe('open')
  await lose()
  await press(page.getByRole('button', { name: 'Send mine again' }))
  await expect(page.getByRole('heading', { name: 'No changes waiting' })).toBeVisible()
  expect(await server.task(stamps)).toMatchObject({ status: 'completed' })
  expect((await server.task(stamps)).priority).not.toBe(theirs.priority)

  // An action, too: the field of a new broadcast has the keyboard at once.
  await go('write a broadcast', /^Write a broadcast/)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()

  await go('jobs', /^Jobs/)
  await press(page.getByRole('button', { name: 'Pause: Refreshes from X' }))
  await inDialog(/^Pause$/)
  await press(page.getByRole('button', { name: 'Resume: Refreshes from X' }))
  await expect(page.getByRole('button', { name: 'Pause: Refreshes from X' })).toBeVisible()
})

test('no tab of the console has an accessibility problem, in light and in dark', async () => {
  const page = await console.newest()
  const tabs = page.getByRole('navigation', { name: 'Administration' }).getByRole('link')
  for (const name of await tabs.allTextContents()) {
    await tabs.getByText(name, { exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeAttached()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await isOpenToAll(page)
  }
})

/** Changes one byte of what is stored of the rows, as a disk that wears out does. */
const damageRows = (page: Page) =>
  page.evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases()
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('It failed.'))
      })
    const database = await asked(indexedDB.open(name))
    const writing = database.transaction('batches', 'readwrite', { durability: 'strict' })
    // The console is ended at once: what was not committed by then is as it was.
    const written = new Promise<void>((resolve, reject) => {
      writing.oncomplete = () => resolve()
      writing.onabort = () => reject(writing.error ?? new Error('It failed.'))
    })
    const batches = writing.objectStore('batches')
    const [first] = await asked(batches.getAll() as IDBRequest<{ n: number; sealed: Uint8Array }[]>)
    if (!first) throw new Error('There are no rows.')
    first.sealed[40]! ^= 1
    batches.put(first)
    await written
    database.close()
  })

/** Leaves no room on the disk for what the console stores, or gives it back. */
async function fillDisk(page: Page, isFull: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.overrideQuotaForOrigin', { origin, ...(isFull && { quotaSize: 1 }) })
}

test('rows that are damaged on the disk are read anew, which is said; what waits is retained and sent once', async () => {
  let page = await console.newest()
  line.cut()
  await expect(bar(page, 'Offline')).toBeVisible({ timeout: 60_000 })
  await finish(page, lamps, false)
  await expect(page.getByRole('link', { name: '1 change waiting' })).toBeVisible()
  await damageRows(page)
  await console.quit()
  console = await start()
  page = await opened(console, 'Administration')
  await expect(page.getByText(/^The stored copy could not be read and is filled again/)).toBeVisible()
  await expect(page.getByRole('link', { name: '1 change waiting' })).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/commands/run') && sent.push(request.url()))
  line.mend()
  await expect(bar(page, /^Synced/)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('link', { name: /waiting$/ })).toBeHidden()
  expect(sent).toHaveLength(1)
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem').nth(5)).toBeVisible()
  expect(await (await PanelServer.enter(nation)).task(lamps)).toMatchObject({ status: 'open' })
})

test('a full disk is said; rows are there from memory, and what is decided is done or refused with a word', async () => {
  let page = await console.newest()
  await fillDisk(page, true)
  await page.getByRole('link', { name: 'Broadcast', exact: true }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('The disk is short of room.')
  await page.getByRole('button', { name: 'Send broadcast' }).click()
  await expect(page.getByText(/^The disk is full\. The copy is in memory/)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('link', { name: /waiting$/ })).toBeHidden()
  const refused = page.getByText('This could not be stored. Is the disk full?')
  await expect
    .poll(
      async () =>
        (await refused.count()) > 0 || (await activeBroadcasts(nation)).includes('The disk is short of room.'),
    )
    .toBe(true)
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem').first()).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  await fillDisk(page, false)
  await console.quit()
  console = await start()
  page = await opened(console, 'Administration')
  await expect(bar(page, /^Synced/)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/^The disk is full/)).toHaveCount(0)
})

test('a newer server, an older one, and one that is not the nation, are named, and get nothing of what waits', async () => {
  const page = await console.newest()
  await expect(bar(page, /^Synced/)).toBeVisible({ timeout: 60_000 })
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/commands/run') && sent.push(request.url()))
  const newer = { success: true, nation: 'anybody', format: 9_999, position: '0', tables: [], now: 0 }
  let offered = newer
  await page.route('**/api/replica/open', (route) => route.fulfill({ json: offered }))
  line.cut()
  await expect(bar(page, 'Offline')).toBeVisible({ timeout: 60_000 })
  await finish(page, lamps)
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  line.mend()
  await expect(bar(page, 'The server is newer than this console')).toBeVisible({ timeout: 60_000 })
  await expect(
    page.getByText(/^Update this console\. The copy stays as it is, and unsent changes are sent/),
  ).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  offered = { ...newer, format: 0 }
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(bar(page, 'The server is older than this console')).toBeVisible({ timeout: 60_000 })
  await expect(
    page.getByText(/^The copy stays as it is, and unsent changes are stored until the server is updated/),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: '1 change waiting' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem').first()).toBeVisible()
  const untrusted = 'This computer does not trust the server’s certificate.'
  // One route whose answer changes: the console, which tries again by itself, meets the nation in between at no moment.
  let answer: { status: number; json: object } = {
    status: 502,
    json: { success: false, code: 'internal', error: untrusted, requestId: 'console' },
  }
  await page.route('**/api/**', (route) => route.fulfill(answer))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(bar(page, 'The server cannot be used now')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(`${untrusted} Unsent changes are stored and sent later.`)).toBeVisible()
  await expect(page.getByRole('link', { name: '1 change waiting' })).toBeVisible()
  // A proxy that forbids in words like the nation's, and a server that says without a proof that the session has ended.
  for (const [status, code, words, requestId] of [
    [403, 'forbidden', 'What answers at this address is not the nation: HTTP 403.', undefined],
    [
      401,
      'session_ended',
      'A server says that your session has ended, and does not prove to be the nation.',
      'request',
    ],
  ] as const) {
    answer = { status, json: { success: false, code, error: 'Forbidden', ...(requestId && { requestId }) } }
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText(`${words} Unsent changes are stored and sent later.`)).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('link', { name: '1 change waiting' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem').first()).toBeVisible()
  }
  expect(sent).toEqual([])
  await page.unrouteAll()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(bar(page, /^Synced/)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('link', { name: /waiting$/ })).toBeHidden()
  expect(sent).toHaveLength(1)
})

test('another nation behind the same address is said, and gets nothing of what waits for the first one', async () => {
  const page = await console.newest()
  await expect(bar(page, /^Synced/)).toBeVisible({ timeout: 60_000 })
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/commands/run') && sent.push(request.url()))
  line.cut()
  await expect(bar(page, 'Offline')).toBeVisible({ timeout: 60_000 })
  await finish(page, lamps, false)
  await page.route('**/api/replica/open', async (route) => {
    const { authorization = '' } = route.request().headers()
    const method = route.request().method()
    const answer = await fetch(`${nation.origin}/api/replica/open`, { method, headers: { authorization } })
    await route.fulfill({ json: { ...((await answer.json()) as object), nation: 'another-nation' } })
  })
  line.mend()
  await expect(
    page.getByText(/^Another nation answers at this address now\. The copy is filled with its rows/),
  ).toBeVisible({
    timeout: 60_000,
  })
  await expect(
    page.getByText(/^1 change for the nation that was at this address before: stored, and not sent/),
  ).toBeVisible()
  await expect(bar(page, /^Synced/)).toBeVisible({ timeout: 60_000 })
  expect(await accessibilityProblems(page)).toEqual([])
  expect(sent).toEqual([])
  await page.unrouteAll()
  // The first one is back at its address once the console asks who is there: after an outage.
  line.cut()
  await expect(bar(page, 'Offline')).toBeVisible({ timeout: 60_000 })
  line.mend()
  await expect(page.getByText(/^1 change for the nation that was at this address before/)).toBeHidden({
    timeout: 60_000,
  })
  await expect(page.getByRole('link', { name: /waiting$/ })).toBeHidden({ timeout: 60_000 })
  expect(sent).toHaveLength(1)
  expect(await (await PanelServer.enter(nation)).task(lamps)).toMatchObject({ status: 'open' })
})

test('a computer whose clock is a day ahead is told so, and its times are the nation’s', async () => {
  const page = await console.newest()
  const nationsTime = Number((await fetch(`${nation.origin}/api/health`)).headers.get('x-nation-time'))
  await page.clock.setFixedTime(nationsTime + 26 * 3_600_000)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('link', { name: 'Broadcast', exact: true }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Noon is noon.')
  await page.getByRole('button', { name: 'Send broadcast' }).click()
  await expect(
    page.getByText(/^This computer’s clock is 1 day.* ahead of the nation’s\. Times here are the nation’s\.$/),
  ).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('link', { name: /waiting$/ })).toBeHidden({ timeout: 60_000 })
  await expect.poll(() => activeBroadcasts(nation), { timeout: 60_000 }).toContain('Noon is noon.')
  expect(await accessibilityProblems(page)).toEqual([])
})

test('whose session was revoked while the console was offline finds nothing stored at the next contact', async () => {
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
