/**
 * `npm run screenshots`: starts a nation and takes a picture of every screen in four variants: phone and desk, light and
 * dark. The browsers' clock stands still, so that two runs on one shelf of data (`NATION_TEST_NATIONS`) draw the same.
 *
 * `--out=FOLDER` says where to, `--only=home,bank` which; `--against=FOLDER` compares with pictures of before, and fails
 * when one differs; `--everything` also draws what differs between any two runs, such as hours of jobs; `--check` also
 * looks for what keeps people out; `--readme` renews the pictures of the README.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startNation, type RunningNation } from '@nation/dev/nation'
import { chromium, type Browser, type BrowserContext, type Page, type Route } from '@playwright/test'
import { signIn } from '../support/citizen'
import { accessibilityProblems, DESK, PHONE } from '../support/page'
import { enter } from '../support/test'
import { optionsOf, ourChromium, root, say } from './browser'
import { compareFolders } from './compare-pictures'
import { serveGallery } from './gallery'
import { screensOf, sharedPictures, type Screen } from './screens'

const {
  out: folder = '.nation/screenshots',
  only,
  against,
  readme = false,
  check = false,
  everything = false,
} = optionsOf({
  out: 'string',
  only: 'string',
  against: 'string',
  readme: 'boolean',
  check: 'boolean',
  everything: 'boolean',
})
const out = path.resolve(root, folder)
/** The names of the screens that are drawn; without, all are. */
const wanted = only?.split(',')

/** Thursday afternoon: the president is decided, the ministries are open. */
const BEGINS = '2026-02-05T15:00:00Z'
/** What the browsers' clocks say the whole time. */
const SHOWN = Date.parse('2026-02-05T15:10:00Z')

/** The components of `ui`, which are no screen of the nation. */
const GALLERY = 'gallery'

/** The pictures of shared links, which the server draws. */
const SHARES = 'shares'

/** The pages that the README shows, as one sees them on a desk before scrolling. */
const shownInReadme = ['home', 'elections', 'government', 'results', 'vote-hub', 'bank', 'candidate']

/**
 * What makes a browser's own pointer a finger. Without it, the emulation of touch ends for as long as a full page is drawn, and the
 * screen becomes that of a mouse.
 */
const FINGERS = '--blink-settings=primaryPointerType=2,availablePointerTypes=2,primaryHoverType=1,availableHoverTypes=1'

/** The browsers that draw: one for each size. */
interface Browsers {
  readonly phone: Browser
  readonly desk: Browser
}

/** Lets the nation's time stand still for the browser, and its calls fail or wait where a screen is drawn so. */
async function answer(route: Route, calls: Screen['calls']): Promise<void> {
  const request = route.request()
  const own = /\/api\/(auth|system|logs|events|user)\b/.test(request.url())
  if (calls === 'wait' && !own) return
  // A redirect is the browser's to follow, and a stream has no end.
  const streams = request.headers().accept?.includes('event-stream')
  if (request.isNavigationRequest() || streams) return route.continue()
  const headers = { 'x-nation-time': String(SHOWN), 'x-request-id': 'drawn' }
  if (calls === 'fail' && !own) {
    const body = {
      success: false,
      error: 'The nation is busy. Please try again in a moment.',
      code: 'invalid_input',
      errorId: 'drawn',
    }
    return route.fulfill({ status: 400, headers, json: body })
  }
  const response = await route.fetch()
  return route.fulfill({ response, headers: { ...response.headers(), ...headers } })
}

/** Waits until nothing loads any more, and what is drawn when it comes near has come. */
async function quiet(
  page: Page,
  { atTheGate = false, as, calls, loadsForever = false, staysThere = false }: Screen,
): Promise<void> {
  // What a browser leaves out of the drawing until one comes near belongs to the picture; a caret blinks.
  const still = '* { content-visibility: visible !important; caret-color: transparent !important }'
  await page.addStyleTag({ content: still })
  // Behind the gate nothing moves. Elsewhere the page has come to life once it knows who looks.
  if (!atTheGate) {
    await page
      .getByRole('banner')
      .getByRole('button', { name: as ? 'PROFILE' : 'CONNECT', exact: true, includeHidden: true })
      .waitFor()
  }
  if (calls === 'wait') {
    await page.locator('[aria-busy="true"], [data-waiting], [role="status"]').first().waitFor({ state: 'attached' })
  } else {
    await page.getByRole('heading').first().waitFor()
    if (!staysThere) await scrollThrough(page)
    if (!loadsForever) await nothingWaits(page)
    // What came with the data stood nowhere on the first way through.
    if (!staysThere) await scrollThrough(page)
  }
  await imagesNear(page)
  await page.evaluate(async (staysThere) => {
    if (!staysThere) scrollTo({ top: 0, behavior: 'instant' })
    await document.fonts.ready
    // A picture that is fetched when it comes near, and is not near, is never decoded.
    await Promise.all(
      [...document.images].filter(({ complete }) => complete).map((image) => image.decode().catch(() => {})),
    )
  }, staysThere)
  // Drawings that are fetched when they come near: nothing new has arrived for a while.
  let arrived = -1
  for (let now = await arrivals(page); now !== arrived; now = await arrivals(page)) {
    arrived = now
    await page.waitForTimeout(350)
  }
}

const nothingWaits = (page: Page) =>
  page.waitForFunction(() => {
    const said = [...document.querySelectorAll('main [role="status"]')].map(({ textContent }) => textContent ?? '')
    return (
      !document.querySelector('main [aria-busy="true"], [data-waiting]') && !said.some((one) => /^Loading/.test(one))
    )
  })

/** How long one place of a page waits for the images in it, in milliseconds. */
const IMAGES_TAKE = 3000

/** Waits for the images that the window shows, loaded or failed. */
const imagesNear = (page: Page): Promise<unknown> =>
  page
    .waitForFunction(
      () =>
        [...document.images].every((image) => {
          const { top, bottom, left, right, width } = image.getBoundingClientRect()
          const isSeen = width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
          return image.complete || !isSeen
        }),
      undefined,
      { timeout: IMAGES_TAKE },
    )
    .catch(() => {})

/** Goes down the page as its reader does, and stays at each place until its images have come. */
async function scrollThrough(page: Page): Promise<void> {
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < (await height()); y += 400) {
    await page.evaluate(async (top) => {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }, y)
    await imagesNear(page)
  }
}

const arrivals = (page: Page): Promise<number> => page.evaluate(() => performance.getEntriesByType('resource').length)

/** A browser of one person at one size, in which the screens of that person are drawn one after the other. */
class Artist {
  private calls: Screen['calls']
  private page: Page | undefined

  constructor(
    private readonly context: BrowserContext,
    private readonly width: number,
    private readonly as: string | undefined,
  ) {}

  async begin(): Promise<void> {
    await this.context.clock.setFixedTime(SHOWN)
    await this.context.route('**/api/**', (route) => answer(route, this.calls).catch(() => {}))
  }

  /** @returns how many pictures it took */
  async draw(screen: Screen): Promise<number> {
    const page = (this.page ??= await this.open())
    this.calls = screen.calls
    await page.emulateMedia({ colorScheme: 'light' })
    if (screen.path !== undefined) await page.goto(screen.path)
    await screen.opens?.(page)
    await quiet(page, screen)
    const hiding =
      screen.hides && !everything
        ? await page.addStyleTag({ content: `${screen.hides} { visibility: hidden }` })
        : undefined
    if (screen.name !== 'not-found' && (await page.title()) === 'Page not found · Nation') return 0
    for (const scheme of ['light', 'dark'] as const) await this.take(page, screen, scheme)
    // The next screen may be drawn without a load in between.
    await hiding?.evaluate((style) => (style as HTMLElement).remove())
    this.calls = undefined
    // A call that still waits would be answered on the next screen.
    if (screen.calls === 'wait') {
      await page.close()
      this.page = undefined
    }
    return 2
  }

  private async open(): Promise<Page> {
    const page = await this.context.newPage()
    await page.addInitScript(() => {
      const style = '*, ::before, ::after { transition: none !important }'
      addEventListener('DOMContentLoaded', () =>
        document.head.append(Object.assign(document.createElement('style'), { textContent: style })),
      )
    })
    if (this.as && !(await this.context.cookies()).some(({ name }) => /refresh/.test(name))) {
      await page.goto('/rules')
      await signIn(page, this.as)
    }
    return page
  }

  private async take(page: Page, { name, atTheGate, windowOnly }: Screen, colorScheme: 'light' | 'dark') {
    const file = `${name}-${this.width}-${colorScheme}.png`
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await page.screenshot({ path: path.join(out, file), fullPage: !atTheGate && !windowOnly })
    say(file)
    if (check) for (const barrier of await accessibilityProblems(page)) say(`  kept out: ${barrier}`)
    if (readme && this.width === DESK.width && shownInReadme.includes(name)) {
      await page.screenshot({ path: path.join(root, 'docs/pictures', `${name}-${colorScheme}.png`) })
    }
  }
}

/** Whose turn it is to change what both sizes show. */
class Turns {
  private last = Promise.resolve()

  /** Waits for its turn. @returns what ends it */
  async take(): Promise<() => void> {
    const before = this.last
    let end = () => {}
    this.last = new Promise((ended) => (end = ended))
    await before
    return end
  }
}

const turns = new Turns()

async function drawAs(browsers: Browsers, origin: string, screens: Screen[], viewport: typeof PHONE): Promise<number> {
  let taken = 0
  const browser = viewport === PHONE ? browsers.phone : browsers.desk
  const atTheGate = screens[0]?.atTheGate ?? false
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    // As fingers see it: without hover, and with what is made for a coarse pointer.
    hasTouch: viewport === PHONE,
    isMobile: viewport === PHONE,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Pictures of one moment: a worker would answer from an earlier screen's cache.
    serviceWorkers: 'block',
  })
  if (!atTheGate) await context.addInitScript(enter)
  const artist = new Artist(context, viewport.width, screens[0]?.as)
  await artist.begin()
  let passOn: (() => void) | undefined
  for (const screen of screens) {
    if (screen.alone) passOn ??= await turns.take()
    else {
      passOn?.()
      passOn = undefined
    }
    try {
      taken += await artist.draw(screen)
    } catch (error) {
      process.exitCode = 1
      say(`${screen.name}-${viewport.width}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  passOn?.()
  await context.close()
  return taken
}

/**
 * The screens that `--only` names, each after the ones that lead to it: a screen without a path opens from the one before, and some
 * need another reader's.
 */
function chosen(screens: readonly Screen[]): readonly Screen[] {
  if (!wanted) return screens
  const names = [...screens.map(({ name }) => name), GALLERY, SHARES]
  const unknown = wanted.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`No screen is called ${unknown.join(', ')}. There are ${names.join(', ')}.`)
  const taken = new Set<Screen>()
  const take = (name: string): void => {
    const place = screens.findIndex((screen) => screen.name === name)
    const from = screens.findLastIndex(({ path }, before) => before <= place && path !== undefined)
    for (const screen of screens.slice(from, place + 1)) {
      if (taken.has(screen)) continue
      taken.add(screen)
      if (screen.after !== undefined) take(screen.after)
    }
  }
  for (const { name } of screens) if (wanted.includes(name)) take(name)
  return screens.filter((screen) => taken.has(screen))
}

async function takeAll(browsers: Browsers, nation: RunningNation, screens: readonly Screen[]): Promise<number> {
  const groups = new Map<string, Screen[]>()
  for (const screen of screens) {
    const who = screen.as ?? (screen.atTheGate ? 'at the gate' : 'visitor')
    groups.set(who, [...(groups.get(who) ?? []), screen])
  }
  const taken = await Promise.all(
    [PHONE, DESK].map(async (viewport) => {
      let sum = 0
      for (const group of groups.values()) sum += await drawAs(browsers, nation.origin, group, viewport)
      return sum
    }),
  )
  return taken.reduce((sum, one) => sum + one, 0)
}

async function takeGallery(browsers: Browsers, nation: RunningNation): Promise<number> {
  const gallery = await serveGallery(nation.origin)
  try {
    const screens: Screen[] = [{ name: GALLERY, path: '/dev/gallery', loadsForever: true }]
    return (
      (await drawAs(browsers, gallery.origin, screens, PHONE)) + (await drawAs(browsers, gallery.origin, screens, DESK))
    )
  } finally {
    gallery.stop()
  }
}

/** Takes what the server draws for shared links, after the screens: by then a citizen has opened their page. */
async function takeShares(nation: RunningNation): Promise<number> {
  const pictures = Object.entries(await sharedPictures(nation))
  for (const [name, address] of pictures) {
    const response = await fetch(nation.origin + address)
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    await writeFile(path.join(out, `${name}.jpg`), Buffer.from(await response.arrayBuffer()))
    say(`${name}.jpg`)
  }
  return pictures.length
}

const nation = await startNation({ clock: BEGINS })
try {
  const screens = chosen(await screensOf(nation))
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const { executablePath, args, env } = await ourChromium()
  const launch = (...more: string[]) =>
    chromium.launch({ executablePath, args: [...args, ...more], env: { ...process.env, ...env } })
  const browsers = { phone: await launch(FINGERS), desk: await launch() }
  let taken = await takeAll(browsers, nation, screens)
  if (!wanted || wanted.includes(GALLERY)) taken += await takeGallery(browsers, nation)
  if (!wanted || wanted.includes(SHARES)) taken += await takeShares(nation)
  await Promise.all(Object.values(browsers).map((browser) => browser.close()))
  say(`${taken} pictures in ${path.relative(process.cwd(), out) || out}`)
} finally {
  await nation.stop()
}
if (against && (await compareFolders(path.resolve(root, against), out, say)) > 0) process.exitCode = 1
