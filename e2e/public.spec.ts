import AxeBuilder from '@axe-core/playwright'
import type { RunningNation } from '@nation/dev/nation'
import { signedInAt, signIn } from './support/citizen'
import { cardOf, voteButton } from './support/election'
import { figures, valueOf } from './support/figures'
import { useNation } from './support/nation'
import { expect, test, type Page } from './support/test'

// Thursday afternoon: president closed, ministries open.
const nation = useNation({ clock: '2026-02-05T15:00:00Z' })

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const forMinister = 'Théo Lefèvre'

interface PublicPage {
  name: string
  path: (page: Page) => Promise<string>
  /** What the requirements say that one reads there. */
  reads: (page: Page) => Promise<void>
}

const at = (path: string) => () => Promise.resolve(path)

/** The address that a link on a page leads to. */
async function linked(page: Page, from: string, name: string | RegExp): Promise<string> {
  await page.goto(from)
  return (await page.getByRole('main').getByRole('link', { name }).first().getAttribute('href')) ?? ''
}

const pages: PublicPage[] = [
  {
    name: 'home',
    path: at('/'),
    async reads(page) {
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { name: 'How Democracy Works' })).toBeVisible()
      for (const step of ['Hold $ON', 'Vote Weekly', 'See Change']) {
        await expect(main.getByRole('heading', { name: step })).toBeVisible()
      }
      await expect(main.getByRole('button', { name: 'Connect with Twitter' }).first()).toBeVisible()
      await expect(main.getByRole('link', { name: 'Learn More' }).first()).toBeVisible()
      await expect(valueOf(main, 'Total Citizens')).toMatchAriaSnapshot('- definition: /^[1-9]\\d*$/')
    },
  },
  {
    name: 'elections',
    path: at('/elections'),
    async reads(page) {
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: 'Run for Office' })).toBeVisible()
      await figures(main, { 'Elections Status': 'Active', 'Your Status': 'Visitor' })
      await expect(valueOf(main, 'Total Candidates')).toBeVisible()
      await expect(main.getByPlaceholder('Search candidates...')).toBeVisible()
      const chips = main.getByRole('group', { name: 'Position' }).getByRole('button')
      await expect(chips).toHaveCount(10)
      await expect(cardOf(page, forMinister)).toContainText('Minister of Citizens')
    },
  },
  {
    name: 'a candidate',
    path: (page) => linked(page, '/elections', forMinister),
    async reads(page) {
      await expect(page.getByRole('heading', { level: 1, name: forMinister })).toBeVisible()
      await expect(page.getByRole('button', { name: /Connect to vote/i })).toBeVisible()
      for (const part of ['Vision', 'Why vote for me', 'Biography']) {
        await expect(page.getByRole('heading', { name: part })).toBeVisible()
      }
      const ballot = page.getByRole('complementary', { name: 'Ballot' })
      await expect(valueOf(ballot, 'Votes')).toBeVisible()
      await expect(valueOf(ballot, 'Supporters')).toBeVisible()
    },
  },
  {
    name: 'the government',
    path: at('/gov-staff'),
    async reads(page) {
      await figures(page.getByRole('main'), { 'positions filled': '9 /9' })
      await expect(valueOf(page.getByRole('main'), 'total citizens')).toBeVisible()
      await expect(page.getByRole('list', { name: 'Cabinet positions' }).getByRole('article')).toHaveCount(9)
      await expect(page.getByRole('article', { name: 'President' })).toContainText('Piet de Vries')
      await expect(page.getByRole('main').getByRole('link', { name: 'View Elections' })).toBeVisible()
    },
  },
  {
    name: 'the auth wall',
    path: at('/elections/create-profile'),
    async reads(page) {
      await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
      await expect(page.getByRole('main')).toContainText('connect your Twitter account')
      await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
    },
  },
  {
    name: 'a past result',
    path: (page) => linked(page, '/elections', /Results$/),
    async reads(page) {
      await expect(page.getByRole('heading', { level: 1, name: 'Results' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'President' })).toContainText('Piet de Vries')
      await expect(page.getByRole('region', { name: 'President' })).toContainText('Decided by weight')
    },
  },
  {
    name: 'a page that does not exist',
    path: at('/no-such-place'),
    reads: async (page) => expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible(),
  },
]

/** Waits until nothing on the page is loading any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** What keeps people out, by the rules of WCAG 2.2 AA: each rule with the first place that breaks it. */
async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
  return violations.map(({ id, nodes }) => {
    const [first] = nodes
    return `${id} at ${nodes.length} places, as ${first?.target.join(' ')}: ${first?.failureSummary}`
  })
}

for (const viewport of [PHONE, DESK]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every public page says what it should, to everybody, at ${viewport.width} px in ${colorScheme}`, async ({
      visit,
    }) => {
      test.setTimeout(180_000)
      const page = await visit(nation, '/', { viewport, colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      for (const { name, path, reads } of pages) {
        await test.step(name, async () => {
          await page.goto(await path(page))
          await settled(page)
          await reads(page)
          expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(viewport.width)
          expect.soft(await barriers(page), name).toEqual([])
        })
      }
    })
  }
}

for (const [viewport, colorScheme] of [
  [PHONE, 'dark'],
  [DESK, 'light'],
] as const) {
  test(`what only citizens see is for everybody, too, at ${viewport.width} px in ${colorScheme}`, async ({ visit }) => {
    const page = await visit(nation, '/elections', { viewport, colorScheme, reducedMotion: 'reduce' })
    await signIn(page, 'ada_citizen')
    await settled(page)
    expect.soft(await barriers(page), 'the ballots of a citizen').toEqual([])

    await page.getByRole('banner').getByRole('button', { name: 'PROFILE' }).click()
    await expect(page.getByRole('dialog', { name: 'Citizen ID' })).toBeVisible()
    expect.soft(await barriers(page), 'the ID card').toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('banner').getByRole('button', { name: 'PROFILE' })).toBeFocused()

    await page.goto('/elections/create-profile')
    const form = page.getByRole('form', { name: 'Candidate profile' })
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('region', { name: 'Announcements' })).toContainText(
      'Missing Information: Please fill in all required fields',
    )
    await expect(form.getByRole('textbox', { name: 'Bio', exact: true })).toHaveAttribute('aria-invalid', 'true')
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    expect.soft(await barriers(page), 'the form, with its problems').toEqual([])
  })
}

test('a search that finds nobody says so, and asks to be the first', async ({ visit }) => {
  const page = await visit(nation, '/elections')
  await page.getByPlaceholder('Search candidates...').fill('nobody of this name')
  await expect(page.getByText('No candidates found for this position')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Be the first candidate!' })).toBeVisible()
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
  for (const card of await cards.all()) await expect(card).toContainText('Minister of Citizens')
})

test('who follows an old link to a candidate is told, and helped on', async ({ visit, complaints }) => {
  const page = await visit(nation, '/elections/candidate/019c0000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Candidate not found' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'View Elections' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Elections' })).toBeVisible()
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/404 .*\/api\/candidates/)
})

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
  await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'ELECTIONS' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/elections$/)
  await expect(page.getByRole('main')).toBeFocused()

  await page.goto('/elections?position=minister_raid_corps')
  await settled(page)
  const button = voteButton(page, 'Itzel Cruz')
    .or(page.getByRole('list', { name: 'Candidates' }).getByRole('button'))
    .first()
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await expect(button).toHaveAccessibleName('Voted')
  await expect(button).toBeFocused()
})

test('on a phone the keyboard opens the menu and goes where it leads', async ({ visit }) => {
  const page = await visit(nation, '/', { viewport: PHONE })
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
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
  await change.click()
  await change.click()
  await expect(change).toHaveAccessibleName(/^Colour scheme: Dark/)
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

for (const who of [undefined, 'cleo_candidate', 'alma_admin']) {
  test(`no link leads nowhere: ${who ?? 'a visitor'}`, async ({ visit }) => {
    test.setTimeout(120_000)
    const page = who ? await signedInAt(visit, nation, who, '/') : await visit(nation)
    await crawl(page, nation)
  })
}

/** Follows links from the public pages on; of addresses that differ in an id only, the first few. */
async function crawl(page: Page, { origin }: RunningNation): Promise<void> {
  const shape = (path: string) => path.replace(/[0-9a-f-]{36}/g, ':id')
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
      if (url.pathname.startsWith('/media/')) {
        if (!known.has(href)) expect((await page.request.get(href)).status(), href).toBe(200)
      } else if (url.hash && url.pathname === new URL(page.url()).pathname) {
        await expect(page.locator(url.hash), href).toHaveCount(1)
      } else if (!known.has(url.pathname)) queue.push(url.pathname)
      known.add(url.pathname.startsWith('/media/') ? href : url.pathname)
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
