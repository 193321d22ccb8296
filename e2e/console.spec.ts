import fs from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { ConsoleOptions, RunningConsole } from '@nation/dev/console'
import { expect, test } from '@playwright/test'
import { buildConsole, enterPanel, opened, startOn } from './support/console'
import { TUESDAY, useNation } from './support/nation'
import { accessibilityProblems } from './support/page'

const nation = useNation({ clock: TUESDAY })
test.describe.configure({ mode: 'serial' })

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-console-'))
const saved = path.join(folder, 'saved')
let console: RunningConsole
let foreign: Server
let foreignRequests = 0

const start = (more: Partial<ConsoleOptions> = {}): Promise<RunningConsole> =>
  startOn(nation, { userData: path.join(folder, 'user'), saveTo: saved, ...more })

test.beforeAll(async () => {
  await buildConsole()
  foreign = createServer((_request, response) => {
    foreignRequests++
    response.end('<h1>Elsewhere</h1>')
  }).listen(0, '127.0.0.1')
  console = await start({ words: [`--local-nation=${nation.origin}`] })
})

test.afterAll(async () => {
  await console?.quit()
  foreign?.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('at its first start the console asks for a server, and takes none without https', async () => {
  const page = await opened(console, 'Operator console')
  await expect(page.getByText('Version 0.1.0')).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  const address = page.getByLabel('Address')
  await expect(address).toHaveValue(nation.origin)
  await address.fill('http://nation.example')
  await page.getByRole('button', { name: 'Add and open' }).click()
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/Only https is taken/)
  expect(await page.evaluate(() => fetch('/api/elections/current').then(({ status }) => status))).toBe(404)
})

test('the super admin opens the local nation with the panel’s password, and sees its members', async () => {
  const choice = await console.newest()
  await choice.getByLabel('Address').fill(nation.origin)
  await choice.getByLabel('Name').fill('The nation at home')
  await choice.getByRole('button', { name: 'Add and open' }).click()
  const page = await opened(console, 'Super Admin Access')
  await expect.poll(async () => (await console.pages()).length).toBe(1)
  expect(await accessibilityProblems(page)).toEqual([])
  await enterPanel(page, nation)
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
  await expect(members.first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search members' }).fill('ada_citizen')
  await expect(members).toHaveCount(1)
  expect(await page.context().cookies()).toEqual([])
})

test('while the search or a question is open, the keyboard stays in it, and nothing behind it is pressed', async () => {
  const page = await console.newest()
  const dialog = page.getByRole('dialog')
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement))
  const moderator = page
    .getByRole('list', { name: 'Members' })
    .getByRole('switch', { name: /^Moderator/ })
    .first()
  const wasOn = await moderator.isChecked()
  for (const open of [() => page.keyboard.press('Control+k'), () => moderator.click()]) {
    await open()
    await expect(dialog).toBeVisible()
    await expect.poll(isInside).toBe(true)
    for (const key of ['Tab', 'Shift+Tab'])
      for (let presses = 0; presses < 8; presses++) {
        await page.keyboard.press(key)
        expect(await isInside()).toBe(true)
      }
    // What lies behind is covered: a press there reaches no tab of the panel.
    const tab = page.getByRole('link', { name: 'Bank', exact: true, includeHidden: true })
    const hit = await tab.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(hit).toBe(false)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  expect(await moderator.isChecked()).toBe(wasOn)
})

test('events stream through the console, one by one, as they do in a browser', async () => {
  const page = await console.newest()
  const first = await page.evaluate(async () => {
    const leave = new AbortController()
    const response = await fetch('/api/events', { headers: { accept: 'text/event-stream' }, signal: leave.signal })
    const part = await response.body?.getReader().read()
    leave.abort()
    return new TextDecoder().decode(part?.value)
  })
  expect(first).toContain('event: attached')
})

test('a second start hands its link to the first console, and anything in a link is harmless', async () => {
  const page = await console.newest()
  await console.startAgain(['nation://open/audit'])
  await expect(page).toHaveURL(/\/admin\?tab=audit$/)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => fs.existsSync(saved) && fs.readFileSync(saved, 'utf8')).toContain(',')
  expect(await console.pages()).toHaveLength(1)
  await console.startAgain(['nation://open/../../etc/passwd?tab=<script>alert(1)</script>'])
  await expect(page).toHaveURL(/\/admin\?tab=members$/)
  await expect(page.getByRole('list', { name: 'Members' })).toBeVisible()
})

test('an export goes through the system’s dialog: nothing where it is cancelled, and a sentence where it fails', async () => {
  const page = await console.newest()
  const exporting = page.getByRole('button', { name: 'Export CSV' })
  const place = path.join(folder, 'exports')
  fs.mkdirSync(place)
  await console.saveTo(undefined)
  await exporting.click()
  await console.saveTo(path.join(folder, 'gone', 'members.csv'))
  await exporting.click()
  await expect(page.getByText('This folder is there no more. The file was not saved.')).toBeVisible()
  await console.saveTo(path.join(place, 'members.csv'))
  await exporting.click()
  await expect(page.getByText('nation-members.csv is saved.')).toHaveCount(1)
  expect(fs.readdirSync(place)).toEqual(['members.csv'])
  const lines = fs.readFileSync(path.join(place, 'members.csv'), 'utf8').trim().split('\n')
  expect(lines.filter((each) => each.includes('ada_citizen'))).toHaveLength(1)
  expect(lines.length).toBeGreaterThan(20)
  await console.saveTo(saved)
})

test('the console’s window goes nowhere else, opens no window, and runs no foreign script', async () => {
  const page = await console.newest()
  const elsewhere = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`
  const before = page.url()
  await page.evaluate((address) => location.assign(address), elsewhere)
  await page.evaluate((address) => void window.open(address), elsewhere)
  expect(
    await page.evaluate(
      (address) =>
        fetch(address).then(
          () => 'sent',
          () => 'refused',
        ),
      elsewhere,
    ),
  ).toBe('refused')
  await page.evaluate(() => location.assign('/api/elections/current'))
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.intruder = true'
    document.body.append(script)
    return 'intruder' in window || 'require' in window || 'process' in window
  })
  expect(ran).toBe(false)
  expect(page.url()).toBe(before)
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
  await expect
    .poll(
      () =>
        page
          .context()
          .pages()
          .filter((each) => each.url().startsWith(elsewhere)).length,
    )
    .toBe(0)
  expect(foreignRequests).toBe(0)
})

test('what a server sends is no script, whatever it calls it', async () => {
  const page = await console.newest()
  const outcome = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const script = document.createElement('script')
        script.src = '/api/docs/openapi.json'
        script.onload = () => resolve('ran')
        script.onerror = () => resolve('refused')
        document.head.append(script)
      }),
  )
  expect(outcome).toBe('refused')
  const type = await page.evaluate(async () => (await fetch('/api/docs')).headers.get('content-type'))
  expect(type).toBe('application/octet-stream')
})

test('the bridge offers what it names, and parses what it is given', async () => {
  const page = await console.newest()
  const said = await page.evaluate(async () => {
    const { nation: bridge } = window as unknown as { nation: Bridge }
    const profile = await bridge.profiles.current()
    const first = await bridge.vault.key(profile.id)
    const refused = (work: Promise<unknown>) =>
      work.then(
        () => '',
        (error: Error) => error.message,
      )
    await bridge.showWaiting({ failedJobs: 2, conflicts: 0, mentions: 1, unsent: null })
    return {
      offered: Object.keys(bridge),
      same: (await bridge.vault.key(profile.id)).key === first.key,
      kept: first.kept,
      foreignKey: await refused(bridge.vault.key('01900000-0000-7000-8000-000000000000')),
      others: await refused(bridge.profiles.list()),
      wrongFile: await refused(bridge.exports.begin('../../x.sh')),
      foreignFile: await refused(bridge.exports.write('01900000-0000-7000-8000-000000000000', '')),
      saved: await bridge.exports.begin('members.csv').then(async ({ file }) => {
        await bridge.exports.write(file, 'one,two')
        return bridge.exports.end(file, true)
      }),
    }
  })
  expect(said).toMatchObject({ same: true, kept: 'system', saved: { problem: null } })
  expect(said.offered.sort()).toEqual(
    ['exports', 'newWindow', 'onLink', 'onUpdateProblem', 'profiles', 'showWaiting', 'vault', 'version'].sort(),
  )
  expect(said.foreignKey).toContain('its own profile only')
  expect(said.others).toContain('managed where one is chosen')
  expect(said.wrongFile).not.toBe('')
  expect(said.foreignFile).toContain('There is no such file')
  expect(fs.readFileSync(saved, 'utf8')).toBe('one,two')
  expect(await console.shown()).toMatchObject({
    notices: [{ title: 'A job failed' }, { title: 'You were mentioned' }],
    badge: 3,
    tray: 'The nation at home: 2 failed jobs, 1 mention',
  })
})

interface Bridge {
  profiles: { current(): Promise<{ id: string }>; list(): Promise<unknown> }
  vault: { key(profile: string): Promise<{ key: string; kept: string }> }
  showWaiting(waiting: object): Promise<null>
  exports: {
    begin(name: string): Promise<{ file: string }>
    write(file: string, piece: string): Promise<unknown>
    end(file: string, whole: boolean): Promise<unknown>
  }
}

test('started again, the console opens the same server with its copy, and asks for the password before the rest', async () => {
  await console.quit()
  console = await start()
  const page = await opened(console, 'Administration')
  await expect(page.getByRole('banner')).toContainText('The nation at home')
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem').first()).toBeVisible()
  await page.getByRole('link', { name: 'Bank', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in to the panel' }).click()
  await enterPanel(page, nation)
  await page.getByRole('button', { name: 'Servers' }).click()
  const choice = await opened(console, 'Operator console')
  await expect(choice.getByRole('list', { name: 'Servers' })).toContainText('on this machine')
})

test('where the system would store the key as plain text, it and the copy stay in memory alone, which is said', async () => {
  const plain = await start({ userData: path.join(folder, 'plain'), keyBackend: 'basic_text' })
  const choice = await plain.newest()
  await choice.getByLabel('Address').fill(nation.origin)
  await choice.getByRole('button', { name: 'Add and open' }).click()
  await expect
    .poll(async () => (await plain.newest()).getByRole('heading', { name: 'Super Admin Access' }).count())
    .toBe(1)
  const page = await plain.newest()
  const { kept } = await page.evaluate(async () => {
    const { nation: bridge } = window as unknown as { nation: Bridge }
    return bridge.vault.key((await bridge.profiles.current()).id)
  })
  expect(kept).toBe('memory')
  await enterPanel(page, nation)
  await expect(
    page.getByText(
      /^This computer would store the key as plain text\. The copy and the unsent changes are only in memory/,
    ),
  ).toBeVisible()
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem').first()).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  const stored = await page.evaluate(async () => [(await indexedDB.databases()).length, localStorage.length])
  expect(stored).toEqual([0, 0])
  expect(fs.readdirSync(path.join(folder, 'plain')).filter((name) => name.startsWith('key-'))).toEqual([])
  await plain.quit()
})
