import { expectSignedIn, signedInAt } from './support/citizen'
import { TUESDAY, useNation } from './support/nation'
import { accessibilityProblems, DESK, isOpenToAll, PHONE } from './support/page'
import { openPanel } from './support/panel'
import { expect, test, type Page } from './support/test'

// Every seat is filled.
const nation = useNation({ clock: TUESDAY })

const slot = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const question = (page: Page) => page.getByRole('dialog')
const updated = (page: Page) => page.getByText('Staff appointment updated successfully!')

async function remove(page: Page, title: string, holder: string): Promise<void> {
  await slot(page, title)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(question(page)).toContainText(`Remove ${holder} from ${title}?`)
  await question(page).getByRole('button', { name: 'Remove' }).click()
  await expect(updated(page)).toBeVisible()
  await expect(slot(page, title)).toContainText('Vacant')
}

/** By keyboard alone, from the button on. */
async function appoint(page: Page, title: string, name: string): Promise<void> {
  await slot(page, title)
    .getByRole('button', { name: /^Appoint/ })
    .focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('combobox')
  await expect(field).toBeFocused()
  await page.keyboard.type(name)
  // As a list it is tried again: before the search has answered, one option says that it is under way, or ten are left of the last one.
  await expect(page.getByRole('option')).toContainText([name])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText(`Appoint ${name} as ${title}?`)
  await question(page).getByRole('button', { name: 'Appoint' }).click()
  await expect(slot(page, title)).toContainText(name)
}

const nameIn = async (page: Page, title: string) =>
  (await slot(page, title).getByRole('heading').first().textContent()) ?? ''

test('a president removes and appoints, an official resigns, and each reads at once what became of their office', async ({
  visit,
  browserOf,
  complaints,
}) => {
  const [piet, mina] = await Promise.all([
    signedInAt(visit, nation, 'piet_president', '/government'),
    signedInAt(visit, nation, 'mina_minister', '/government'),
  ])
  await test.step('the overview has its cards, and the term and the salary of its reader', async () => {
    await expect(mina.getByRole('region', { name: 'Your office' })).toContainText('Minister of Finance')
    await expect(mina.getByText('Your Role')).toBeVisible()
    await isOpenToAll(mina)
  })

  await piet.setViewportSize(DESK)
  await piet.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'View Hierarchy' }).click()
  const finance = 'Minister of Finance'
  const minasName = await nameIn(piet, finance)
  const pietsName = await nameIn(piet, 'President')
  await test.step('the president’s seat is not offered to be vacated', async () => {
    await expect(slot(piet, 'President').getByRole('button', { name: /^Remove/ })).toHaveCount(0)
    await isOpenToAll(piet)
    await piet.setViewportSize(DESK)
  })

  await test.step('a minister is removed, and her open dashboard tells her by whom', async () => {
    const other = await mina.context().newPage()
    await other.goto('/bank')
    // What she had is known there: a tab that first hears who she is after the removal has no loss to tell of.
    await expectSignedIn(other)
    await remove(piet, finance, minasName)
    await expect(mina.getByRole('heading', { name: 'Government Access Restricted' })).toBeVisible()
    await expect(mina.getByRole('status', { name: 'Your last office' })).toContainText(
      `${pietsName} removed you from office.`,
    )
    await expect(other.getByText(`You are no longer ${finance}. ${pietsName} removed you from office.`)).toBeVisible()
    await isOpenToAll(mina)
    await other.close()
  })

  const ada = await signedInAt(visit, nation, 'ada_citizen', '/participation')
  await ada.setViewportSize(PHONE)
  await ada.getByRole('banner').getByRole('button', { name: 'PROFILE' }).waitFor()
  const adasName = (await ada.request
    .get('/api/members?action=get-all&search=ada_citizen')
    .then((it) => it.json())) as {
    members: { username: string }[]
  }
  const name = adasName.members[0]?.username ?? ''
  await test.step('another citizen is found by name and appointed, by keyboard', async () => {
    await slot(piet, finance)
      .getByRole('button', { name: /^Appoint/ })
      .click()
    await piet.getByRole('combobox').fill('zzzzzz')
    await expect(piet.getByText('No members found')).toBeVisible()
    expect(await accessibilityProblems(piet), 'the open search').toEqual([])
    await piet.keyboard.press('Escape')
    await appoint(piet, finance, name)
    await expect(slot(piet, finance)).toContainText(`by ${pietsName}`)
    await expect(ada.getByText(`You are ${finance} now.`)).toBeVisible()
  })

  await test.step('she opens the dashboard on her phone, and resigns', async () => {
    await ada.goto('/government?tab=hierarchy')
    await slot(ada, finance).getByRole('button', { name: 'Resign' }).click()
    await expect(question(ada)).toContainText('A paid office is paid for the time that you served.')
    await question(ada).getByRole('button', { name: 'Resign' }).click()
    await expect(ada.getByRole('status', { name: 'Your last office' })).toContainText('You resigned.')
    await expect(slot(piet, finance)).toContainText('Vacant')
  })

  await test.step('the page of the office tells everybody of all three', async () => {
    const visitor = await (await browserOf(nation)).newPage()
    await visitor.goto('/office/financeMinister')
    const holders = visitor.getByRole('list', { name: 'Holders' }).getByRole('listitem')
    await expect(holders.nth(0)).toContainText(new RegExp(`${name}.*Appointed .* by ${pietsName}\\. Resigned\\.`))
    await expect(holders.nth(1)).toContainText(`Removed from office by ${pietsName}.`)
    await isOpenToAll(visitor)
  })
  expect(complaints).toEqual([])
})

test('an administrator vacates the president’s seat in the panel, fills it, and has the minister of justice’s', async ({
  visit,
  complaints,
}) => {
  const alma = await signedInAt(visit, nation, 'alma_admin', '/government?tab=hierarchy')
  const piet = await signedInAt(visit, nation, 'piet_president', '/government')
  await alma.setViewportSize(DESK)
  // On a slow line the news of a removal is there long before one's own profile.
  await piet.route(/\/api\/user\b/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await route.continue()
  })
  const holder = await nameIn(alma, 'President')
  await expect(slot(alma, 'President').getByRole('button')).toHaveCount(0)
  const panel = await alma.context().newPage()
  await openPanel(panel, 'members', nation.admin?.username ?? '', nation.admin?.password ?? '')
  await panel.getByRole('searchbox', { name: 'Search members' }).fill('piet_president')
  const member = panel
    .getByRole('list', { name: 'Members' })
    .getByRole('listitem')
    .filter({ hasText: '@piet_president' })
  await member.getByRole('combobox').selectOption('citizen')
  await expect(question(panel)).toContainText(`Remove ${holder} from President?`)
  await question(panel).getByRole('button', { name: 'Remove' }).click()
  await expect(slot(alma, 'President')).toContainText('Vacant')
  await panel.close()
  await expect(piet.getByRole('status', { name: 'Your last office' })).toContainText('removed you from office.')
  await appoint(alma, 'President', holder)
  await expect(piet.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
  const justice = 'Minister of Justice'
  const [first] = (
    (await alma.request.get('/api/members?action=get-all&search=milo_moderator').then((it) => it.json())) as {
      members: { username: string }[]
    }
  ).members
  await appoint(alma, justice, first?.username ?? '')
  await isOpenToAll(alma)
  await remove(alma, justice, first?.username ?? '')
  expect(complaints).toEqual([])
})
