import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import type axeCore from 'axe-core'
import type { Result, RunOnly } from 'axe-core'

/** The sizes that every screen is made for. */
export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1440, height: 900 }

/** The four variants. Between two of one size only colours differ, so only their rules are asked again. */
export const variants = [
  { viewport: PHONE, colorScheme: 'light', looksAt: 'everything' },
  { viewport: PHONE, colorScheme: 'dark', looksAt: 'colours' },
  { viewport: DESK, colorScheme: 'dark', looksAt: 'everything' },
  { viewport: DESK, colorScheme: 'light', looksAt: 'colours' },
] as const

/** Changes window and system colours of an open page, which follows both. Without motion, so that nothing is under way. */
export async function inVariant(
  page: Page,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
): Promise<void> {
  // What is below the fold and left out of the drawing would begin its change of colours when one comes there.
  await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' })
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Waits until nothing on the page is loading any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await nothingLoads(page)
}

/** The same for a page that has no heading of its own, such as one about something that is not there. */
export async function nothingLoads(page: Page): Promise<void> {
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** The rules that depend on colours. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** What keeps people out, by the rules of WCAG 2.2 AA: each rule with the first place that breaks it. */
export async function accessibilityProblems(
  page: Page,
  looksAt: 'everything' | 'colours' = 'everything',
): Promise<string[]> {
  // What lies below the header where the page is scrolled is not covered for good, as axe takes it to be.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.evaluate(movedToEnd)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE};(${String(prepareAxe)})()`)
  const rules: RunOnly = looksAt === 'colours' ? { type: 'rule', values: COLOURS } : { type: 'tag', values: [...WCAG] }
  const violations = await page.evaluate(findViolations, rules)
  return violations.map(({ id, nodes }) => {
    const [first] = nodes
    const place = first?.target?.join(' ') ?? 'one that is in order by now'
    return `${id} at ${nodes.length} places, as ${place}: ${first?.failureSummary}`
  })
}

/** Axe as its makers shorten it: each page that is looked at reads it anew, and this is half as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Axe = typeof axeCore

/**
 * What breaks these rules. A selector of one element needs a walk through the whole page, so axe looks without them, and once more
 * where it has found something. Of what is in order, and of the text of elements, it gathers nothing. No page has frames inside, so
 * axe is in this document alone. Runs in the page.
 */
async function findViolations(runOnly: RunOnly): Promise<Result[]> {
  const { axe } = globalThis as unknown as { axe: Axe }
  const options = { runOnly, resultTypes: ['violations' as const], preload: false }
  const { violations } = await axe.run({ ...options, selectors: false })
  if (violations.length === 0) return []
  const again = await axe.run(options)
  return again.violations.length > 0 ? again.violations : violations
}

/**
 * Brings what moves or fades in to its end, and what begins thereupon: a toast that is half there has half of its contrast. Waiting for it could
 * take for ever, as what the browser leaves out of its drawing (`content-visibility`) stands still in the middle of its way. Runs in the page.
 */
async function movedToEnd(): Promise<void> {
  const isEnding = ({ playState, timeline, effect }: Animation) =>
    playState === 'running' && timeline instanceof DocumentTimeline && effect?.getComputedTiming().endTime !== Infinity
  for (let rounds = 0; rounds < 20; rounds++) {
    const ending = document.getAnimations().filter(isEnding)
    if (ending.length === 0) return
    for (const animation of ending) animation.finish()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/**
 * Axe reads the text of a colour anew for each element, though a page has a dozen of them. That was a quarter of its
 * processor time. Runs in the page.
 */
function prepareAxe(): void {
  type Channels = Record<'r' | 'g' | 'b' | 'alpha', number>
  type ColourClass = { prototype: Channels & { parseString: (text: string) => Channels } }
  const { axe } = globalThis as unknown as { axe: { commons: { color: { Color: ColourClass } } } }
  const { prototype } = axe.commons.color.Color
  const { parseString } = prototype
  const read = new Map<string, Channels>()
  prototype.parseString = function (this: Channels, text: string) {
    const known = read.get(text)
    if (known) return Object.assign(this, known)
    Reflect.apply(parseString, this, [text])
    const { r, g, b, alpha } = this
    read.set(text, { r, g, b, alpha })
    return this
  }
  ;(globalThis as unknown as { axe: Axe }).axe.configure({ noHtml: true })
}

/** The colours of a part's ground and lower edge: by these alone what is chosen differs where colours are forced. */
export const groundOf = (part: Locator): Promise<string> =>
  part.evaluate((element) => {
    const { backgroundColor, borderBottomColor } = getComputedStyle(element)
    return `${backgroundColor}, ${borderBottomColor}`
  })

/** Nothing keeps people out of this page at either width, and nothing of it is wider than the window. */
export async function isOpenToAll(page: Page): Promise<void> {
  for (const { viewport, colorScheme, looksAt } of variants.filter(({ looksAt }) => looksAt === 'everything')) {
    await inVariant(page, viewport, colorScheme)
    await settled(page)
    expect(await accessibilityProblems(page, looksAt)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  }
}

/** A field has the focus, and nothing lies over it or the words that belong to it: no sticky title, no edge of what scrolls. */
export async function isFocusedInView(field: Locator): Promise<void> {
  await expect(field).toBeFocused()
  const covered = () =>
    field.evaluate((element: HTMLInputElement | HTMLTextAreaElement) => {
      const words = (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id))
      return [element, ...(element.labels ?? []), ...words.flatMap((part) => part ?? [])]
        .filter((part) => {
          const { left, top, bottom } = part.getBoundingClientRect()
          return ![top + 2, bottom - 2].every((y) => part.contains(document.elementFromPoint(left + 4, y)))
        })
        .map((part) => part.textContent || part.tagName)
    })
  await expect.poll(covered, 'what is covered of the field').toEqual([])
}
