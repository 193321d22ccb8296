import { signIn } from './support/citizen'
import { cardOf } from './support/election'
import { figures, valueOf } from './support/figures'
import { useNation } from './support/nation'
import { barriers, DESK, PHONE, settled } from './support/page'
import { expect, test, type Page } from './support/test'

// Thursday afternoon: president closed, ministries open.
const nation = useNation({ clock: '2026-02-05T15:00:00Z' })

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
