import type { Locator } from '@playwright/test'
import { AccessibilityTree } from './support/accessibility-tree'
import { expectSignedIn, expectXPage, pick, signedInAt } from './support/citizen'
import { gate } from './support/gate'
import { expectApart } from './support/layout'
import { fingersOf } from './support/map'
import { addAccount, THURSDAY, useNation } from './support/nation'
import { allowOutage } from './support/outage-words'
import { accessibilityProblems, DESK, inVariant, PHONE, settled, variants } from './support/page'
import { expect, test, type Page } from './support/test'

// A Thursday after noon: the six ministries are voted on, and the other three offices are closed.
const nation = useNation({ clock: THURSDAY })

test.use({ motion: true })

/** At most so many clicks from a fresh browser, without the consent gate and X's own page. */
const FIRST_VOTE = 4
const ALL_MINISTRIES = 14
const MINISTRIES = 6
/** Done in under a minute. */
const BALLOT_SECONDS = 60
/** So many presses of Tab lead from where one begins, or from the head of a page's content, to the next control of the way. */
const NEAR = 30
/** All keys of the way by keyboard, from before the gate to the last vote. */
const ALL_KEYS = 80

for (const [where, viewport, within] of [
  ['on a desk', DESK, DESK.height],
  ['on a phone', PHONE, 500],
] as const) {
  test(`the first candidate begins within ${within} px of the top of the hub, ${where}`, async ({ visit }) => {
    const page = await visit(nation, '/elections', { viewport })
    const first = page.getByRole('list', { name: 'Candidates' }).getByRole('article').first()
    await expect(first).toBeVisible()
    const top = (await first.boundingBox())?.y ?? Infinity
    process.stdout.write(`${viewport.width} px wide: the first candidate begins at ${Math.round(top)} px\n`)
    expect(top).toBeLessThanOrEqual(within)
    expect(await accessibilityProblems(page)).toEqual([])
    const phase = page.getByRole('region', { name: 'Election phase' })
    await expectApart(phase.locator('[class*="needle"]'), phase.getByText('Six ministries', { exact: true }))
    if (viewport === PHONE) await chosenChipComes(page)
  })
}

test('a long list begins with two candidates of each office on a phone, and shows the others when asked', async ({
  visit,
}) => {
  const page = await visit(nation, '/elections', { viewport: PHONE })
  await settled(page)
  const cards = page.getByRole('list', { name: 'Candidates' }).getByRole('article')
  await expect(cards).toHaveCount(12)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  process.stdout.write(`${PHONE.width} px wide: the hub is ${height} px high\n`)
  expect(height).toBeLessThan(6_000)
  const more = page.getByRole('button', { name: /^Show \d+ more candidates$/ })
  const rest = Number(/\d+/.exec((await more.textContent()) ?? '')?.[0])
  await more.click()
  await expect(cards).toHaveCount(12 + rest)
  // The first office shows two before; its third is the first that appears.
  await expect(cards.nth(2).getByRole('link').first()).toBeFocused()
  await expect(more).toHaveCount(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await test.step('and the way back from a candidate leads to the whole list', async () => {
    await cards.nth(12).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/elections\/candidate\//)
    await page.goBack()
    await expect(cards).toHaveCount(12 + rest)
  })
  await test.step('on a desk nothing is folded', async () => {
    await page.goto('/elections')
    await expect(cards).toHaveCount(12)
    await page.setViewportSize(DESK)
    await expect(cards).toHaveCount(12 + rest)
    await expect(more).toBeHidden()
  })
})

test('a fresh browser on a phone votes for six ministries in few clicks, and scrolls no more than a screen', async ({
  visit,
}) => {
  await newVoter('fay_first')
  const page = await visit(nation, '/', { viewport: PHONE, hasTouch: true, beforeTheGate: true })
  await gate(page).getByRole('button', { name: 'Enter' }).click()
  let clicks = 0
  let furthest = 0
  const click = async (target: Locator) => {
    furthest = Math.max(furthest, await scrollTo(page, target))
    await target.click()
    clicks += 1
  }
  await click(connectFirst(page))
  await pick(page, 'fay_first')
  await expectSignedIn(page)
  await click(page.getByRole('link', { name: 'Vote office by office' }))
  // Cards of the hub have a button of the same name.
  await expect(heading(page, 'Finance')).toBeVisible()
  await test.step('a finger that goes aside turns the offices, there and back', async () => {
    const fingers = await fingersOf(page)
    await fingers.move([[330, 420]], [[60, 430]])
    await expect(heading(page, 'Creativity')).toBeVisible()
    await fingers.move([[60, 420]], [[330, 430]])
    await expect(heading(page, 'Finance')).toBeVisible()
  })
  const began = Date.now()
  for (let votes = 1; votes <= MINISTRIES; votes += 1) {
    const before = page.url()
    await click(firstVote(page))
    await expect(page).not.toHaveURL(before)
    if (votes === 1) {
      process.stdout.write(`first vote on a phone: ${clicks} clicks, at most ${furthest} px scrolled on a page\n`)
      expect(clicks).toBeLessThanOrEqual(FIRST_VOTE)
    }
  }
  const seconds = (Date.now() - began) / 1000
  process.stdout.write(
    `six ministries on a phone: ${clicks} clicks, at most ${furthest} px scrolled on a page; the ballot took ${seconds.toFixed(1)} s\n`,
  )
  expect(clicks).toBeLessThanOrEqual(ALL_MINISTRIES)
  expect(furthest).toBeLessThanOrEqual(PHONE.height)
  expect(seconds).toBeLessThan(BALLOT_SECONDS)
  await allChosen(page)
})

test('the same by keyboard alone, from before the gate', async ({ visit }) => {
  await newVoter('kay_keys')
  const page = await visit(nation, '/', { viewport: PHONE, beforeTheGate: true })
  await settled(page)
  let keys = 0
  const key = async (name: string) => {
    keys += 1
    await page.keyboard.press(name)
  }
  const press = async (target: Locator, most = NEAR) => {
    await expect(target).toBeEnabled()
    const isFocused = () => target.evaluate((element) => element === document.activeElement)
    for (let tabs = 0; tabs < most && !(await isFocused()); tabs += 1) await key('Tab')
    await expect(target, `no more than ${most} presses of Tab away`).toBeFocused()
    await key('Enter')
  }
  const skip = async () => {
    await press(page.getByRole('link', { name: 'Skip to content' }), 1)
    await expect(page.getByRole('main')).toBeFocused()
  }
  await press(gate(page).getByRole('button', { name: 'Enter' }))
  await expect(gate(page)).toHaveCount(0)
  await press(connectFirst(page))
  await expectXPage(page)
  await pick(page, 'kay_keys')
  await expectSignedIn(page)
  await settled(page)
  await skip()
  await press(page.getByRole('link', { name: 'Vote office by office' }))
  await test.step('arrow keys turn the offices, and the focus is on each heading', async () => {
    await expect(heading(page, 'Finance')).toBeFocused()
    await key('ArrowRight')
    await expect(heading(page, 'Creativity')).toBeFocused()
    await key('ArrowLeft')
    await expect(heading(page, 'Finance')).toBeFocused()
  })
  const before = keys
  for (let votes = 1; votes <= MINISTRIES; votes += 1) {
    const office = page.url()
    await press(firstVote(page))
    await expect(page).not.toHaveURL(office)
    if (votes < MINISTRIES) await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  process.stdout.write(`six ministries by keyboard: ${before} keys to the ballot, ${keys - before} on it\n`)
  expect(keys).toBeLessThanOrEqual(ALL_KEYS)
  await allChosen(page)
})

test('the same by the accessibility tree alone: names and roles, no selectors and no pictures', async ({ visit }) => {
  await newVoter('tess_tree')
  const page = await visit(nation, '/', { viewport: PHONE, beforeTheGate: true })
  const tree = await AccessibilityTree.of(page)
  await tree.find({ role: 'dialog', name: 'Entering Nation' })
  await tree.press({ role: 'button', name: 'Enter' })
  await tree.press({ role: 'button', name: 'Connect with Twitter' })
  // X’s own page is not ours to read.
  await pick(page, 'tess_tree')
  await tree.press({ role: 'link', name: 'Vote office by office' })
  // Cards of the hub have a button of the same name.
  await tree.find({ role: 'heading', level: 1, name: /^Finance, \d+ candidates?$/ })
  for (let votes = 1; votes <= MINISTRIES; votes += 1) {
    // What is read is read at once: between two readings the candidates may come, or the page go.
    const { node, read } = await tree.press({ role: 'button', name: 'Vote' })
    const headings = (level: number) =>
      read.filter((one) => one.role === 'heading' && one.level === level).map(({ name }) => name)
    const office = headings(1).join()
    await test.step(`the button says for whom it votes, and the page which office it is: ${office}`, async () => {
      expect(office).toMatch(/^[\w ]+, \d+ candidates?$/)
      expect(headings(2)).toContain(node.description)
      const isGone = async () => (await tree.nodes()).every(({ role, name }) => role !== 'heading' || name !== office)
      await expect.poll(isGone).toBe(true)
    })
  }
  await tree.find({ role: 'list', name: 'Your choices by office' })
  await expect.poll(() => tree.text()).toContain(`You have voted in all ${MINISTRIES} open offices.`)
})

test('the ballot is open to all: an office, and two candidates side by side', async ({ visit }) => {
  await newVoter('axel_open')
  const page = await signedInAt(visit, nation, 'axel_open', '/elections/ballot/minister_finance')
  await test.step('one office, untouched', () => openInAllVariants(page))
  await test.step('one candidate chosen for a comparison', async () => {
    await compareButton(page).first().click()
    await expect(compareButton(page).first()).toHaveAttribute('aria-pressed', 'true')
    await openInAllVariants(page)
  })
  await test.step('two candidates side by side', async () => {
    await compareButton(page).nth(1).click()
    await expect(page.getByRole('table', { name: /side by side$/ })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('table', { name: /side by side$/ })).toBeVisible()
    await openInAllVariants(page)
  })
})

test('the ballot is open to all while a vote is on its way, and after it', async ({ visit }) => {
  await newVoter('vera_votes')
  const page = await signedInAt(visit, nation, 'vera_votes', '/elections/ballot/minister_finance')
  const main = page.getByRole('main')
  await test.step('a vote that is on its way', async () => {
    const arrives = await holdBack(page, '**/api/votes/cast')
    await firstVote(page).click()
    await expect(main.getByRole('button', { name: 'Voting...' })).toBeVisible()
    await openAsItIs(page)
    arrives()
    await expect(heading(page, 'Creativity')).toBeVisible()
  })
  await test.step('a vote that was given, and the others that it may move to', async () => {
    await page.goto('/elections/ballot/minister_finance')
    await expect(main.getByRole('button', { name: 'Voted' })).toHaveCount(1)
    await expect(main.getByRole('button', { name: 'Switch Vote' }).first()).toBeVisible()
    await openInAllVariants(page)
  })
  await test.step('what one chose', async () => {
    await page.goto('/elections/ballot/done')
    await expect(page.getByText(`You have voted in 1 of ${MINISTRIES} open offices.`)).toBeVisible()
    await openInAllVariants(page)
  })
})

test('the ballot is open to all at its last office, at a closed one, and while it loads', async ({ visit }) => {
  await newVoter('lars_last')
  const page = await signedInAt(visit, nation, 'lars_last', '/elections/ballot/minister_citizens')
  const main = page.getByRole('main')
  await test.step('the last office', async () => {
    await expect(page.getByText(`Office ${MINISTRIES} of ${MINISTRIES}, open until`)).toBeVisible()
    await openInAllVariants(page)
  })
  await test.step('an office that is closed', async () => {
    await page.goto('/elections/ballot/president')
    await expect(main.getByRole('button', { name: 'Voting Closed' }).first()).toBeDisabled()
    await openInAllVariants(page)
  })
  await test.step('candidates that are still loading', async () => {
    const arrive = await holdBack(page, '**/api/candidates/list*')
    await page.goto('/elections/ballot/minister_creativity')
    await expect(page.getByText('Loading candidates')).toBeAttached()
    await openAsItIs(page)
    arrive()
    await expect(firstVote(page)).toBeVisible()
  })
})

test('the ballot is open to all who are signed out', async ({ visit }) => {
  const visitor = await visit(nation, '/elections/ballot/minister_finance')
  await expect(connect(visitor)).toBeVisible()
  await openInAllVariants(visitor)
  await visitor.goto('/elections/ballot/done')
  await openInAllVariants(visitor)
})

test('the ballot is open to all where its candidates cannot be read, and without a network', async ({
  visit,
  complaints,
  expectAlarm,
}) => {
  nation.fetchCodeAhead()
  await newVoter('olaf_offline')
  const page = await signedInAt(visit, nation, 'olaf_offline', '/elections/ballot/minister_finance')
  await expect(firstVote(page)).toBeVisible()
  await test.step('the server does not answer', async () => {
    expectAlarm('Candidates could not be loaded')
    await page.context().route('**/api/candidates/list*', (route) => route.abort())
    await page.goto('/elections/ballot/minister_creativity')
    await expect(page.getByText('Candidates could not be loaded')).toBeVisible()
    await openAsItIs(page)
    await page.context().unroute('**/api/candidates/list*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(firstVote(page)).toBeVisible()
  })
  await test.step('the network is gone', async () => {
    await page.context().setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await openAsItIs(page)
    await page.context().setOffline(false)
    await expect(page.getByText('You are offline.')).toBeHidden()
  })
  allowOutage(complaints)
})

const newVoter = (handle: string) =>
  addAccount(nation, { handle, name: handle, followers: 5, createdAt: '2021-05-01T00:00:00Z' })

const heading = (page: Page, office: string) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^${office}, \\d+ candidates?$`) })
const connect = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign in to Vote' }).first()
const connectFirst = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Connect with Twitter' }).first()
const compareButton = (page: Page) => page.getByRole('button', { name: /^Compare/ })
const firstVote = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Vote', exact: true }).first()

/** A chip that is chosen from afar scrolls into view. */
async function chosenChipComes(page: Page): Promise<void> {
  const chips = page.getByRole('group', { name: 'Position' })
  const last = chips.getByRole('button', { name: /^Marketing/ })
  const scrolled = () => chips.evaluate(({ scrollLeft }) => scrollLeft)
  expect(await scrolled()).toBe(0)
  await expect(last).not.toBeInViewport({ ratio: 1 })
  // A press of Playwright’s own would scroll to it first.
  await last.evaluate((chip: HTMLElement) => chip.click())
  await expect(page).toHaveURL(/position=minister_marketing/)
  await expect.poll(scrolled).toBeGreaterThan(0)
  await expect(last).toBeInViewport({ ratio: 1 })
}

async function allChosen(page: Page): Promise<void> {
  await expect(page).toHaveURL(`${nation.origin}/elections/ballot/done`)
  await expect(page.getByText(`You have voted in all ${MINISTRIES} open offices.`)).toBeVisible()
  const choices = page.getByRole('list', { name: 'Your choices by office' })
  await expect(choices.getByText(/^@/)).toHaveCount(MINISTRIES)
}

/** Scrolls a page until a control is whole in view, as a reader does. @returns how far down the page that was, in pixels */
async function scrollTo(page: Page, target: Locator): Promise<number> {
  await expect(target).toBeVisible()
  await page.evaluate(() => globalThis.scrollTo({ top: 0, behavior: 'instant' }))
  const box = await target.boundingBox()
  const height = await page.evaluate(() => innerHeight)
  const far = Math.ceil(Math.max(0, (box?.y ?? Infinity) + (box?.height ?? 0) - height))
  await page.evaluate((top) => globalThis.scrollTo({ top, behavior: 'instant' }), far)
  await expect(target).toBeInViewport({ ratio: 1 })
  return far
}

async function openInAllVariants(page: Page): Promise<void> {
  await openInEach(page, () => settled(page))
}

/** The same for a state that does not last: of what still loads, or will not come. */
async function openAsItIs(page: Page): Promise<void> {
  await openInEach(page, () => Promise.resolve())
}

async function openInEach(page: Page, ready: () => Promise<void>): Promise<void> {
  for (const { viewport, colorScheme, looksAt } of variants) {
    await inVariant(page, viewport, colorScheme)
    await ready()
    expect(await accessibilityProblems(page, looksAt)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  }
}

/** Keeps requests waiting. @returns lets them go; those that follow go at once */
async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => (letGo = resolve))
  await page.context().route(pattern, async (route) => {
    await gone
    await route.continue()
  })
  return letGo
}
