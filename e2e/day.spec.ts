import { expectSignedIn, pick, signedInAt, signIn } from './support/citizen'
import { THURSDAY, useNation } from './support/nation'
import { accessibilityProblems, DESK, PHONE } from './support/page'
import { expect, test, type Page } from './support/test'
import { workerServes } from './support/worker'

// A Thursday after noon: the six ministries are voted on.
const nation = useNation({ clock: THURSDAY, precache: true })

test.use({ motion: true })

/** How far a page may move by itself while it opens. */
const CLS = 0.02

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null }[]
}

interface Opening {
  /** What moved without an interaction, as cumulative layout shift. */
  moved: number
  /** What it was that moved. */
  by: string[]
  /** Whether the brochure was seen. */
  brochure: boolean
}

/** Notes how a page opens. */
function watchTheOpening() {
  const opening: Opening = { moved: 0, by: [], brochure: false }
  Object.assign(window, { opening })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      opening.moved += value
      opening.by.push(
        ...sources.map(({ node }) =>
          (node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 120),
        ),
      )
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const hero = document.querySelector('[data-first-view]')
    if (hero && hero.getClientRects().length > 0) opening.brochure = true
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const openingOf = (page: Page) => page.evaluate(() => (window as unknown as { opening: Opening }).opening)

const waits = (page: Page) => page.getByRole('list', { name: 'What waits for you' })

test('a citizen’s home page tells what waits, and one vote less after a vote, in every tab', async ({ visit }) => {
  const page = await signedInAt(visit, nation, 'cleo_candidate', '/')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Cleo Marchetti' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your candidacy' })).toContainText(/You st(and|ood) for Prime Minister/)
  const line = waits(page).getByRole('listitem').first()
  await expect(line).toContainText('Your vote for 6 offices')
  expect(await accessibilityProblems(page)).toEqual([])
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(waits(other)).toContainText('Your vote for 6 offices')

  await line.getByRole('link', { name: 'Open your ballot' }).click()
  const before = page.url()
  await page.getByRole('button', { name: 'Vote', exact: true }).first().click()
  await expect(page).not.toHaveURL(before)
  await expect(waits(other)).toContainText('Your vote for 5 offices')
  await page.getByRole('banner').getByRole('link', { name: 'HOME', exact: true }).click()
  await expect(waits(page)).toContainText('Your vote for 5 offices')
})

for (const [where, viewport] of [
  ['on a phone', PHONE],
  ['on a desk', DESK],
] as const) {
  test(`on a second visit, with the worker active, the day comes at once and nothing moves, ${where}`, async ({
    browserOf,
  }) => {
    const context = await browserOf(nation, { viewport })
    await context.addInitScript(watchTheOpening)
    const page = await context.newPage()
    await page.goto('/')
    await workerServes(page)
    await page.getByRole('banner').getByRole('button', { name: 'CONNECT', exact: true }).click()
    await pick(page, 'ada_citizen')
    await expectSignedIn(page)

    await page.goto('/')
    await expect(waits(page).getByRole('listitem').first()).toBeVisible()
    await expect(page.getByRole('region', { name: /Lately in the nation|Since you were last here/ })).toContainText(
      'ago',
    )
    const { moved, by, brochure } = await openingOf(page)
    process.stdout.write(`the day ${where}: moved by ${moved.toFixed(4)}\n`)
    expect(brochure).toBe(false)
    expect(moved, by.join('\n')).toBeLessThanOrEqual(CLS)
  })
}

test('citizens are greeted by name and by what waited before the app is there, and no longer once they left', async ({
  browserOf,
}) => {
  const context = await browserOf(nation, { viewport: PHONE })
  // A worker that is active by then gives out scripts that cannot be held back: here none is installed yet.
  await context.addInitScript(() => {
    // The empty page of a new tab has none.
    if ('serviceWorker' in navigator) navigator.serviceWorker.register = () => new Promise(() => {})
  })
  const page = await context.newPage()
  await page.goto('/')
  await signIn(page, 'cleo_candidate')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nation.day'))).toContain('Your vote for')
  await test.step('the closed menu of a phone carries the number of all that waits', async () => {
    const menu = page.getByRole('button', { name: /^Menu , \d+ wait for you$/ })
    const number = /\d+/.exec((await menu.textContent()) ?? '')?.[0] ?? ''
    expect(Number(number)).toBeGreaterThan(6)
    await expect(menu.getByText(number, { exact: true })).toBeInViewport({ ratio: 1 })
  })

  // A tab whose scripts are under way.
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await context.route('**/assets/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  const early = await context.newPage()
  await early.goto('/', { waitUntil: 'commit' })
  await expect(early.getByRole('heading', { level: 1, name: 'Welcome, Cleo Marchetti' })).toBeVisible()
  const remembered = early.getByRole('list', { name: 'What waited for you' })
  await expect(remembered.getByRole('listitem').first()).toContainText('Your vote for')
  await expect(early.getByRole('status').filter({ hasText: 'Loading your day' })).toHaveCount(0)
  expect(await accessibilityProblems(early)).toEqual([])
  const ballot = remembered.getByRole('link', { name: 'Open your ballot' })
  await expect(ballot).toHaveAttribute('href', /^\/elections\/ballot\//)
  await ballot.focus()
  arrive()
  await expect(waits(early)).toBeVisible()
  await expect(remembered).toHaveCount(0)
  await expect(waits(early).getByRole('link', { name: 'Open your ballot' })).toBeFocused()
  await expect(early.getByRole('heading', { level: 1, name: 'Welcome, Cleo Marchetti', exact: true })).toBeVisible()
  await early.close()

  await context.clearCookies()
  const after = await context.newPage()
  await after.goto('/', { waitUntil: 'commit' })
  await expect(after.getByRole('heading', { level: 1, name: /A nation that elects/ })).toBeVisible()
  await expect(after.getByText('Cleo')).toHaveCount(0)
})
