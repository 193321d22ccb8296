/**
 * `npm run screenshots`: starts a nation and takes a picture of every public page in four variants: phone and desk, light
 * and dark. `--out=FOLDER` says where to, `--only=home,bank` which; `--readme` also renews the pictures of the README.
 */
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { startNation, type RunningNation } from '@nation/dev/nation'
import { chromium, type Browser, type Page } from '@playwright/test'
import { signIn } from '../support/citizen'
import { DESK, PHONE } from '../support/page'
import { enter } from '../support/test'
import { option, ourChromium, root, say } from './browser'

interface Picture {
  name: string
  path: string
  /** In front of the consent gate. */
  atTheGate?: boolean
  /** Who looks; without, a visitor. */
  as?: string
}

const out = path.resolve(root, option('out') ?? '.nation/screenshots')
const readme = process.argv.includes('--readme')

/** The pages that the README shows, as one sees them on a desk before scrolling. */
const shownInReadme = ['home', 'elections', 'government', 'results', 'vote-hub', 'bank', 'candidate']

async function read<T>({ origin }: RunningNation, call: string): Promise<T> {
  const response = await fetch(`${origin}/api/${call}`)
  if (!response.ok) throw new Error(`${call} answered ${response.status}`)
  return (await response.json()) as T
}

/** Every public page, with a candidate, an official and a past election of the nation that runs. */
async function publicPages(nation: RunningNation): Promise<Picture[]> {
  const { candidates } = await read<{ candidates: { id: string }[] }>(nation, 'candidates/list')
  const { members } = await read<{ members: { uid: string }[] }>(nation, 'members/get-government')
  const { elections } = await read<{ elections: { id: string; resultsReady: boolean }[] }>(nation, 'elections/list')
  const past = elections.find(({ resultsReady }) => resultsReady)
  const { interviews } = await read<{ interviews: { id: string }[] }>(nation, 'interviews/list')
  return [
    { name: 'consent-gate', path: '/', atTheGate: true },
    { name: 'home', path: '/' },
    { name: 'rules', path: '/rules' },
    { name: 'participation', path: '/participation' },
    { name: 'government', path: '/gov-staff' },
    { name: 'official', path: `/gov-official/${members[0]?.uid}` },
    { name: 'elections', path: '/elections' },
    { name: 'candidate', path: `/elections/candidate/${candidates[0]?.id}` },
    ...(past ? [{ name: 'results', path: `/elections/results/${past.id}` }] : []),
    { name: 'vote-signed-out', path: '/vote' },
    { name: 'vote-hub', path: '/vote', as: 'ada_citizen' },
    { name: 'bank', path: '/bank' },
    { name: 'interviews', path: '/interviews' },
    ...(interviews[0] ? [{ name: 'interview', path: `/interviews/${interviews[0].id}` }] : []),
    { name: 'dashboard-signed-out', path: '/government' },
    { name: 'messenger', path: '/messenger' },
    { name: 'profile-signed-out', path: '/profile' },
    { name: 'run-for-office-signed-out', path: '/elections/create-profile' },
    { name: 'admin-gate', path: '/admin' },
    { name: 'not-found', path: '/no-such-place' },
  ]
}

/** Waits until nothing loads any more, and what is drawn when it comes near has come. */
async function quiet(page: Page, { atTheGate = false, as }: Picture): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  // What a browser leaves out of the drawing until one comes near belongs to the picture.
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
  // Behind the gate nothing moves. Elsewhere the page has come to life once it knows who looks.
  if (atTheGate) return
  await page
    .getByRole('banner')
    .getByRole('button', { name: as ? 'PROFILE' : 'CONNECT', exact: true })
    .waitFor()
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 400) {
      scrollTo(0, y)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
  })
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-waiting]'))
  await page.evaluate(async () => {
    scrollTo(0, 0)
    await document.fonts.ready
    // A picture that is fetched when it comes near, and is not near, is never decoded.
    await Promise.all(
      [...document.images].filter(({ complete }) => complete).map((image) => image.decode().catch(() => {})),
    )
  })
  // Drawings that are fetched when they come near: nothing new has arrived for a while.
  let arrived = -1
  for (let now = await arrivals(page); now !== arrived; now = await arrivals(page)) {
    arrived = now
    await page.waitForTimeout(600)
  }
}

const arrivals = (page: Page): Promise<number> => page.evaluate(() => performance.getEntriesByType('resource').length)

async function takeAll(browser: Browser, nation: RunningNation): Promise<number> {
  const only = option('only')?.split(',')
  const pages = (await publicPages(nation)).filter(({ name }) => !only || only.includes(name))
  let taken = 0
  for (const viewport of [PHONE, DESK]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const picture of pages) {
        const context = await browser.newContext({
          baseURL: nation.origin,
          viewport,
          // As fingers see it.
          hasTouch: viewport === PHONE,
          colorScheme,
          reducedMotion: 'reduce',
          locale: 'en-GB',
        })
        if (!picture.atTheGate) await context.addInitScript(enter)
        const page = await context.newPage()
        await page.goto(picture.path)
        if (picture.as) await signIn(page, picture.as)
        await quiet(page, picture)
        const built = picture.name === 'not-found' || (await page.title()) !== 'Page not found · Nation'
        if (built) {
          taken += await take(page, picture, `${viewport.width}-${colorScheme}`)
          if (readme && viewport === DESK && shownInReadme.includes(picture.name)) {
            await page.screenshot({ path: path.join(root, 'docs/pictures', `${picture.name}-${colorScheme}.png`) })
          }
        } else if (viewport === PHONE && colorScheme === 'light') say(`not built yet: ${picture.path}`)
        await context.close()
      }
    }
  }
  return taken
}

async function take(page: Page, { name, atTheGate }: Picture, variant: string): Promise<1> {
  await page.screenshot({ path: path.join(out, `${name}-${variant}.png`), fullPage: !atTheGate })
  say(`${name}-${variant}.png`)
  return 1
}

await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
// Thursday afternoon: the president is decided, the ministries are open.
const nation = await startNation({ clock: '2026-02-05T15:00:00Z' })
try {
  const { executablePath, args, env } = await ourChromium()
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
  const taken = await takeAll(browser, nation)
  await browser.close()
  say(`${taken} pictures in ${path.relative(process.cwd(), out) || out}`)
} finally {
  await nation.stop()
}
