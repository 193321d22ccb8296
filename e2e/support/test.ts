import type { RunningNation } from '@nation/dev/nation'
import { test as base, expect, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'

export { expect }
export type { BrowserContext, Page }

interface Fixtures {
  /** A person's own browser at the nation: cookies, storage and tabs of nobody else. Closed when the test ends. */
  browserOf: (nation: RunningNation, options?: BrowserContextOptions) => Promise<BrowserContext>
  /** The same with a first tab. */
  visit: (nation: RunningNation, path?: string, options?: BrowserContextOptions) => Promise<Page>
  /** Everything that browsers complained of so far; a test fails at its end when there is anything. */
  complaints: string[]
}

/** Playwright's test, with browsers that notice when a page complains. */
export const test = base.extend<Fixtures>({
  complaints: async ({}, use) => {
    const complaints: string[] = []
    await use(complaints)
    expect(complaints, 'what the browser complained of').toEqual([])
  },
  browserOf: async ({ browser, complaints }, use) => {
    const open: BrowserContext[] = []
    await use(async (nation, options = {}) => {
      const context = await browser.newContext({ baseURL: nation.origin, ...options })
      open.push(context)
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        complaints.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => complaints.push(String(error.error())))
      return context
    })
    await Promise.all(open.map((context) => context.close()))
  },
  visit: async ({ browserOf }, use) => {
    await use(async (nation, path = '/', options) => {
      const page = await (await browserOf(nation, options)).newPage()
      await page.goto(path)
      return page
    })
  },
})

/**
 * A clock that is moved by hours ends the tokens that were in use: pages are refused once and renew them. Nothing else may
 * have been complained of.
 */
export function allowRenewals(complaints: string[]): void {
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/401 .*\/api\/(?!auth)/)
}
