import { allowOutage } from './support/outage-words'
import { signIn } from './support/citizen'
import { useWebFolder } from './support/deploy'
import { THURSDAY, useNation } from './support/nation'
import { accessibilityProblems, DESK, PHONE, settled } from './support/page'
import { expect, test, type Page } from './support/test'
import { keeps, cachedPaths, cachedVersions, withoutWorker, workerServes } from './support/worker'

const web = useWebFolder()
const nation = useNation({ clock: THURSDAY, precache: true, env: { NATION_WEB_DIR: web.dir } })

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const staff = (page: Page) => page.getByRole('heading', { name: /Government Staff/i })
const notHere = (page: Page) => page.getByRole('heading', { name: 'This page is not on this device' })

/** A tab that the worker serves, with the main pages' code on the device. */
async function served(page: Page): Promise<void> {
  await settled(page)
  await workerServes(page)
  await keeps(page, 'GovStaff')
}

test('the worker keeps code and the offline page, and nothing that was answered', async ({ visit }) => {
  const page = await visit(nation, '/')
  await served(page)
  await signIn(page, 'ada_citizen')
  await page.goto('/elections')
  await settled(page)
  const offline = ['/favicon.svg', '/first-paint.js', '/offline.html', '/offline.js']
  const paths = await cachedPaths(page)
  expect(paths).toEqual(expect.arrayContaining(offline))
  expect(paths.filter((path) => !offline.includes(path))).toEqual(
    paths.filter((path) => /^\/assets\/[\w.-]+\.(js|css|woff2)$/.test(path)),
  )
  for (const screen of ['ElectionsHub', 'VoteHub', 'BankPage', 'Rules', 'InterviewsPage', 'Participation']) {
    expect(paths.join(), screen).toContain(`/assets/${screen}-`)
  }
  expect(paths.join()).not.toMatch(/AdminPage|WalletHost/)
})

test('in a tunnel links inside the app open pages with the code that was cached', async ({ visit, complaints }) => {
  const page = await visit(nation, '/')
  await served(page)
  await page.context().setOffline(true)
  await link(page, 'GOV STAFF').click()
  await expect(page).toHaveURL(/\/gov-staff$/)
  await expect(staff(page)).toBeVisible()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
  allowOutage(complaints)
})

for (const [viewport, colorScheme] of [
  [PHONE, 'light'],
  [PHONE, 'dark'],
  [DESK, 'light'],
  [DESK, 'dark'],
] as const) {
  test(`a page that is not on this device says so and opens automatically, ${viewport.width} px, ${colorScheme}`, async ({
    browserOf,
    complaints,
  }) => {
    const context = await browserOf(nation, { viewport, colorScheme })
    // A browser without a worker keeps nothing.
    await context.addInitScript(withoutWorker)
    const page = await context.newPage()
    await page.goto('/')
    await settled(page)
    await context.setOffline(true)
    if (viewport === PHONE) await page.getByRole('button', { name: 'Menu' }).click()
    await link(page, 'GOV STAFF').click()
    await expect(notHere(page)).toBeVisible()
    await expect(page.getByRole('main')).toContainText('You are offline, and this page was not kept here before.')
    await page.getByRole('main').getByRole('button', { name: 'Try Again' }).click()
    await expect(notHere(page)).toBeVisible()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    await context.setOffline(false)
    await expect(staff(page)).toBeVisible()
    allowOutage(complaints)
  })
}

test('the offline page follows the chosen colours, on phone and desk', async ({ visit, complaints }) => {
  const page = await visit(nation, '/')
  await served(page)
  for (const [viewport, darkMode] of [
    [PHONE, 'light'],
    [PHONE, 'dark'],
    [DESK, 'light'],
    [DESK, 'dark'],
  ] as const) {
    await test.step(`${viewport.width} px, ${darkMode}`, async () => {
      await page.setViewportSize(viewport)
      // The system says the opposite of what was chosen.
      await page.emulateMedia({ colorScheme: darkMode === 'dark' ? 'light' : 'dark' })
      await page.evaluate(
        (darkMode) =>
          localStorage.setItem('ui', JSON.stringify({ state: { consentAccepted: true, darkMode }, version: 2 })),
        darkMode,
      )
      await page.context().setOffline(true)
      await page.goto('/gov-staff')
      await expect(page.getByRole('heading', { name: 'The nation cannot be reached' })).toBeVisible()
      const paper = darkMode === 'dark' ? 'rgb(10, 15, 28)' : 'rgb(250, 251, 252)'
      await expect(page.locator('body')).toHaveCSS('background-color', paper)
      expect(await accessibilityProblems(page)).toEqual([])
      await page.context().setOffline(false)
      await expect(staff(page)).toBeVisible()
      // What the app stores of itself is stored before the next choice.
      await settled(page)
    })
  }
  allowOutage(complaints)
})

test('an open page survives a deploy; the cache of older builds goes with the last tab that used them', async ({
  browserOf,
}) => {
  const context = await browserOf(nation)
  const page = await context.newPage()
  await page.goto('/')
  await served(page)
  const [before] = await cachedVersions(page)
  web.deploy()
  await link(page, 'GOV STAFF').click()
  await expect(staff(page)).toBeVisible()

  // A second tab is of the new build; the first goes on with the old one, also when both are cached.
  const second = await context.newPage()
  await second.goto('/bank')
  await settled(second)
  // Each build fetches all of its code ahead.
  await expect.poll(() => cachedVersions(second), { timeout: 40_000 }).toHaveLength(2)
  await link(page, 'BANK').click()
  await expect(page).toHaveURL(/\/bank$/)
  await settled(page)

  await page.close()
  await second.close()
  // The new worker takes over while no tab is open: a tab that only moves on stays with the worker that it has.
  await expect
    .poll(
      async () => {
        const visit = await context.newPage()
        await visit.goto('/')
        const versions = await cachedVersions(visit)
        await visit.close()
        return versions
      },
      { timeout: 40_000 },
    )
    .not.toContain(before)
  const third = await context.newPage()
  await third.goto('/')
  await served(third)
  expect(await cachedVersions(third)).toHaveLength(1)
})

test('without a worker the first link after a deploy loads the new build, once', async ({ browserOf, complaints }) => {
  const context = await browserOf(nation)
  await context.addInitScript(withoutWorker)
  const page = await context.newPage()
  await page.goto('/')
  await settled(page)
  let loads = 0
  page.on('load', () => loads++)
  web.deploy()
  await link(page, 'GOV STAFF').click()
  await expect(staff(page)).toBeVisible()
  await settled(page)
  expect(loads).toBe(1)
  // The old build's files are gone; a style is answered with an error in JSON, which the browser refuses.
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/(404|Refused to apply style) .*\/assets\//)
})

test('a screen whose code does not come even then leaves the frame standing', async ({
  browserOf,
  complaints,
  expectAlarm,
}) => {
  expectAlarm('Oops! Something went wrong')
  const context = await browserOf(nation)
  await context.addInitScript(withoutWorker)
  const page = await context.newPage()
  await page.goto('/')
  await settled(page)
  let loads = 0
  page.on('load', () => loads++)
  await context.route('**/assets/GovStaff*', (route) => route.abort())
  await link(page, 'GOV STAFF').click()
  const screen = page.getByRole('main')
  await expect(screen.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  expect(loads).toBe(1)
  await expect(screen).toContainText('The republic encountered an unexpected error')
  await expect(screen.getByRole('link', { name: 'Go Home' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await context.unroute('**/assets/GovStaff*')
  await screen.getByRole('button', { name: 'Try Again' }).click()
  await expect(staff(page)).toBeVisible()
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/ERR_FAILED .*\/assets\/GovStaff/)
})
