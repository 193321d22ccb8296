import { expect, type Page } from '@playwright/test'

/** Waits until the service worker serves this page, as it does on every visit after the first moments, and has cached the code. */
export async function workerServes(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
}

/** The paths that the worker keeps on this device. */
export function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const shelves = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = (await Promise.all(shelves.map((shelf) => shelf.keys()))).flat()
    return requests.map(({ url }) => new URL(url).pathname).sort()
  })
}

/** Waits until code of this name is cached. */
export async function keeps(page: Page, name: string): Promise<void> {
  await expect.poll(() => cachedPaths(page)).toContainEqual(expect.stringMatching(`^/assets/${name}-`))
}

/** The names of the builds that are cached on this device. */
export const cachedVersions = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys())

/** Runs before a page's scripts: a browser that has no service workers, as some private windows. */
export function withoutWorker(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
}
