import type { RunningNation } from '@nation/dev/nation'
import { expectSignedOut, signedInAt } from './support/citizen'
import { THURSDAY, useNation } from './support/nation'
import { PHONE, settled } from './support/page'
import { expect, test, type Page } from './support/test'

// Thursday afternoon: president closed, ministries open.
const nation = useNation({ clock: THURSDAY })

test('the keyboard alone reaches content, navigation and the vote', async ({ visit }) => {
  const page = await signedInAt(visit, nation, 'ada_citizen', '/')
  await page.goto('/')
  await settled(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.reload()
  await settled(page)
  await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'GOV STAFF' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/gov-staff$/)
  await expect(page.getByRole('main')).toBeFocused()

  await page.goto('/elections?position=minister_raid_corps')
  await settled(page)
  const button = page.getByRole('list', { name: 'Candidates' }).getByRole('article').first().getByRole('button')
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await expect(button).toHaveAccessibleName('Voted')
  await expect(button).toBeFocused()
})

test('on a phone the keyboard opens the menu and goes where it leads', async ({ visit }) => {
  const page = await visit(nation, '/', { viewport: PHONE })
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  // The menu opens once the page has come to life, which it has when it knows that there is no session.
  await expectSignedOut(page)
  await expect(links.first()).toBeHidden()
  await tabTo(page, page.getByRole('button', { name: 'Menu' }))
  await page.keyboard.press('Enter')
  const staff = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'GOV STAFF' })
  await expect(staff).toBeVisible()
  await staff.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/gov-staff$/)
  await expect(links.first()).toBeHidden()
})

test('the chosen colours stay after a reload', async ({ visit }) => {
  const page = await visit(nation, '/', { colorScheme: 'light' })
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  const change = page.getByRole('button', { name: /^Colour scheme/ })
  // Buttons do something once the page has come to life.
  await expectSignedOut(page)
  await change.click()
  await change.click()
  await expect(change).toHaveAccessibleName(/^Colour scheme: Dark/)
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

for (const who of [undefined, 'cleo_candidate', 'alma_admin']) {
  test(`no link leads nowhere: ${who ?? 'a visitor'}`, async ({ visit }) => {
    const page = who ? await signedInAt(visit, nation, who, '/') : await visit(nation)
    await crawl(page, nation)
  })
}

/** Follows links from the public pages on; of addresses that differ in an id only, the first few. */
async function crawl(page: Page, { origin }: RunningNation): Promise<void> {
  const shape = (path: string) =>
    path.replace(/[0-9a-f-]{36}/g, ':id').replace(/^\/(gazette|office|citizen)\/\w+$/, '/$1/:id')
  const seen = new Map<string, number>()
  const queue = ['/', '/elections', '/gov-staff', '/elections/create-profile']
  const known = new Set(queue)
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const times = (seen.get(shape(path)) ?? 0) + 1
    seen.set(shape(path), times)
    if (times > 2) continue
    await page.goto(path)
    await settled(page)
    await expect(page.getByRole('heading', { name: /not found/i }), path).toHaveCount(0)
    for (const href of await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))) {
      const url = new URL(href)
      if (url.origin !== origin) continue
      const isFile = /^\/(media|api)\/|\.atom$/.test(url.pathname)
      if (isFile) {
        if (!known.has(href)) expect((await page.request.get(href)).status(), href).toBe(200)
      } else if (url.hash && url.pathname === new URL(page.url()).pathname) {
        await expect(page.locator(url.hash), href).toHaveCount(1)
      } else if (!known.has(url.pathname)) queue.push(url.pathname)
      known.add(isFile ? href : url.pathname)
    }
  }
  expect(seen.size).toBeGreaterThan(5)
}

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('The keyboard does not get there.')
}
