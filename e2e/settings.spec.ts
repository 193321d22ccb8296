import { readFile } from 'node:fs/promises'
import { signedInAt } from './support/citizen'
import { announcements } from './support/election'
import { TUESDAY, useNation } from './support/nation'
import { accessibilityProblems, DESK, PHONE, settled } from './support/page'
import { expect, test, type Page } from './support/test'

const nation = useNation({ clock: TUESDAY })
test.describe.configure({ mode: 'serial' })

async function enterPanel(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(nation.admin?.username ?? '')
  await page.getByLabel('Password').fill(nation.admin?.password ?? '')
  await page.getByRole('button', { name: 'Enter' }).click()
}

const followers = (page: Page) => page.getByRole('form', { name: 'Followers that a candidacy needs' })

async function setFollowers(page: Page, typed: string): Promise<void> {
  await followers(page).getByLabel('Followers on X').fill(typed)
  await followers(page).getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click()
}

test('an administrator changes a limit, and open pages print the new number', async ({
  visit,
  complaints,
  expectAlarm,
}) => {
  const reader = await visit(nation, '/rules')
  await reader.getByRole('button', { name: 'Open all sections' }).click()
  await expect(reader.getByText('100 followers').first()).toBeVisible()
  const [page, other] = [
    await signedInAt(visit, nation, 'alma_admin', '/admin?tab=settings'),
    await signedInAt(visit, nation, 'alma_admin', '/admin?tab=settings'),
  ]
  await enterPanel(page)
  await enterPanel(other)
  // The other administrator is writing meanwhile.
  await followers(other).getByLabel('Followers on X').fill('300')

  await setFollowers(page, '1,250')
  await expect(announcements(page)).toContainText('1,250 from now on')
  await expect(followers(page)).toContainText('Changed by')
  await expect(reader.getByText('1,250 followers').first()).toBeVisible({ timeout: 15_000 })
  await expect(reader.getByText('100 followers')).toHaveCount(0)

  // What was typed stays; what was decided on an older number is not taken.
  await expect(followers(other)).toContainText('It is 1,250 now', { timeout: 15_000 })
  await expect(followers(other).getByLabel('Followers on X')).toHaveValue('300')
  await followers(other).getByRole('button', { name: 'Change', exact: true }).click()
  expectAlarm(/Another administrator changed this setting/)
  await other.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click()
  await expect(followers(other)).toContainText('Another administrator changed this setting')
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/409 .*system\/set-limit/)])
  await followers(other).getByRole('button', { name: 'Take theirs' }).click()
  await expect(followers(other).getByLabel('Followers on X')).toHaveValue('1250')

  const gazette = await visit(nation, '/gazette')
  await expect(gazette.getByText(/The followers on X that a candidacy needs went from 100 to 1,250/)).toBeVisible()
})

test('links are set by the keyboard alone, and stand at the foot of a page that is open', async ({ visit }) => {
  const reader = await visit(nation, '/')
  const foot = reader.getByRole('navigation', { name: 'Footer' })
  await expect(foot.getByRole('link', { name: /^Wiki/ })).toHaveCount(0)
  const page = await signedInAt(visit, nation, 'alma_admin', '/admin?tab=settings')
  await enterPanel(page)
  const form = page.getByRole('form', { name: 'Links' })
  await form.getByRole('button', { name: 'Add link' }).focus()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Name of link 1')).toBeFocused()
  await page.keyboard.type('Wiki')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://wiki.example/nation')
  await page.keyboard.press('Enter')
  await expect(announcements(page)).toContainText('at the foot of every page')
  await expect(foot.getByRole('link', { name: /^Wiki/ })).toHaveAttribute('href', 'https://wiki.example/nation', {
    timeout: 15_000,
  })
})

for (const [size, viewport] of [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const) {
  test(`on ${size}, the settings are accessible and fit the screen`, async ({ visit }) => {
    const page = await signedInAt(
      (at, path) => visit(at, path, { viewport }),
      nation,
      'alma_admin',
      '/admin?tab=settings',
    )
    await enterPanel(page)
    await followers(page).waitFor()
    await settled(page)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    const form = page.getByRole('form', { name: 'Links' })
    await form.getByRole('button', { name: 'Add link' }).click()
    await form.getByLabel('Name of link 2').fill('Wiki')
    await followers(page).getByLabel('Followers on X').fill('-1')
    await followers(page).getByRole('button', { name: 'Change', exact: true }).click()
    await expect(followers(page).getByText('Please give a whole number from 0 to 1,000,000.').first()).toBeVisible()
    await settled(page)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  })
}

test('members are taken out as a file, and the audit says so', async ({ visit }) => {
  const page = await signedInAt(visit, nation, 'alma_admin', '/admin?tab=members')
  await enterPanel(page)
  await page.getByRole('list', { name: 'Members' }).getByRole('listitem').first().waitFor()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  expect(file.split('\r\n')[0]).toContain('id,name,handle')
  expect(file).toContain(',ada_citizen,')
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByText(/took out the list of members/)).toBeVisible()
})
