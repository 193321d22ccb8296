/**
 * `npm run browsers`: the main road of a demo nation in Firefox and in WebKit, the engine of Safari, wherever they are installed: Debian's
 * `firefox-esr`, and `webkit2gtk-driver` with `xvfb`. Each person has a browser of their own; what a browser complains of fails the road.
 * An engine that is not here is named as skipped. `--only=firefox` walks in one engine, `--origin=ADDRESS` in a nation that runs already,
 * `--out=FOLDER` keeps a picture of every station.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startNation } from '@nation/dev/nation'
import { defaultTokenVersion } from '@nation/domain/chain'
import { THURSDAY } from '../support/nation'
import { findEngine, OtherBrowser, type BrowserSettings, type Engine } from '../support/webdriver'
import { optionsOf, say } from './browser'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const [ENTER, TAB, ESCAPE] = ['\uE007', '\uE004', '\uE00C']

/** Pages that everybody may read. */
const publicPages = [
  '/',
  '/rules',
  '/gov-staff',
  '/elections',
  '/vote',
  '/bank',
  '/interviews',
  '/gazette',
  '/participation',
]

/** What a browser says of its own, and not of the page. */
const ofTheBrowser = /Password fields present on an insecure|downloadable font|Layout was forced|InstallTrigger/

interface Road {
  readonly origin: string
  /** Opens a new browser, with storage of its own. */
  readonly open: (settings?: BrowserSettings) => Promise<OtherBrowser>
  readonly arrive: (browser: OtherBrowser, station: string) => Promise<void>
}

/** Each with the one engine in which it can be walked, where the other lacks a setting for it. */
const stations: readonly (readonly [name: string, walk: (road: Road) => Promise<void>, only?: Engine])[] = [
  ['a visitor enters and reads every public page, on a desk and on a phone', readAll],
  ['the menu is opened and closed by keyboard', useKeys],
  ['a citizen signs in, comes back, and moves a vote', vote],
  ['two people write to each other', write],
  ['a citizen takes the ID card along, and looks for a wallet that is not here', takeCard],
  ['an official goes through the dashboard', govern],
  ['the nation is read where nothing may be stored', storeNothing, 'firefox'],
]

async function readAll({ origin, open, arrive }: Road): Promise<void> {
  const browser = await open()
  for (const size of [DESK, PHONE]) {
    const { width } = await browser.resize(size)
    for (const page of publicPages) {
      await browser.goto(origin + page)
      if (page === '/' && size === DESK) {
        await arrive(browser, 'the consent gate')
        await browser.click('button', 'Enter')
      }
      await browser.find('header button', 'CONNECT')
      await browser.find('main h1')
      await arrive(browser, `${page} at ${width}`)
      const wide = await browser.run(() => document.documentElement.scrollWidth)
      if (wide > width) throw new Error(`${page} is ${wide} px wide in a window of ${width} px.`)
    }
  }
}

async function useKeys({ origin, open, arrive }: Road): Promise<void> {
  const browser = await open()
  await browser.resize(DESK)
  await browser.goto(`${origin}/bank`)
  await browser.click('button', 'Enter')
  await browser.find('main h1')
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  const passed: (string | null | undefined)[] = []
  do {
    await browser.press(TAB)
    passed.push(await browser.run(focused))
    if (passed.length > 12) throw new Error(`Tab does not come to the menu, but to ${passed.join(', ')}.`)
  } while (passed.at(-1) !== 'Ways to take part')
  await browser.press(ENTER)
  await browser.find('header a', /^Vote/)
  await arrive(browser, 'the menu')
  await browser.press(ESCAPE)
  await browser.until('Escape closes the menu and leaves the focus there', () => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-expanded') === 'false'
  })
}

async function enterAs(browser: OtherBrowser, origin: string, handle: string, to = '/'): Promise<void> {
  await browser.goto(`${origin}/rules`)
  // Without the token's version, the app may load itself again in the middle of what follows (`signedInAt`).
  await browser.run((version) => {
    localStorage.setItem('ui', JSON.stringify({ state: { consentAccepted: true }, version: 2 }))
    localStorage.setItem('tokenVersion', version)
  }, defaultTokenVersion)
  await browser.goto(`${origin}/bank`)
  await browser.click('header button', 'CONNECT')
  await browser.type(handle, 'input', /Find someone/)
  await browser.click('button', new RegExp(`@${handle}`))
  await browser.find('header button', /PROFILE/)
  if (to !== '/bank') await browser.goto(origin + to)
}

async function vote({ origin, open, arrive }: Road): Promise<void> {
  const browser = await open()
  await browser.resize(DESK)
  await enterAs(browser, origin, 'ada_citizen')
  await browser.find('header button', /PROFILE/)
  await arrive(browser, 'the day')
  await browser.until('the worker serves', () => navigator.serviceWorker.controller !== null)
  const finance = `${origin}/elections/ballot/minister_finance`
  await browser.goto(finance)
  // In a nation that ran before, the citizen has voted.
  await browser.click('main article button', /^(Vote|Switch Vote)$/)
  await browser.until('the next office is shown', () => !location.pathname.endsWith('minister_finance'))
  await arrive(browser, 'the next office')
  await browser.goto(finance)
  await browser.find('main article button', /Voted/)
  await browser.click('main article button', 'Switch Vote')
  await browser.until('the next office is shown', () => !location.pathname.endsWith('minister_finance'))
  await arrive(browser, 'another vote')
}

async function write({ origin, open, arrive }: Road): Promise<void> {
  const [ada, mina] = [await open(), await open()]
  await ada.resize(DESK)
  await mina.resize(DESK)
  await enterAs(ada, origin, 'ada_citizen', '/messenger/citizens')
  await enterAs(mina, origin, 'mina_minister', '/messenger/citizens')
  await ada.find('textarea', 'Message')
  await mina.find('textarea', 'Message')
  const words = `The lamps burn at ${Date.now()}`
  const isThere = (text: string) =>
    [...document.querySelectorAll('[role="region"] li, section li')].some((line) => line.textContent?.includes(text))
  await mina.type(words + ENTER, 'textarea', 'Message')
  await mina.until('what was sent is shown', isThere, words)
  await ada.until('it arrives by itself', isThere, words)
  await arrive(ada, 'a message that arrived')
  const height = () => document.querySelector('textarea')?.getBoundingClientRect().height ?? 0
  const before = await ada.run(height)
  await ada.type('A long sentence about the harbour goes on and on. '.repeat(12), 'textarea', 'Message')
  await arrive(ada, 'a long message')
  const after = await ada.run(height)
  if (after < before * 1.5) throw new Error(`The field stays ${after} px high with twelve sentences in it.`)
}

async function takeCard({ origin, open, arrive }: Road): Promise<void> {
  const browser = await open()
  await browser.resize(DESK)
  await enterAs(browser, origin, 'new_visitor', '/profile')
  await browser.find('main button', 'Download card')
  await browser.run(keepSaved)
  await browser.click('main button', 'Download card')
  await browser.until('the card is saved', () => document.documentElement.dataset.saved !== undefined)
  const name = await browser.run(() => document.documentElement.dataset.saved)
  if (!name?.endsWith('.png')) throw new Error(`The card is saved as ${name}.`)
  await arrive(browser, 'the profile')
  await browser.click('main li button', /Phantom/)
  await browser.find('[role="alert"]', /Please install Phantom wallet to continue/)
  await arrive(browser, 'a wallet that is not here')
}

/** Notes the name of a file that the page saves, which needs no place on this machine then. */
function keepSaved(): void {
  HTMLAnchorElement.prototype.click = function save(this: HTMLAnchorElement) {
    document.documentElement.dataset.saved = this.download
  }
}

async function govern({ origin, open, arrive }: Road): Promise<void> {
  const browser = await open()
  await browser.resize(DESK)
  await enterAs(browser, origin, 'piet_president')
  for (const tab of ['overview', 'hierarchy', 'communication', 'polls', 'tasks', 'interviews']) {
    await browser.goto(`${origin}/government?tab=${tab}`)
    await browser.find('main h2, main h3')
    await arrive(browser, `the dashboard, ${tab}`)
  }
}

async function storeNothing({ origin, open, arrive }: Road): Promise<void> {
  const browser = await open({ preferences: { 'network.cookie.cookieBehavior': 2 } })
  await browser.resize(DESK)
  await browser.goto(origin)
  await browser.click('button', 'Enter')
  await browser.find('header button', 'CONNECT')
  await arrive(browser, 'home without a storage')
}

/** Runs in the page: parts that scroll, by less than a visitor would scroll. Where scrollbars take room, they have one. */
function scrollsByAHair(): string[] {
  const isHair = (flow: string, more: number) => /auto|scroll/.test(flow) && more > 0 && more < 4
  return [...document.querySelectorAll('body *:not(textarea)')].flatMap((part) => {
    const { overflowX, overflowY } = getComputedStyle(part)
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = part
    const found = isHair(overflowX, scrollWidth - clientWidth) || isHair(overflowY, scrollHeight - clientHeight)
    return found && clientWidth > 0 ? `${part.localName}.${part.classList[0]}` : []
  })
}

async function walk(engine: Engine, program: string, origin: string, out: string | undefined): Promise<number> {
  let failures = 0
  for (const [name, steps, alone] of stations) {
    if (alone !== undefined && alone !== engine) continue
    const browsers: OtherBrowser[] = []
    const open = async (settings?: BrowserSettings) => {
      const browser = await OtherBrowser.start(engine, program, settings)
      browsers.push(browser)
      return browser
    }
    const arrive = async (browser: OtherBrowser, station: string) => {
      if (out) {
        const file = `${engine} ${station}`.replaceAll(/[^\w-]+/g, '-')
        writeFileSync(path.join(out, `${file}.png`), await browser.picture())
      }
      const hairs = await browser.run(scrollsByAHair)
      if (hairs.length > 0) throw new Error(`At ${station} there is a scrollbar for a few pixels: ${hairs.join(', ')}.`)
      const complaints = (await browser.complaints()).filter((line) => !ofTheBrowser.test(line))
      if (complaints.length > 0) throw new Error(`At ${station} the browser complained:\n${complaints.join('\n')}`)
    }
    try {
      await steps({ origin, open, arrive })
      say(`passed  ${engine}: ${name}`)
    } catch (error) {
      failures += 1
      say(`FAILED  ${engine}: ${name}\n${error instanceof Error ? error.message : String(error)}`)
      if (out && browsers[0])
        writeFileSync(path.join(out, `${engine}-failed-${failures}.png`), await browsers[0].picture())
    } finally {
      await Promise.all(browsers.map((browser) => browser.end()))
    }
  }
  return failures
}

const { origin: given, only, out } = optionsOf({ origin: 'string', only: 'string', out: 'string' })
const wanted = (['firefox', 'webkit'] as const).filter((engine) => only === undefined || only === engine)
const here = wanted.flatMap((engine) => {
  const program = findEngine(engine)
  if (program === null) say(`SKIPPED ${engine}: it is not installed on this machine`)
  return program === null ? [] : [{ engine, program }]
})
if (out) mkdirSync(out, { recursive: true })
let failed = 0
if (here.length > 0) {
  const nation = given === undefined ? await startNation({ clock: THURSDAY }) : null
  try {
    for (const { engine, program } of here) failed += await walk(engine, program, given ?? nation?.origin ?? '', out)
  } finally {
    await nation?.stop()
  }
}
process.exit(failed > 0 ? 1 : 0)
