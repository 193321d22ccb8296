import { signedInAt } from './support/citizen'
import { cardOf, voteButton } from './support/election'
import { numberIn, valueOf } from './support/figures'
import { addAccount, TUESDAY, useNation } from './support/nation'
import { expect, test, type Page } from './support/test'

const nation = useNation({ clock: TUESDAY })

// Who stands for president in the demo nation, and where.
const [first, second] = ['Nyambura Njoroge', 'Alistair Pemberton'] as const
const HUB = '/elections?position=president'

/** Sooner than the 30 s after which a page that hears nothing asks again. */
const AT_ONCE = { timeout: 15_000 }

/** The votes on a candidate's card. */
function votesOf(page: Page, name: string): Promise<number> {
  return numberIn(cardOf(page, name).getByText('votes', { exact: true }).locator('..'))
}

/** Opens a page and waits until it hears what happens in the nation. */
async function listening(page: Page, path: string): Promise<Page> {
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events')
  await page.goto(path)
  expect((await stream).headers()['content-type']).toContain('text/event-stream')
  return page
}

/** How many windows of the capital's walls are lit, of those that a tile of wall has. */
const litWindows = (page: Page) =>
  page.evaluate(() => {
    const windows = (paths: string) => document.querySelector(paths)?.getAttribute('d')?.split('M').length ?? 0
    return Math.max(0, windows('[data-windows="lit"]') - 1)
  })

/** The turnout as the home page says it. */
async function turnoutIn(page: Page): Promise<{ voters: number; percent: number }> {
  const words = page.getByText(/voted, [\d.]+% of those who may/)
  const [, percent] = /voted, ([\d.]+)%/.exec((await words.textContent()) ?? '') ?? []
  return { voters: await numberIn(words.locator('strong')), percent: Number(percent) }
}

const WINDOWS = 80

test('a vote that is cast in one browser shows in every other one without a reload', async ({ browserOf, visit }) => {
  await addAccount(nation, { handle: 'vera_votes', name: 'Vera Votes', createdAt: '2020-03-01T00:00:00Z' })
  const voter = await signedInAt(visit, nation, 'vera_votes', HUB)
  const elsewhere = await browserOf(nation)
  const hub = await listening(await elsewhere.newPage(), HUB)
  // A browser keeps one stream: its second tab hears of it from the first.
  const profile = await elsewhere.newPage()
  await profile.goto(HUB)
  await cardOf(profile, first).getByRole('link', { name: first }).click()
  const ballot = valueOf(profile.getByRole('complementary', { name: 'Ballot' }), 'Votes')
  const before = { first: await votesOf(hub, first), second: await votesOf(hub, second) }
  expect(await numberIn(ballot)).toBe(before.first)
  const home = await listening(await (await browserOf(nation)).newPage(), '/')
  await home.getByRole('heading', { name: 'The capital' }).scrollIntoViewIfNeeded()
  await expect.poll(() => litWindows(home)).toBeGreaterThan(0)
  const turnout = await turnoutIn(home)
  expect(Math.abs((await litWindows(home)) / WINDOWS - turnout.percent / 100)).toBeLessThanOrEqual(1 / WINDOWS)
  const asked: string[] = []
  home.on('request', (request) => asked.push(request.url()))

  // Without a wallet a vote weighs 1.0.
  await voteButton(voter, first).click()
  await expect(voteButton(voter, first)).toHaveAccessibleName('Voted')
  await expect.poll(() => votesOf(hub, first), AT_ONCE).toBeCloseTo(before.first + 1, 5)
  await expect.poll(() => numberIn(ballot), AT_ONCE).toBeCloseTo(before.first + 1, 5)

  await test.step('the home page says that one more has voted, lights windows with it, and asks nothing', async () => {
    await expect.poll(async () => (await turnoutIn(home)).voters, AT_ONCE).toBe(turnout.voters + 1)
    const now = await turnoutIn(home)
    expect(Math.abs((await litWindows(home)) / WINDOWS - now.percent / 100)).toBeLessThanOrEqual(1 / WINDOWS)
    expect(asked.filter((url) => url.includes('/api/elections'))).toEqual([])
  })

  await voteButton(voter, second).click()
  await expect(voteButton(voter, second)).toHaveAccessibleName('Voted')
  await expect.poll(() => votesOf(hub, second), AT_ONCE).toBeCloseTo(before.second + 1, 5)
  await expect.poll(() => votesOf(hub, first), AT_ONCE).toBeCloseTo(before.first, 5)
  await expect.poll(() => numberIn(ballot), AT_ONCE).toBeCloseTo(before.first, 5)
  expect(await votesOf(voter, second)).toBeCloseTo(before.second + 1, 5)
  // A citizen who changes their vote is no further voter.
  expect((await turnoutIn(home)).voters).toBe(turnout.voters + 1)
})
