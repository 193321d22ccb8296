import { addressOf, publicPages } from './public-pages'
import { gate } from './support/gate'
import { THURSDAY, useNation } from './support/nation'
import { apiAnswers, withoutApi } from './support/outage'
import { allowOutage, outageAlarm } from './support/outage-words'
import { accessibilityProblems, inVariant, PHONE, settled, variants } from './support/page'
import { expect, test, type Page } from './support/test'
import { workerServes } from './support/worker'

// Thursday afternoon: president closed, ministries open.
const nation = useNation({ clock: THURSDAY })

test.use({ motion: true })

/** How many things move at the moment, and would for ever. */
const moving = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const forEver = ({ effect }: Animation) => effect?.getComputedTiming().iterations === Infinity
    return document.getAnimations().filter((one) => one.playState === 'running' && forEver(one)).length
  })

test.describe('the consent gate', () => {
  test('stands before a first visit, for everybody, on phone and desk, in light and dark', async ({ visit }) => {
    const page = await visit(nation, '/', {
      viewport: PHONE,
      beforeTheGate: true,
      reducedMotion: 'reduce',
    })
    await expect(gate(page)).toBeFocused()
    for (const { viewport, colorScheme, looksAt } of variants) {
      await inVariant(page, viewport, colorScheme)
      expect(await accessibilityProblems(page, looksAt)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    }
  })

  test('is there before any script has run', async ({ browser }) => {
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(nation.origin)
    await expect(page.getByText('Entering Nation')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await page.context().close()
  })

  test('keeps the keyboard, and Escape does not open it', async ({ visit }) => {
    const page = await visit(nation, '/gov-staff', { beforeTheGate: true })
    await expect(gate(page)).toBeFocused()
    await page.keyboard.press('Escape')
    const stops = [
      gate(page).getByRole('button', { name: 'Enter' }),
      gate(page).getByRole('link', { name: 'Read the Rules' }),
    ]
    for (const stop of [...stops, ...stops]) {
      await page.keyboard.press('Tab')
      await expect(stop).toBeFocused()
    }
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(gate(page)).toBeHidden()
    await page.reload()
    await settled(page)
    await expect(gate(page)).toBeHidden()
  })

  test('lets the rules be read first, and does not take that for an answer', async ({ visit }) => {
    const page = await visit(nation, '/', { beforeTheGate: true })
    await expect(page.getByText('Voting for the six ministries').first()).toBeAttached()
    await expect.poll(() => moving(page), 'nothing moves behind the gate').toBe(0)
    await gate(page).getByRole('link', { name: 'Read the Rules' }).click()
    await expect(page).toHaveURL(/\/rules$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(gate(page)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(gate(page)).toBeHidden()
    await page.getByRole('link', { name: 'Nation, home' }).click()
    await expect(gate(page)).toBeVisible()
    await gate(page).getByRole('button', { name: 'Enter' }).click()
    await expect(gate(page)).toBeHidden()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()

    await expect.poll(() => moving(page), 'the first view is alive').toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Connect Wallet', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect.poll(() => moving(page), 'nothing moves behind a dialog').toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => moving(page)).toBeGreaterThan(0)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect.poll(() => moving(page), 'nothing moves out of sight').toBe(0)
  })
})

test('a page that does not exist says so, and leads on', async ({ visit, complaints }) => {
  const page = await visit(nation, '/no/such/place')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page).toHaveTitle('Page not found · Nation')
  await page.getByRole('main').getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL(`${nation.origin}/`)
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/404 .*\/no\/such\/place/)
})

test('the gallery of parts is only where the nation is developed', async ({ visit, complaints }) => {
  const page = await visit(nation, '/dev/gallery')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/404 .*\/dev\/gallery/)
})

test('the current page is marked in the navigation, and the menu closes by Escape', async ({ visit }) => {
  const page = await visit(nation, '/gov-staff', { viewport: PHONE })
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'GOV STAFF' })).toHaveAttribute('aria-current', 'page')
  await expect(main.getByRole('link', { name: 'HOME' })).not.toHaveAttribute('aria-current')
  await page.keyboard.press('Escape')
  await expect(main).toBeHidden()
  await expect(menu).toBeFocused()
})

test('the system’s colours are followed until one chooses', async ({ visit }) => {
  const page = await visit(nation, '/gov-staff', { colorScheme: 'dark' })
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  const change = page.getByRole('button', { name: /^Colour scheme: System/ })
  await change.click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
})

test('without a connection the page says so, and nothing goes blank', async ({ visit, complaints }) => {
  nation.fetchCodeAhead()
  const page = await visit(nation, '/elections')
  await settled(page)
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Candidates' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
  complaints.splice(0)
})

test('a nation that dies leaves every public page drawn, which says so, and heals once it is back', async ({
  browserOf,
  complaints,
  expectAlarm,
}) => {
  expectAlarm(outageAlarm)
  nation.fetchCodeAhead()
  // Eighteen pages that move, drawn without a graphics processor, were most of what this journey cost.
  const context = await browserOf(nation, { reducedMotion: 'reduce' })
  const open = new Map<string, Page>()
  for (const publicPage of publicPages.filter(({ mayComplain }) => !mayComplain)) {
    const page = await context.newPage()
    await page.goto(await addressOf(publicPage, page))
    await settled(page)
    open.set(publicPage.name, page)
  }
  const [home, elections] = [open.get('home')!, open.get('elections')!]
  const read = await Promise.all([...open.values()].map((page) => page.getByRole('main').innerText()))
  // The code of the screens is there already; their answers are not.
  await home.evaluate(() => fetch('/api/health'))
  await withoutApi(nation, async () => {
    for (const [index, [name, page]] of [...open].entries()) {
      await expect(page.getByText('The nation does not answer at the moment.'), name).toBeVisible({ timeout: 60_000 })
      await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible()
      expect((await page.getByRole('main').innerText()).length, name).toBeGreaterThan(read[index]!.length * 0.9)
    }
    await elections.bringToFront()
    await elections.getByPlaceholder('Search candidates...').fill('somebody new')
    await expect(elections.getByRole('main').getByRole('alert')).toBeVisible({
      timeout: 30_000,
    })
    await expect(elections.getByRole('main').getByRole('button', { name: /Try Again|Retry/ })).toBeVisible()
  })
  await apiAnswers(nation)
  for (const [name, page] of open) {
    await expect(page.getByText('The nation does not answer at the moment.'), name).toBeHidden({ timeout: 60_000 })
  }
  await expect(elections.getByText('Nothing matches “somebody new”.')).toBeVisible({ timeout: 30_000 })
  allowOutage(complaints)
})

test('the offline page stands in for pages that cannot be had', async ({ visit, complaints }) => {
  nation.fetchCodeAhead()
  const page = await visit(nation, '/')
  await workerServes(page)
  await withoutApi(nation, async () => {
    await page.goto('/gov-staff')
    await expect(page.getByRole('heading', { name: 'The nation cannot be reached' })).toBeVisible()
    expect(await accessibilityProblems(page)).toEqual([])
  })
  await apiAnswers(nation)
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: /Government Staff/i })).toBeVisible()
  allowOutage(complaints)
})

test('the nation can be installed: its manifest, icons and picture are there', async ({ visit }) => {
  const page = await visit(nation)
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = (await (await page.request.get(href!)).json()) as {
    icons: { src: string; type: string }[]
    start_url: string
  }
  expect(manifest.start_url).toBe('/')
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(src)
    expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, type])
  }
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect((await page.request.get(picture!)).headers()['content-type']).toBe('image/jpeg')
})

test('what breaks in a browser is reported to the operators', async ({ visit, complaints }) => {
  const page = await visit(nation, '/gov-staff')
  const report = page.waitForRequest('**/api/logs')
  await page.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error('a ballot fell off the table')
      }),
  )
  expect((await (await report).response())?.status()).toBe(200)
  await expect.poll(() => nation.lines.some((line) => /a browser’s record/.test(line))).toBe(true)
  expect(complaints.splice(0).join()).toContain('a ballot fell off the table')
})

test('a new version of the token loads the page again, once', async ({ browserOf }) => {
  const context = await browserOf(nation)
  const page = await context.newPage()
  await page.goto('/rules')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tokenVersion'))).toBe('v2_new_token')
  await page.evaluate(() => localStorage.setItem('tokenVersion', 'v1_old_token'))
  let loads = 0
  let settings = 0
  page.on('load', () => loads++)
  page.on('response', (response) => (settings += response.url().endsWith('/api/settings') ? 1 : 0))
  await page.reload()
  await expect.poll(() => loads).toBe(2)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tokenVersion'))).toBe('v2_new_token')
  // The page that was loaded again has read the version, too, and stays.
  await expect.poll(() => settings).toBeGreaterThanOrEqual(2)
  await settled(page)
  expect(loads).toBe(2)
})
