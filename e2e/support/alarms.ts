import { expect, type BrowserContext, type Page } from '@playwright/test'

/** Says that this journey brings up an alarm with these words. One that was named and never came fails the journey, too. */
export type ExpectAlarm = (words: string | RegExp) => void

/** What pages said in alarm: error toasts, everything else that is announced as an alert, and screens that broke. */
export class Alarms {
  private readonly seen: string[] = []
  private readonly named: (string | RegExp)[] = []

  readonly expect: ExpectAlarm = (words) => void this.named.push(words)

  /** Watches every page of a browser from its first moment on. */
  async watch(context: BrowserContext): Promise<void> {
    await context.exposeBinding('nationAlarm', ({ page }, words: string) => {
      this.seen.push(`${words} (${new URL(page.url()).pathname})`)
    })
    await context.addInitScript(reportAlarms)
  }

  /** Waits until every open page has handed over what it noticed. */
  async collect(contexts: readonly BrowserContext[]): Promise<void> {
    const pages = contexts.flatMap((context) => context.pages())
    await Promise.all(pages.map((page) => turn(page)))
  }

  /** Holds what was said against what the journey named. */
  check(): void {
    const fits = (said: string, words: string | RegExp) =>
      typeof words === 'string' ? said.includes(words) : words.test(said)
    const unnamed = this.seen.filter((said) => !this.named.some((words) => fits(said, words)))
    expect(unnamed, 'alarms that the journey did not name').toEqual([])
    const missing = this.named.filter((words) => !this.seen.some((said) => fits(said, words)))
    expect(missing.map(String), 'alarms that the journey named and that never came').toEqual([])
  }
}

/** One turn of the page: what it reported before has arrived. A page that is going away has nothing more to say. */
const turn = (page: Page): Promise<unknown> => page.evaluate(() => 0).catch(() => undefined)

/** Runs in every page: reports each text that appears as an alert, once for as long as it is shown. */
function reportAlarms(): void {
  const report = (window as unknown as { nationAlarm: (words: string) => void }).nationAlarm
  let shown = new Set<string>()
  const look = () => {
    const alerts = [
      ...document.querySelectorAll<HTMLElement>('[role="alert"], [data-kind="error"], main > h1, main h1'),
    ]
    const now = new Set<string>()
    for (const one of alerts) {
      const words = (one.textContent ?? '').trim().replace(/\s+/g, ' ')
      if (words === '' || (one.tagName === 'H1' && !words.startsWith('Oops'))) continue
      now.add(words)
    }
    for (const words of now) if (!shown.has(words)) report(words)
    shown = now
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
}
