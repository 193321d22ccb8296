/*
 * Prints what a large copy costs the whole console, with the panel open: `node --import tsx e2e/tools/console-panel-speed.ts [members]
 * [entries]`. The real main, preload and renderer run on Chromium's parts; the nation is made up by a server in this process, so its database
 * has no part in it. `console-speed.ts` measures the copy alone.
 */
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { prepareConsole, startConsole, type RunningConsole } from '@nation/dev/console'
import { replicaFormat } from '@nation/domain/replica/format'
import type { Page } from '@playwright/test'
import { entry, member, pageOf } from '../../web/scripts/replica-rows'
import { ourChromium } from './browser'
import { tell } from '../support/tell'

const [members = 100_000, entries = 1_000_000] = process.argv.slice(2).map(Number)
const print = (what: string, figures: string) => process.stdout.write(`${what.padEnd(52)} ${figures}\n`)
const ms = (value: number) => `${value.toFixed(0)} ms`
/** A figure, and whether it keeps the limit that it is asked for. */
const against = (value: number, limit: number, unit = ' ms') =>
  `${value.toFixed(unit === ' times' ? 2 : 0)}${unit} (at most ${limit}: ${value <= limit ? 'kept' : 'MISSED'})`

/** A nation of so many, over HTTP. What is in `changed` is what its next answer about changes has. */
class MadeUpNation {
  changed: ReturnType<typeof member>[] = []
  readonly #server = createServer((request, response) => this.#answer(request, response))

  constructor(private readonly size: { readonly members: number; readonly entries: number }) {}

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(url, 'http://nation')
    const answer = this.#answers[pathname]?.(searchParams)
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json', 'x-nation-time': String(Date.now()) })
    response.end(JSON.stringify(answer ?? { success: false, code: 'unknown_call', error: 'None.', requestId: 'none' }))
  }

  readonly #answers: Readonly<Record<string, (given: URLSearchParams) => object>> = {
    '/api/admin/authenticate': () => ({
      ...{ success: true, token: 'token', expiresAt: Date.now() + 8 * 3_600_000 },
      ...{ adminId: member(0).id, farewell: 'farewell', message: 'Welcome.' },
    }),
    '/api/replica/open': () => ({
      ...{ success: true, nation: member(0).id, format: replicaFormat, position: '0', now: Date.now() },
      tables: [
        { table: 'members', rows: this.size.members },
        { table: 'gazette', rows: this.size.entries },
      ],
    }),
    '/api/replica/rows': (given) => {
      const table = given.get('table')
      const from = Number(given.get('after') ?? 0)
      const all = table === 'members' ? this.size.members : this.size.entries
      const count = Math.min(1_000, all - from)
      const make = (n: number) => (table === 'members' ? member(n) : entry(n, this.size.members))
      const rows = Array.from({ length: count }, (_, at) => make(from + at))
      return pageOf(String(table), rows, from + count < all ? String(from + count) : null)
    },
    '/api/replica/changes': () => {
      const put = this.changed.splice(0)
      const position = String(put.length)
      const none = { success: true, more: false, reset: false, gone: {}, again: [] }
      return { ...none, position, put: put.length > 0 ? { members: put } : {} }
    },
  }
}

/** What the page notes of itself from its first script on. */
interface Noted {
  firstRow: number
  tasks: number[]
  frames: number[]
}

/** In the page: when the first row was there, and every long task and frame. */
function takeNotes(): void {
  const noted: Noted = { firstRow: 0, tasks: [], frames: [] }
  Object.assign(globalThis, { noted })
  new PerformanceObserver((list) => noted.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  })
  let before = performance.now()
  const frame = (now: number) => {
    noted.frames.push(now - before)
    before = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  const watching = new MutationObserver(() => {
    if (!document.querySelector('[aria-label="Members"] [role="listitem"]')) return
    noted.firstRow = performance.now()
    watching.disconnect()
  })
  watching.observe(document, { subtree: true, childList: true })
}

const notes = (page: Page): Promise<Noted> => page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted)
const forgetNotes = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { noted } = globalThis as unknown as { noted: Noted }
    noted.tasks = []
    noted.frames = []
  })
const longest = (values: readonly number[]) => Math.max(0, ...values)
/** How many frames of a screen with 60 a second were not drawn. */
const lostOf = (frames: readonly number[]): number =>
  frames.reduce((sum, frame) => sum + Math.max(0, Math.round(frame / (1_000 / 60)) - 1), 0)
const tasksOf = ({ tasks, frames }: Noted) =>
  `longest task ${against(longest(tasks), 50)}, longest frame ${ms(longest(frames))}, ${lostOf(frames)} frames lost`
const isSynced = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Synced/ })
    .waitFor({ timeout: 600_000 })

/** Opens the copy that is there, three times; answers the middle one. */
async function coldStart(page: Page): Promise<Noted & { readonly allRows: number }> {
  const starts: (Noted & { readonly allRows: number })[] = []
  for (let n = 0; n < 3; n++) {
    await page.reload()
    await page.bringToFront()
    await page.getByRole('list', { name: 'Members' }).getByRole('listitem').first().waitFor({ timeout: 60_000 })
    await isSynced(page)
    starts.push({ ...(await notes(page)), allRows: await page.evaluate(() => performance.now()) })
  }
  return starts.toSorted((one, other) => one.firstRow - other.firstRow)[1]!
}

/** What the renderer's processes have for themselves, in MiB: the largest one is the panel's. */
async function rendererMemory(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const browser = await page.context().browser()!.newBrowserCDPSession()
  const { processInfo } = (await browser.send('SystemInfo.getProcessInfo')) as {
    processInfo: { id: number; type: string }[]
  }
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const text = fs.readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1_024
    })
  return Math.max(...sizes)
}

/** What is looked for, letter by letter: names, handles, and words of entries, as one types them on any keyboard. */
function* sought(members: number): Generator<string> {
  for (let n = 0; ; n++) {
    const { username, twitterUsername } = member((n * 7_919) % members)
    const words = [username, `appointed ${String(username)}`, twitterUsername, `reason number ${n * 9_973}`][n % 4]
    yield String(words).normalize('NFD').replaceAll(/\p{M}/gu, '')
  }
}

/** In the page, from each key on: what it waits, in milliseconds, until a frame with the results of what is typed by then is drawn. */
function noteKeys(): void {
  let isTyped = false
  addEventListener('input', () => (isTyped = true))
  const press = ({ timeStamp }: KeyboardEvent) => {
    isTyped = false
    const drawn = new Promise<number>((resolve) => {
      const look = () => {
        const isBusy = document.querySelector('[role=listbox]')?.getAttribute('aria-busy') !== 'false'
        if (!isTyped || isBusy) return void requestAnimationFrame(look)
        // The frame of this callback has them; a task behind it runs once it is on its way to the screen.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - timeStamp)
        port2.postMessage(null)
      }
      requestAnimationFrame(look)
    })
    Object.assign(globalThis, { drawn })
  }
  addEventListener('keydown', press, { capture: true })
}

/**
 * In the page, which need not wait for who looks from outside: asks for what changed, and answers how long it takes from the last byte of it
 * until a frame with these words is drawn.
 */
function noteIncrement(words: string): Promise<number> {
  performance.clearResourceTimings()
  const drawn = new Promise<number>((resolve) => {
    const look = () => {
      if (!document.body.textContent.includes(words)) return void requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        const last = calls.findLast(({ name }) => name.includes('/api/replica/changes'))
        resolve(performance.now() - (last?.responseEnd ?? 0))
      }
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  })
  dispatchEvent(new Event('online'))
  return drawn
}

/** Types 200 queries, none of them twice, into the search of everything; answers what each key took. */
async function search(page: Page, members: number): Promise<number[]> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search everything' })
  await field.waitFor()
  await page.evaluate(noteKeys)
  const [typed, took] = [new Set<string>(), [] as number[]]
  for (const words of sought(members)) {
    await field.fill('')
    for (let end = 1; end <= words.length; end++) {
      await page.keyboard.press(words[end - 1] === ' ' ? 'Space' : words[end - 1]!)
      const drawn = await page.evaluate<number>('drawn')
      const query = words.slice(0, end).trim()
      if (typed.has(query)) continue
      typed.add(query)
      took.push(drawn)
      if (took.length === 200) {
        await page.keyboard.press('Escape')
        return took
      }
    }
  }
  return took
}

function keys50And95(took: readonly number[]): string {
  const sorted = took.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0
  return `p50 ${ms(at(0.5))}, p95 ${against(at(0.95), 50)}, longest ${ms(at(1))}`
}

async function measure(size: { readonly members: number; readonly entries: number }): Promise<number> {
  const userData = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-panel-speed-'))
  const nation = new MadeUpNation(size)
  const origin = await nation.start()
  let console: RunningConsole | undefined
  try {
    console = await startConsole({ browser: await ourChromium(), userData, words: [`--local-nation=${origin}`] })
    const choice = await console.newest()
    await choice.getByRole('button', { name: 'Add and open' }).click()
    await choice.waitForEvent('close')
    const page = await console.newest()
    // What runs this file names functions by a helper, which the page has not.
    await page.context().addInitScript('globalThis.__name = (named) => named')
    await page.context().addInitScript(takeNotes)
    await page.reload()
    await page.bringToFront()
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password').fill('password')
    const since = performance.now()
    await page.getByRole('button', { name: 'Enter' }).click()
    await isSynced(page)
    const took = performance.now() - since
    print(`first sync of ${size.members + size.entries} rows, panel open`, `${ms(took)}; ${tasksOf(await notes(page))}`)
    const start = await coldStart(page)
    print(
      '  cold start: first row of the list / synced',
      `${ms(start.firstRow)} / ${ms(start.allRows)}; ${tasksOf(start)}`,
    )
    if (size.members < 1_000) return start.firstRow
    await forgetNotes(page)
    nation.changed = Array.from({ length: 1_000 }, (_, n) => ({
      ...member(size.members - 1 - n),
      username: `Renamed ${n}`,
    }))
    const shown = await page.evaluate(noteIncrement, 'Renamed 0')
    await page.waitForTimeout(1_000)
    const noted = await notes(page)
    print('an increment of 1,000 changes, until it is drawn', `${against(shown, 300)}; ${tasksOf(noted)}`)
    await forgetNotes(page)
    const keys = await search(page, size.members)
    print(
      `search: ${keys.length} keys, each another query, until its results are drawn`,
      `${keys50And95(keys)}; ${tasksOf(await notes(page))}`,
    )
    print('memory of the whole renderer', against(await rendererMemory(page), 400, ' MiB'))
    return start.firstRow
  } finally {
    await console?.quit()
    nation.stop()
    fs.rmSync(userData, { recursive: true, force: true })
  }
}

await prepareConsole(tell)
const empty = await measure({ members: 1, entries: 0 })
const full = await measure({ members, entries })
print('cold start against an empty console’s', against(full / empty, 2, ' times'))
process.exit(0)
