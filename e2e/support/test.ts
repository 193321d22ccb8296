import type { RunningNation } from '@nation/dev/nation'
import { test as base, expect, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { Alarms, type ExpectAlarm } from './alarms'

export { expect }
export type { BrowserContext, Page }

export interface BrowserOptions extends BrowserContextOptions {
  /** A browser whose person has not entered through the consent gate yet. Without, they have. */
  beforeTheGate?: boolean
}

interface Options {
  /**
   * Whether pages move, as they do for most visitors: for journeys of which that is a part, with `test.use({ motion: true })`. Without,
   * browsers ask for less motion (decision 118).
   */
  motion: boolean
}

interface Fixtures {
  /** A person's own browser at the nation, with its own cookies, storage and tabs. Closed when the test ends. */
  browserOf: (nation: RunningNation, options?: BrowserOptions) => Promise<BrowserContext>
  /** The same with a first tab. */
  visit: (nation: RunningNation, path?: string, options?: BrowserOptions) => Promise<Page>
  /** Everything that browsers complained of so far; a test fails at its end when there is anything. */
  complaints: string[]
  alarms: Alarms
  /** Names an alarm that this journey brings up. Every other error toast or alert fails it. */
  expectAlarm: ExpectAlarm
}

/** Playwright's test, with browsers that notice when a page complains. */
export const test = base.extend<Options & Fixtures>({
  motion: [false, { option: true }],
  complaints: async ({}, use) => {
    const complaints: string[] = []
    await use(complaints)
    expect(complaints, 'what the browser complained of').toEqual([])
  },
  alarms: async ({}, use) => {
    const alarms = new Alarms()
    await use(alarms)
    alarms.check()
  },
  expectAlarm: async ({ alarms }, use) => use(alarms.expect),
  browserOf: async ({ browser, motion, complaints, alarms }, use) => {
    const reducedMotion = motion ? 'no-preference' : 'reduce'
    const open: BrowserContext[] = []
    await use(async (nation, { beforeTheGate = false, ...options } = {}) => {
      const context = await browser.newContext({ baseURL: nation.origin, reducedMotion, ...options })
      open.push(context)
      await alarms.watch(context)
      if (!beforeTheGate) await context.addInitScript(enter)
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        complaints.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => complaints.push(String(error.error())))
      return context
    })
    await alarms.collect(open)
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

/** Enters through the consent gate, as a returning visitor has done. */
export function enter(): void {
  try {
    if (localStorage.getItem('ui') !== null) return
    localStorage.setItem('ui', JSON.stringify({ state: { consentAccepted: true }, version: 2 }))
  } catch {
    // A page without a storage has no gate.
  }
}

/**
 * A clock that is moved by hours ends the tokens that were in use: pages are refused once and renew them. Nothing else may
 * have been complained of.
 */
export function allowRenewals(complaints: string[]): void {
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/401 .*\/api\/(?!auth)/)
}
