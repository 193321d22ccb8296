import type { RunningNation } from '@nation/dev/nation'
import { signedInAt } from './support/citizen'
import { announcements } from './support/election'
import { TUESDAY, useNation } from './support/nation'
import { accessibilityProblems, DESK, isOpenToAll, PHONE, settled } from './support/page'
import { expect, test, type Page } from './support/test'

const nation = useNation({ clock: TUESDAY })
test.describe.configure({ mode: 'serial' })

/** Enters through the panel's own gate. */
async function enterPanel(page: Page, password = nation.admin?.password ?? ''): Promise<void> {
  await page.getByLabel('Username').fill(nation.admin?.username ?? '')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Enter' }).click()
}

const memberOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: name })

async function find(page: Page, handle: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search members' }).fill(handle)
}

test('visitors meet the auth wall, and administrators without a panel session the gate', async ({
  visit,
  complaints,
  expectAlarm,
}) => {
  const page = await visit(nation, '/admin')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  const citizen = await signedInAt(visit, nation, 'ada_citizen', '/admin')
  await expect(citizen.getByRole('heading', { name: 'Super Admin Access' })).toBeVisible()
  expect(await accessibilityProblems(citizen)).toEqual([])
  await enterPanel(citizen, 'not the password')
  expectAlarm('Invalid credentials')
  await expect(citizen.getByRole('alert').filter({ hasText: 'Invalid credentials' })).toBeVisible()
  await expect(citizen.getByRole('heading', { name: 'Super Admin Access' })).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/401 .*admin\/authenticate/)])
})

for (const [size, viewport] of [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const) {
  test(`on ${size}, the panel opens by its password, and a reload closes it`, async ({ visit }) => {
    const page = await signedInAt((at, path) => visit(at, path, { viewport }), nation, 'alma_admin', '/admin')
    await enterPanel(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
    await settled(page)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('eyJ')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Super Admin Access' })).toBeVisible()
  })
}

test('an administrator finds a member, names them moderator and justice minister, and takes both away', async ({
  visit,
}) => {
  const page = await signedInAt(visit, nation, 'alma_admin', '/admin')
  await enterPanel(page)
  const adasBrowser = await signedInAt(visit, nation, 'ada_citizen', '/profile')
  const adasCard = adasBrowser.getByRole('article', { name: /^ID card/ })
  await find(page, 'ada_citizen')
  const ada = memberOf(page, '@ada_citizen')
  await expect(memberOf(page, '@')).toHaveCount(1)

  await ada.getByRole('switch', { name: /^Moderator/ }).press('Space')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, do it' }).press('Enter')
  await expect(announcements(page)).toContainText('is a moderator now.')
  await expect(ada.getByRole('switch', { name: /^Moderator/ })).toBeChecked()
  await expect(ada.getByRole('switch', { name: /^Moderator/ })).toBeFocused()

  await ada.getByRole('combobox').selectOption('justiceMinister')
  await page.getByRole('dialog', { name: 'Appoint to office?' }).getByRole('button', { name: 'Appoint' }).click()
  await expect(announcements(page)).toContainText('is Minister of Justice now.')
  await expect(ada.getByRole('combobox')).toHaveValue('justiceMinister')
  // Her card says so at once, without a reload.
  await expect(adasCard).toContainText('Minister of Justice')

  await ada.getByRole('combobox').selectOption('citizen')
  const question = page.getByRole('dialog', { name: 'Remove from office?' })
  await expect(question).toContainText('from Minister of Justice?')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(announcements(page)).toContainText('holds no office any more.')
  await expect(adasCard).not.toContainText('Minister of Justice')
  await ada.getByRole('switch', { name: /^Moderator/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take it away' }).click()
  await expect(ada.getByRole('switch', { name: /^Moderator/ })).not.toBeChecked()
})

test('all members are read as one scrolls, few are drawn, and the focus stays on its row', async ({ visit }) => {
  const page = await signedInAt(visit, nation, 'alma_admin', '/admin')
  await enterPanel(page)
  const total = Number((await page.getByText(/^\d+ members$/).textContent())?.split(' ')[0])
  expect(total).toBeGreaterThan(200)
  const first = page.getByRole('list', { name: 'Members' }).getByRole('listitem').first()
  await first.getByRole('combobox').focus()
  const box = page.getByRole('region', { name: 'Members, scrolling' })
  const last = box.locator(`[aria-posinset="${total}"]`)
  await expect(async () => {
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(last).toBeVisible({ timeout: 200 })
  }).toPass()
  await expect(last).toHaveAttribute('aria-setsize', String(total))
  expect(await box.getByRole('listitem').count()).toBeLessThan(60)
  await expect(first.getByRole('combobox')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('an administrator who cancels the question changes nothing', async ({ visit }) => {
  const page = await signedInAt(visit, nation, 'alma_admin', '/admin')
  await enterPanel(page)
  await find(page, 'milo_moderator')
  const milo = memberOf(page, '@milo_moderator')
  await milo.getByRole('switch', { name: /^Administrator/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(milo.getByRole('switch', { name: /^Administrator/ })).not.toBeChecked()
  await page.getByLabel('Moderators').check()
  await expect(milo).toBeVisible()
  await page.getByLabel('Administrators').check()
  await expect(page.getByText('No members found')).toBeVisible()
})

test('a broadcast reaches everybody, until it is deleted', async ({ visit }) => {
  const reader = await visit(nation, '/')
  const page = await signedInAt(visit, nation, 'alma_admin', '/admin?tab=broadcast')
  await enterPanel(page)
  const form = page.getByRole('form', { name: 'New broadcast' })
  await form.getByRole('button', { name: 'Send broadcast' }).click()
  await expect(form).toContainText('Please enter a message')
  await form.getByRole('textbox', { name: 'Message' }).fill('The harbour is open again.')
  await form.getByRole('radio', { name: 'Success' }).check()
  await form.getByRole('button', { name: 'Send broadcast' }).click()
  const sent = page.getByRole('list', { name: 'Broadcasts' }).getByRole('listitem').first()
  await expect(sent).toContainText('The harbour is open again.')
  await expect(sent).toContainText('Active')
  await expect(reader.getByText('The harbour is open again.').first()).toBeVisible({ timeout: 20_000 })
  await sent.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(sent).toContainText('Deleted')
  await expect(reader.getByText('The harbour is open again.')).toHaveCount(0, { timeout: 20_000 })
})

test('the dashboard tells how the nation is, and the figures behind each chart', async ({ visit }) => {
  const page = await signedInAt((at, path) => visit(at, path, { viewport: PHONE }), nation, 'alma_admin', '/admin')
  await enterPanel(page)
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Dashboard' }).click()
  const glance = page.getByRole('region', { name: 'At a glance' })
  await expect(glance).toContainText(/Citizens\s*\d+/)
  await expect(glance).toContainText(/System health\s*\d+\.\d%\s*(OK|Degraded)/)
  const chart = page.getByRole('region', { name: 'Turnout', exact: true })
  await chart.getByText('Figures', { exact: true }).focus()
  await page.keyboard.press('Enter')
  const figures = chart.getByRole('table', { name: 'Turnout, in figures' })
  await expect(figures.getByRole('row', { name: /^Week \d+, \d{4} [\d.]+%$/ }).first()).toBeVisible()
  // A chart of noughts says that in words.
  await expect(page.getByRole('region', { name: 'Failed tries' })).toContainText('Nothing failed.')
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await test.step('and a page of members is short on a phone: a line for each', async () => {
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Members' }).click()
    await expect(page.getByRole('heading', { name: 'Members' }).first()).toBeVisible()
    await settled(page)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    process.stdout.write(`${PHONE.width} px wide: a page of members is ${height} px high\n`)
    expect(height).toBeLessThan(7_000)
  })
})

test('an administrator plans an election, cancels it, and deletes a candidate with a reason', async ({ visit }) => {
  const page = await signedInAt(visit, nation, 'alma_admin', '/admin?tab=elections')
  await enterPanel(page)
  await page.getByRole('button', { name: 'Plan an election' }).click()
  await page.getByRole('button', { name: 'Plan Election' }).click()
  await expect(announcements(page)).toContainText('The election is planned.')
  await page.getByRole('button', { name: /^Cancel the election of/ }).click()
  const why = page.getByRole('form', { name: /^Cancel the election of/ })
  await why.getByLabel('Why is it cancelled?').fill('The dates were mistaken.')
  await why.getByRole('button', { name: 'Cancel Election' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Election' }).click()
  await expect(announcements(page)).toContainText('The election is cancelled.')

  await expect(page.getByRole('table', { name: /^Who holds each office/ }).getByRole('row')).toHaveCount(11)
  const list = page.getByRole('list', { name: 'Candidates' })
  const button = list.getByRole('button', { name: /^More for / }).first()
  const name = ((await button.getAttribute('aria-label')) ?? '').replace('More for ', '')
  await button.click()
  await page.getByRole('menuitem', { name: 'Delete candidate' }).click()
  const question = page.getByRole('dialog', { name: 'Delete candidate' })
  await question.getByRole('textbox').fill('Stood under another’s name')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(announcements(page)).toContainText(`${name} no longer stands.`)
  await expect(list.getByRole('button', { name: `More for ${name}`, exact: true })).toHaveCount(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByText(/Stood under another’s name/)).toBeVisible()
})

test('an administrator switches elections off for everybody, and on again; the jobs are listed', async ({
  visit,
  complaints,
}) => {
  const onPhone = (at: RunningNation, path?: string) => visit(at, path, { viewport: PHONE })
  const page = await signedInAt(onPhone, nation, 'alma_admin', '/admin?tab=features')
  await enterPanel(page)
  const tabs = page.getByRole('navigation', { name: 'Administration' })
  // The switches had a tab of their own once, whose address leads to the settings.
  await expect(tabs.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 0.9 })
  const elections = page
    .getByRole('list', { name: 'Features' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Elections' }) })
  await expect(elections).toContainText('On')
  await elections.getByRole('button', { name: 'Switch off elections' }).click()
  const question = page.getByRole('dialog', { name: 'Switch off elections?' })
  await expect(question).toContainText('An election that is open goes on to its end. Everything is kept.')
  await question.getByRole('button', { name: 'Switch off' }).click()
  await expect(announcements(page)).toContainText('Elections: switched off.')
  await expect(elections).toContainText('Off')

  const reader = await visit(nation, '/elections')
  await expect(reader.getByRole('heading', { name: 'Elections are switched off' })).toBeVisible()
  expect((await reader.request.get('/api/elections/current')).status()).toBe(503)
  await isOpenToAll(page)

  await elections.getByRole('button', { name: 'Switch on elections' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
  await expect(elections).toContainText('On')
  await reader.reload()
  await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(reader.getByText('Elections are switched off')).toHaveCount(0)
  expect((await reader.request.get('/api/elections/current')).status()).toBe(200)

  await tabs.getByRole('link', { name: 'Jobs' }).click()
  for (const name of ['On a schedule', 'Triggered by events'])
    await expect(page.getByRole('list', { name }).getByRole('listitem').first()).toBeVisible()
  await isOpenToAll(page)
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/503/)
})
