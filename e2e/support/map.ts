import { expect, type Locator, type Page } from '@playwright/test'

/** Goes to the map of the home page, and waits until it is there. */
export async function mapOf(page: Page): Promise<Locator> {
  // The map comes once one is near it. What lies above its title may still grow, so one scrolls until it is there, as a reader does.
  const title = page.getByRole('heading', { name: 'The capital' })
  const map = page.getByRole('group', { name: /^Map of the capital/ })
  await expect(async () => {
    await title.evaluate((heading) => heading.scrollIntoView())
    await expect(map).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await map.scrollIntoViewIfNeeded()
  return map
}

/** The four pins. */
export const pinsOf = (page: Page): Locator => page.getByRole('list', { name: 'Pins on the map' })

/** What is announced at the moment. */
export const announcementsOf = (page: Page): Locator => page.getByRole('region', { name: 'Announcements' })

const matrixOf = (map: Locator) =>
  map.locator('.react-transform-component').evaluate((content) => {
    const { a, e, f } = new DOMMatrix(getComputedStyle(content).transform)
    return { scale: a, x: e, y: f }
  })

/** How near one looks. */
export const scaleOf = async (map: Locator): Promise<number> => (await matrixOf(map)).scale

/** Where the picture lies in its frame, in pixels. */
export const placeOf = async (map: Locator): Promise<{ x: number; y: number }> => matrixOf(map)

/** A place on the page, in pixels. */
export type Spot = readonly [x: number, y: number]

/** Fingers on the glass: one or two, as the browser hears them. */
export async function fingersOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spots: readonly Spot[] = [], timestamp?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: spots.map(([x, y], id) => ({ x, y, id })),
      ...(timestamp !== undefined && { timestamp }),
    })
  return {
    /** Two taps a tenth of a second apart, however busy the machine is. */
    async tapTwice(spot: Spot): Promise<void> {
      const start = Date.now() / 1000
      for (const at of [start, start + 0.1]) {
        await touch('touchStart', [spot], at)
        await touch('touchEnd', [], at + 0.04)
      }
    },
    /** Goes from some places to others, each finger to its own. */
    async move(from: readonly Spot[], to: readonly Spot[]): Promise<void> {
      await touch('touchStart', from)
      for (let step = 1; step <= 10; step++) {
        const between = from.map(([x, y], finger): Spot => {
          const [goalX, goalY] = to[finger] ?? [x, y]
          return [x + ((goalX - x) * step) / 10, y + ((goalY - y) * step) / 10]
        })
        await touch('touchMove', between)
      }
      await touch('touchEnd')
    },
  }
}
