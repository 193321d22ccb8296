import { addressOf, forMinister, publicPages } from './public-pages'
import { signedInAt } from './support/citizen'
import { cardOf } from './support/election'
import { THURSDAY, useNation } from './support/nation'
import { expectApart, smallestType } from './support/layout'
import {
  accessibilityProblems,
  DESK,
  groundOf,
  inVariant,
  nothingLoads,
  PHONE,
  settled,
  variants,
} from './support/page'
import { outageAlarm } from './support/outage-words'
import { expect, test, type Page } from './support/test'

// Thursday afternoon: president closed, ministries open.
const nation = useNation({ clock: THURSDAY })

for (const publicPage of publicPages) {
  const { name, opens, reads, mayComplain, phoneHeight = Infinity } = publicPage
  test(`${name}: says what it should, and is accessible, on phone and desk, in light and dark`, async ({
    browserOf,
    complaints,
  }) => {
    const context = await browserOf(nation, {
      viewport: PHONE,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto(await addressOf(publicPage, page))
    await opens?.(page)
    // One page through all variants: what it looks like follows the window and the system, and so it does for citizens.
    for (const { viewport, colorScheme, looksAt } of variants) {
      const variant = `${viewport.width} px, ${colorScheme}`
      await inVariant(page, viewport, colorScheme)
      await reads(page)
      await nothingLoads(page)
      const { scrollWidth, scrollHeight } = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement
        return { scrollWidth, scrollHeight }
      })
      expect.soft(scrollWidth, variant).toBe(viewport.width)
      // What is live is read aloud whole, whenever a part of it changes.
      const liveLists = page.locator(
        ':is([aria-live="polite"], [role="status"], [role="log"]) :is(ul, ol, dl, [role="list"])',
      )
      await expect.soft(liveLists, variant).toHaveCount(0)
      if (viewport === PHONE) expect.soft(scrollHeight, `${variant}: its height`).toBeLessThan(phoneHeight)
      expect.soft(await accessibilityProblems(page, looksAt), variant).toEqual([])
    }
    if (mayComplain) for (const complaint of complaints.splice(0)) expect.soft(complaint).toMatch(mayComplain)
  })
}

test('while the nation does not answer, every public page says so, and is itself again afterwards', async ({
  browserOf,
  complaints,
  expectAlarm,
}) => {
  expectAlarm(outageAlarm)
  const context = await browserOf(nation, {
    viewport: PHONE,
    reducedMotion: 'reduce',
  })
  const scout = await context.newPage()
  const open = []
  for (const publicPage of publicPages.filter(({ mayComplain }) => !mayComplain)) {
    open.push({
      ...publicPage,
      path: await addressOf(publicPage, scout),
      page: await context.newPage(),
    })
  }
  await scout.close()
  await context.route('**/api/**', (route) => route.abort())
  await Promise.all(open.map(({ page, path }) => page.goto(path)))
  for (const { page, name, needsTheNation = false } of open) {
    await expect(page.getByText('The nation does not answer at the moment.'), name).toBeVisible({ timeout: 60_000 })
    await nothingLoads(page)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading').first(), name).toBeVisible()
    await expect(main.getByRole('alert'), name).toHaveCount(needsTheNation ? 1 : 0)
    expect((await main.innerText()).trim().length, name).toBeGreaterThan(60)
    if (!needsTheNation) continue
    expect.soft(await accessibilityProblems(page), name).toEqual([])
    const asked = page.waitForRequest('**/api/**')
    await main.getByRole('button', { name: 'Try Again' }).click()
    await asked
  }
  await context.unroute('**/api/**')
  for (const { page, name, opens, reads } of open) {
    const notice = page.getByText('The nation does not answer at the moment.')
    const tryNow = page.getByRole('button', { name: 'Try now' })
    await expect(async () => {
      // It is tried by itself, too: the button may be gone by now.
      if (await tryNow.isVisible()) await tryNow.click({ timeout: 1000 })
      await expect(notice, name).toBeHidden({ timeout: 2000 })
    }).toPass()
    await opens?.(page)
    await reads(page)
  }
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/ERR_FAILED|Failed to fetch/)
})

for (const [viewport, colorScheme] of [
  [PHONE, 'dark'],
  [DESK, 'light'],
] as const) {
  test(`what only citizens see is for everybody, too, at ${viewport.width} px in ${colorScheme}`, async ({
    visit,
    expectAlarm,
  }) => {
    expectAlarm('Missing Information: Please fill in all required fields')
    const there: typeof visit = (at, path) => visit(at, path, { viewport, colorScheme, reducedMotion: 'reduce' })
    const page = await signedInAt(there, nation, 'ada_citizen', '/elections')
    await settled(page)
    await expect(page.getByRole('main').getByRole('link', { name: 'Standings' })).toBeVisible()
    expect.soft(await accessibilityProblems(page), 'the ballots of a citizen').toEqual([])

    await page.getByRole('banner').getByRole('button', { name: 'PROFILE' }).click()
    await expect(page.getByRole('dialog', { name: 'Citizen ID' })).toBeVisible()
    await test.step('the ID card is large enough to be read, and nothing lies over its hologram', async () => {
      const card = page.getByRole('article', { name: /^ID card of/ })
      expect(await smallestType(card)).toBeGreaterThanOrEqual(11)
      await expectApart(card.getByText('Active', { exact: true }), card.locator('g[stroke*="foil"]'))
    })
    expect.soft(await accessibilityProblems(page), 'the ID card').toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('banner').getByRole('button', { name: 'PROFILE' })).toBeFocused()

    await page.goto('/elections/create-profile')
    const form = page.getByRole('form', { name: 'Candidate profile' })
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByRole('alert').first()).toContainText(
      'Missing Information: Please fill in all required fields',
    )
    await expect(form.getByRole('textbox', { name: 'Bio', exact: true })).toHaveAttribute('aria-invalid', 'true')
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    expect.soft(await accessibilityProblems(page), 'the form, with its problems').toEqual([])
  })
}

test('a search without results says so, and asks nobody to be the first', async ({ visit }) => {
  const page = await visit(nation, '/elections')
  await page.getByPlaceholder('Search candidates...').fill('nobody of this name')
  await expect(page.getByText('Nothing matches “nobody of this name”.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Be the first candidate!' })).toBeHidden()
  await page.getByPlaceholder('Search candidates...').fill('LEFÈVRE')
  await expect(cardOf(page, forMinister)).toBeVisible()
  await expect(cardOf(page, 'Nyambura Njoroge')).toBeHidden()
})

test('candidates are listed by votes, and a chip shows those of one position', async ({ visit }) => {
  const page = await visit(nation, '/elections')
  const chips = page.getByRole('group', { name: 'Position' })
  await chips.getByRole('button', { name: /^Citizens/ }).click()
  await expect(page).toHaveURL(/position=minister_citizens/)
  const cards = page.getByRole('list', { name: 'Candidates' }).getByRole('article')
  await expect(cards).toHaveCount(5)
  // The list's title names the office, and the cards do not repeat it.
  await expect(page.getByRole('heading', { name: 'Citizens, 5 candidates' })).toBeVisible()
  for (const card of await cards.all()) await expect(card).not.toContainText('Minister of')

  await test.step('which chip is pressed shows where colours are forced, too', async () => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    const pressed = chips.getByRole('button', { pressed: true })
    await expect(pressed).toHaveCount(1)
    expect(await groundOf(pressed)).not.toBe(await groundOf(chips.getByRole('button', { pressed: false }).first()))
  })
})

test('an old link to a candidate says so, and leads on', async ({ visit, complaints }) => {
  const page = await visit(nation, '/elections/candidate/019c0000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Candidate not found' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'View Elections' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Elections' })).toBeVisible()
  for (const complaint of complaints.splice(0))
    expect(complaint).toMatch(/404 .*\/(api\/candidates|elections\/candidate)/)
})

test('a broadcast reaches all readers at once, until it is closed or taken down', async ({ visit }) => {
  const page = await visit(nation, '/', { reducedMotion: 'no-preference' })
  const ticker = page.getByRole('region', { name: 'News ticker' })
  await expect(ticker).toContainText('Voting for the six ministries is open')
  const token = await panelToken(page)

  const broadcast = await say(page, token, 'Mind the gap <b>between</b> the phases.', 'warning')
  await expect(ticker).toContainText('Warning')
  await expect(ticker.getByRole('status')).toHaveText('Mind the gap <b>between</b> the phases.')
  await ticker.hover()
  await expect(ticker.getByRole('status').locator('..')).toHaveCSS('animation-play-state', 'paused')
  await expect(ticker.getByRole('status').locator('..')).toHaveCSS('animation-duration', '30s')
  await page.mouse.move(0, 0)
  await expect(ticker.getByRole('status').locator('..')).toHaveCSS('animation-play-state', 'running')
  await ticker.getByRole('button', { name: 'Close the message' }).focus()
  await expect(ticker.getByRole('status').locator('..')).toHaveCSS('animation-play-state', 'paused')

  await ticker.getByRole('button', { name: 'Close the message' }).click()
  await expect(ticker).toBeHidden()
  await page.reload()
  await settled(page)
  await expect(ticker).toBeHidden()

  const deleted = await page.request.post('/api/broadcast?action=delete', {
    headers: { authorization: `Bearer ${token}` },
    data: { messageId: broadcast },
  })
  expect(deleted.status()).toBe(200)
  await expect(ticker).toContainText('Voting for the six ministries is open')
  // While it is waited for, the page's motion would be drawn without a graphics processor.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(ticker.getByRole('status').locator('..')).toHaveCSS('animation-name', 'none')
  await test.step('one with an end leaves at that instant, without a reload', async () => {
    const answer = await page.request.get('/api/broadcast?action=get-active')
    // On air for as long as the page may take to show it.
    const end = Number(answer.headers()['x-nation-time']) + 25_000
    await say(page, token, 'The ferry leaves at once.', 'info', end)
    await expect(ticker).toContainText('The ferry leaves at once.')
    await expect(ticker).toContainText('Voting for the six ministries is open', { timeout: 40_000 })
  })
})

test('without the nation’s news there is no ticker, and nothing is said about it', async ({ visit, complaints }) => {
  const page = await visit(nation, '/rules')
  await page.context().route('**/api/broadcast/**', (route) => route.abort())
  await page.goto('/')
  await settled(page)
  await expect(page.getByRole('region', { name: 'News ticker' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Announcements' })).not.toContainText(/\w/)
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/ERR_FAILED .*\/api\/broadcast/)
})

async function panelToken(page: Page): Promise<string> {
  const { username, password } = nation.admin ?? { username: '', password: '' }
  const answer = await page.request.post('/api/admin?action=authenticate', {
    data: { username, password },
  })
  return ((await answer.json()) as { token: string }).token
}

/** The panel sends a broadcast; answers its id. */
async function say(page: Page, token: string, message: string, type: string, endsAt?: number): Promise<string> {
  const answer = await page.request.post('/api/broadcast?action=create', {
    headers: { authorization: `Bearer ${token}` },
    data: { message, type, ...(endsAt !== undefined && { endsAt }) },
  })
  return ((await answer.json()) as { broadcast: { id: string } }).broadcast.id
}
