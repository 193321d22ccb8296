import { signedInAt } from './support/citizen'
import { TUESDAY, useNation } from './support/nation'
import { accessibilityProblems, DESK, groundOf, inVariant, nothingLoads, PHONE } from './support/page'
import { openPanel } from './support/panel'
import { expect, test, type Page } from './support/test'

const nation = useNation({ clock: TUESDAY })

/** The page is accessible, in light and in dark, and nothing reaches beyond the window. */
async function isOpenToAll(page: Page, viewport: { width: number; height: number }): Promise<void> {
  await nothingLoads(page)
  await inVariant(page, viewport, 'light')
  expect(await accessibilityProblems(page)).toEqual([])
  await inVariant(page, viewport, 'dark')
  expect(await accessibilityProblems(page, 'colours')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
}

test('a visitor finds an appointment by its kind, as it is made, and opens its permanent address; an administrator reads the audit', async ({
  visit,
}) => {
  const visitor = await visit(nation, '/gazette?kind=appointments&office=justiceMinister&search=ada')
  await expect(visitor.getByRole('heading', { name: 'No entries found' })).toBeVisible()

  const admin = await signedInAt(visit, nation, 'alma_admin', '/admin')
  await openPanel(admin, 'members', nation.admin?.username ?? '', nation.admin?.password ?? '')
  await admin.getByLabel('Search members').fill('ada_citizen')
  await admin.getByRole('combobox', { name: /^Office of Ada/ }).selectOption('justiceMinister')
  await admin.getByRole('dialog').getByRole('button', { name: 'Appoint' }).click()

  const entry = visitor.getByRole('listitem').filter({ hasText: 'was appointed to the office of Minister of Justice' })
  await expect(entry.first()).toBeVisible()

  for (const viewport of [DESK, PHONE]) {
    await test.step(`at ${viewport.width} px`, async () => {
      await visitor.setViewportSize(viewport)
      await visitor.goto('/')
      await visitor.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Gazette' }).click()
      await visitor.getByLabel('Kind').selectOption('Appointments')
      await visitor.getByLabel('Search the gazette').fill('ada justice')
      await expect(visitor).toHaveURL(/kind=appointments&search=ada\+justice/)
      await expect(visitor.getByRole('list', { name: 'Entries' }).getByRole('heading', { level: 2 })).toHaveText([
        'Tuesday 3 February 2026',
      ])
      await isOpenToAll(visitor, viewport)
      await visitor
        .getByRole('link', { name: /^No\. \d+$/ })
        .first()
        .click()
      await expect(visitor).toHaveURL(/\/gazette\/\d+$/)
      await expect(visitor.getByRole('article')).toContainText('was appointed to the office of Minister of Justice')
      await visitor.reload()
      await expect(visitor.getByRole('article')).toContainText('Tuesday 3 February 2026, 09:')
      await isOpenToAll(visitor, viewport)

      await admin.setViewportSize(viewport)
      await admin.getByRole('link', { name: 'Audit' }).click()
      await admin.getByRole('radio', { name: 'All' }).click({ force: true })
      await expect(admin.getByRole('list', { name: 'Audit entries' })).toContainText('opened the panel')
      await admin.getByRole('radio', { name: 'Roles' }).click({ force: true })
      await expect(admin.getByRole('list', { name: 'Audit entries' })).not.toContainText('opened the panel')
      await expect(admin).toHaveURL(/tab=audit&kind=roles/)
      await isOpenToAll(admin, viewport)
    })
  }

  await test.step('what is chosen shows where colours are forced, too', async () => {
    await admin.emulateMedia({ forcedColors: 'active' })
    const choice = (name: string) =>
      admin.getByRole('radio', { name, exact: true }).locator('xpath=following-sibling::label')
    expect(await groundOf(choice('Roles'))).not.toBe(await groundOf(choice('All')))
    const tabs = admin.getByRole('navigation').filter({ has: admin.getByRole('link', { name: 'Audit' }) })
    const tab = (of: string) => tabs.locator(`a${of}`).first()
    expect(await groundOf(tab('[aria-current]'))).not.toBe(await groundOf(tab(':not([aria-current])')))
  })
})
