import { accessibilityProblems, DESK, inVariant, settled, variants } from './page'
import type { Locator } from '@playwright/test'
import { expect, type Page } from './test'

/** The messages of the open conversation. */
export const lines = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })
/** Where one writes. */
export const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
/** A message of the open conversation. */
export const bubble = (page: Page, text: string) => lines(page).getByRole('listitem').filter({ hasText: text })
/** A line of the list. */
export const chat = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Conversations' }).getByRole('link').filter({ hasText: name })

/** How many pixels of the open conversation are below what is in view. */
export const fromEnd = (page: Page) =>
  lines(page).evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)

/** Goes to the end of the open conversation: it opens at the first unread message, and what comes is drawn for a reader at the end. */
export async function toEnd(page: Page): Promise<void> {
  await lines(page).getByRole('listitem').first().waitFor()
  // What loads meanwhile moves the end.
  await expect(async () => {
    await lines(page).press('End')
    expect(await fromEnd(page)).toBeLessThan(4)
  }).toPass()
}

/** Presses a button of a message while the list scrolls a little, as it does when messages come. */
export async function pressWhileItMoves(page: Page, button: Locator): Promise<void> {
  await button.hover()
  await page.mouse.down()
  await lines(page).evaluate(async (box) => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve))
    box.scrollBy({ top: box.scrollTop > 0 ? -2 : 2, behavior: 'instant' })
    for (let frame = 0; frame < 3; frame++) await drawn()
  })
  await page.mouse.up()
}

/** Writes and sends. */
export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
}

export async function openMenu(page: Page, text: string): Promise<void> {
  await bubble(page, text).hover()
  await bubble(page, text)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
}

/** Does something of the menu of a message. */
export async function act(page: Page, text: string, action: string): Promise<void> {
  await openMenu(page, text)
  const item = { name: action, exact: true }
  await page.getByRole('menuitem', item).or(page.getByRole('menuitemcheckbox', item)).click()
}

/** Nothing keeps people out of this page in any variant, and nothing of it is wider than the screen. */
export const isOpenToAll = (page: Page, what: string): Promise<void> => inVariants(page, what, () => settled(page))

/** The same for the dialog that is open on it. */
export const dialogIsOpenToAll = (page: Page, what: string): Promise<void> =>
  inVariants(page, what, () => expect(page.getByRole('dialog')).toBeVisible())

async function inVariants(page: Page, what: string, ready: () => Promise<void>): Promise<void> {
  for (const { viewport, colorScheme, looksAt } of variants) {
    await inVariant(page, viewport, colorScheme)
    await ready()
    expect(await accessibilityProblems(page, looksAt), `${what} at ${viewport.width} px, ${colorScheme}`).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, `${what} is wider than ${viewport.width} px`).toBeLessThanOrEqual(viewport.width)
  }
  await page.setViewportSize(DESK)
}
