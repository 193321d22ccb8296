import fs from 'node:fs'
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
import { median, say, verdict } from './report'
import { makeNation, secret, startProcess, type Running } from './stage/nation'
import { runBench, setting } from './stage/run'
import type { BenchServices } from './stage/services'
import { processorMs } from './stage/usage'
import { nationTime } from './voters'

/**
 * How long a console takes to fill its copy with the members of a nation, from the password until it says that it is synced: the real API,
 * main, preload and panel, on Chromium. Beside it: the same rows of the database by mysql2, into JSON. With BENCH_PROFILE, a folder, the
 * renderer and the API write what they were busy with.
 */
const members = setting('MEMBERS', 100_000)
const rounds = setting('ROUNDS', 3)
const profiles = process.env.BENCH_PROFILE

/** The columns of a member's row. */
const rawSql = `SELECT c.uid, c.username, c.handle, c.portrait_url, c.custom_picture_url, c.role, c.government_role, c.is_admin,
    c.is_super_admin, EXISTS (SELECT 1 FROM candidacies k WHERE k.active_citizen_id = c.id) AS stands, c.followers, c.verified,
    c.wallet_address, c.token_balance, c.joined_at FROM citizens c WHERE c.left_at IS NULL ORDER BY c.id`
const account = { username: 'bench', password: 'nobody else knows this' }

await runBench(measure)

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
  const [raw, ours]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    raw.push(await readRaw(database))
    ours.push(await firstSync(services, api))
  }
  say(`members by mysql2 into JSON: ${median(raw).toFixed(0)} ms; the console: ${median(ours).toFixed(0)} ms`)
  verdict('first sync against mysql2', median(raw) / median(ours), 0.5, 'higher')
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

/** A console that was never here before signs in. */
async function firstSync({ databasePid }: BenchServices, api: Running): Promise<number> {
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
    if (profiles) {
      await cdp.send('Profiler.enable')
      await cdp.send('Profiler.start')
    }
    const system = await page.context().browser()!.newBrowserCDPSession()
    const spent = await spentBy(system, { api: api.process.pid ?? 0, database: databasePid, main: process.pid })
    await page.evaluate(`
      globalThis.tasks = []
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
      globalThis.synced = new Promise((resolve) => {
        const look = () => {
          if ([...document.querySelectorAll('[role=status]')].some((one) => /^Synced/.test(one.textContent))) resolve()
        }
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
      })
      undefined`)
    const since = performance.now()
    await page.getByRole('button', { name: 'Enter' }).click()
    // The page tells it by itself: a locator looks every half second, and keeps the renderer busy with looking.
    await page.evaluate('synced')
    const took = performance.now() - since
    const longest = await page.evaluate('Math.max(0, ...tasks)')
    say(
      `console: ${took.toFixed(0)} ms; longest task ${Number(longest).toFixed(0)} ms; processor time ${await spent()}`,
    )
    if (profiles) {
      const { profile } = await cdp.send('Profiler.stop')
      fs.writeFileSync(path.join(profiles, 'renderer.cpuprofile'), JSON.stringify(profile))
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
