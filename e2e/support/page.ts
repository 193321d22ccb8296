import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The sizes that every screen is made for. */
export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1440, height: 900 }

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

/** What keeps people out, by the rules of WCAG 2.2 AA: each rule with the first place that breaks it. */
export async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
  return violations.map(({ id, nodes }) => {
    const [first] = nodes
    return `${id} at ${nodes.length} places, as ${first?.target.join(' ')}: ${first?.failureSummary}`
  })
}
