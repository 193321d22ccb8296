import fs from 'node:fs'
import { Session } from 'node:inspector/promises'
import os from 'node:os'
import path from 'node:path'
import { createPanelAccount } from '@nation/core/admin'
import { deriveKeys } from '@nation/core/auth'
import { change } from '@nation/core/platform'
import { emptyNation, growNation } from '@nation/core/testing'
import { findChromium } from '@nation/dev/chromium'
import { prepareConsole, startConsole, type RunningConsole } from '@nation/dev/console'
import { root } from '@nation/dev/launcher'
import { cacheFolder } from '@nation/dev/services'
import mysql, { type RowDataPacket } from 'mysql2/promise'
import { median, say, verdict } from './stage/report'
import { makeNation, secret, startProcess, type Running } from './stage/nation'
import { runBench, setting } from './stage/run'
import type { BenchServices } from './stage/services'
import { processorMs } from './stage/usage'
import { nationTime } from './stage/voters'

/**
 * How long a console takes to fill its copy with the members of a nation: the real API, main, preload and panel, on Chromium. It is measured
 * from the copy's first request until the console says that it is synced (all rows are stored, in memory and in the list), and from the
 * password on, which the panel's opening is part of. Beside it: the same rows of the database by mysql2, into JSON. With BENCH_PROFILE, a
 * folder, the renderer, the main process (which is this one) and the API write what they were busy with.
 */
const members = setting('MEMBERS', 100_000)
const rounds = setting('ROUNDS', 3)
const profiles = process.env.BENCH_PROFILE

/** The columns of a member's row. */
const rawSql = `SELECT c.uid, c.username, c.handle, c.portrait_url, c.custom_picture_url, c.role, c.government_role, c.is_admin,
    c.is_super_admin, EXISTS (SELECT 1 FROM candidacies k WHERE k.active_citizen_id = c.id) AS stands, c.followers, c.verified,
    c.wallet_address, c.token_balance, c.joined_at FROM citizens c WHERE c.left_at IS NULL ORDER BY c.id`
const account = { username: 'bench', password: 'nobody else knows this' }

async function measure(services: BenchServices): Promise<void> {
  const nation = await makeNation(services)
  const database = await mysql.createConnection({ uri: services.databaseUrl, timezone: 'Z', supportBigNumbers: true })
  const now = await nationTime(database)
  await growNation((sql) => database.query(sql), { now, electionId: '0', startsAt: now }, emptyNation, {
    ...emptyNation,
    citizens: members,
  })
  await database.query('ANALYZE TABLE citizens')
  const [[admin]] = await database.query<RowDataPacket[]>('SELECT handle FROM citizens WHERE is_super_admin LIMIT 1')
  await change(nation.runtime, { caller: null }, (ctx) =>
    createPanelAccount(ctx, deriveKeys(secret), { ...account, handle: String(admin?.handle), withTotp: false }),
  )
  const api = await startProcess('api', services, {
    ...(profiles && { BENCH_NODE_ARGS: `--cpu-prof --cpu-prof-dir=${profiles}` }),
  })
  await prepareConsole(say)
  const raw: number[] = []
  const ours: Took[] = []
  for (let round = 0; round < rounds; round++) {
    raw.push(await readRaw(database))
    ours.push(await firstSync(services, api))
  }
  const [alone, whole] = [median(ours.map((one) => one.alone)), median(ours.map((one) => one.whole))]
  say(
    `members by mysql2 into JSON: ${median(raw).toFixed(0)} ms; the console: ${alone.toFixed(0)} ms, from the password ${whole.toFixed(0)} ms`,
  )
  verdict('first sync against mysql2', median(raw) / alone, 0.5, 'higher')
  verdict('first sync from the password on', median(raw) / whole, 0.5, 'higher')
  await ended(api)
  await database.end()
  await nation.close()
}

async function readRaw(database: mysql.Connection): Promise<number> {
  const since = performance.now()
  const [rows] = await database.query<RowDataPacket[]>(rawSql)
  const text = JSON.stringify(rows)
  const took = performance.now() - since
  say(`mysql2: ${rows.length} members, ${(text.length / 1e6).toFixed(0)} MB, ${took.toFixed(0)} ms`)
  return took
}

/** What the page notes of itself, in milliseconds from the sign-in. */
interface Noted {
  readonly tasks: readonly { readonly at: number; readonly ms: number }[]
  /** The copy's requests, from when to when. */
  readonly calls: readonly { readonly from: number; readonly to: number }[]
  readonly list: number
  readonly synced: number
}

/** In the page. */
const takeNotes = `
  let entered = 0, list = 0
  const since = (time) => time - entered
  const tasks = []
  addEventListener('submit', () => (entered = performance.now()), { capture: true })
  performance.setResourceTimingBufferSize(10000)
  performance.clearResourceTimings()
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' })
  globalThis.synced = new Promise((resolve) => {
    const look = () => {
      if (list === 0 && document.querySelector('[aria-label="Members"] [role="listitem"]')) list = performance.now()
      if (![...document.querySelectorAll('[role=status]')].some((one) => /^Synced/.test(one.textContent))) return
      const synced = performance.now()
      const calls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/replica/'))
      setTimeout(() => resolve({
        list: since(list),
        synced: since(synced),
        tasks: tasks.map(({ startTime, duration }) => ({ at: since(startTime), ms: duration })),
        calls: calls.map(({ startTime, responseEnd }) => ({ from: since(startTime), to: since(responseEnd) })),
      }), 200)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  undefined`

interface Took {
  readonly alone: number
  readonly whole: number
}

/** What a sync took, in milliseconds and in words. */
function timesOf({ calls, list, synced, tasks }: Noted): Took & { readonly words: string } {
  const [first, last] = [Math.min(...calls.map(({ from }) => from)), Math.max(...calls.map(({ to }) => to))]
  const marks = { 'first request': first, 'first rows in the list': list, 'last byte': last, synced }
  const long = tasks.map(({ at, ms }) => `${ms.toFixed(0)} at ${at.toFixed(0)}`)
  return {
    alone: synced - first,
    whole: synced,
    words: `${Object.entries(marks)
      .map(([name, at]) => `${name} ${at.toFixed(0)}`)
      .join(', ')} ms; ${calls.length} requests; long tasks ${long.join(', ') || 'none'}`,
  }
}

/** A console that was never here before signs in. */
async function firstSync({ databasePid }: BenchServices, api: Running): Promise<Took> {
  const userData = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-first-sync-'))
  const browser = await findChromium(() => cacheFolder(path.join(root, '.nation')), say)
  let console: RunningConsole | undefined
  try {
    console = await startConsole({ browser, userData, words: [`--local-nation=http://127.0.0.1:${api.port}`] })
    const choice = await console.newest()
    await choice.getByRole('button', { name: 'Add and open' }).click()
    await choice.waitForEvent('close')
    const page = await console.newest()
    await page.bringToFront()
    await page.getByLabel('Username').fill(account.username)
    await page.getByLabel('Password').fill(account.password)
    const cdp = await page.context().newCDPSession(page)
    const main = new Session()
    if (profiles) {
      main.connect()
      for (const start of ['Profiler.enable', 'Profiler.start'] as const)
        await Promise.all([cdp.send(start), main.post(start)])
    }
    const system = await page.context().browser()!.newBrowserCDPSession()
    const spent = await spentBy(system, { api: api.process.pid ?? 0, database: databasePid, main: process.pid })
    await page.evaluate(takeNotes)
    await page.getByRole('button', { name: 'Enter' }).click()
    // The page tells it by itself: a locator looks every half second, and keeps the renderer busy with looking.
    const noted = await page.evaluate<Noted>('synced')
    const took = timesOf(noted)
    say(`console: ${took.words}; processor time ${await spent()}`)
    if (profiles) {
      const stopped = { renderer: await cdp.send('Profiler.stop'), main: await main.post('Profiler.stop') }
      for (const [name, { profile }] of Object.entries(stopped))
        fs.writeFileSync(path.join(profiles, `${name}.cpuprofile`), JSON.stringify(profile))
    }
    return took
  } finally {
    await console?.quit()
    fs.rmSync(userData, { recursive: true, force: true })
  }
}

interface System {
  readonly send: (method: 'SystemInfo.getProcessInfo') => Promise<{ processInfo: { id: number; type: string }[] }>
}

/** Begins to count what processes and the browser's own are busy with; answers what it was, in words. */
async function spentBy(system: System, known: Readonly<Record<string, number>>): Promise<() => Promise<string>> {
  const now = async () => {
    const { processInfo } = await system.send('SystemInfo.getProcessInfo')
    const sums = new Map(Object.entries(known).map(([name, pid]) => [name, processorMs(pid)]))
    for (const { id, type } of processInfo) sums.set(type, (sums.get(type) ?? 0) + processorMs(id))
    return sums
  }
  const before = await now()
  return async () =>
    [...(await now())].map(([name, ms]) => `${name} ${(ms - (before.get(name) ?? 0)).toFixed(0)}`).join(', ')
}

function ended({ process: child }: Running): Promise<unknown> {
  const end = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  return end
}

await runBench(measure)
