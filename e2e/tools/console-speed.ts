/*
 * Prints what the console's copy costs in a renderer, on Chromium's own IndexedDB: `node --import tsx e2e/tools/console-speed.ts [members]
 * [entries]`. Rows are made in the page, so the server and the network have no part in it. `npm run replica -w web` measures the same code
 * without a browser.
 */
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { build } from 'tsdown'
import { ourChromium, root } from './browser'

const [members = 100_000, entries = 1_000_000] = process.argv.slice(2).map(Number)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-console-speed-'))
const print = (what: string, figures: string) => process.stdout.write(`${what.padEnd(44)} ${figures}\n`)
const ms = (value: number) => `${value.toFixed(1)} ms`

interface Figures {
  readonly took: number
  readonly longestTask: number
  readonly longestFrame: number
  readonly lostFrames: number
  readonly usable?: number
  readonly rows?: number
  readonly p95?: number
}

await build({
  ...{ config: false, cwd: root, entry: { page: path.join(root, 'web/scripts/replica-in-page.ts') }, outDir: folder },
  ...{ format: 'esm', platform: 'browser', dts: false, clean: false, logLevel: 'silent', deps: { alwaysBundle: /./ } },
})
const script = fs.readdirSync(folder).find((file) => /^page\.m?js$/.test(file))!
const server = createServer((request, response) => {
  const isScript = request.url === '/page.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(isScript ? fs.readFileSync(path.join(folder, script)) : '<script type="module" src="/page.js"></script>')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
const { executablePath, args, env } = await ourChromium()
const browserEnv = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
  ...{ executablePath, args, env: Object.fromEntries(browserEnv) },
})
const page = await context.newPage()
const cdp = await context.newCDPSession(page)

/** A step in a page that was just opened, as a console that was just started. */
async function step<Answer>(name: string, size: { members: number; entries: number }): Promise<Answer> {
  await page.goto(address)
  await page.waitForFunction(() => 'steps' in globalThis)
  return page.evaluate(
    async ([what, of]) => {
      const { steps } = globalThis as unknown as { steps: Record<string, (of: unknown) => Promise<unknown>> }
      return steps[what]!(of)
    },
    [name, size] as const,
  ) as Promise<Answer>
}

const tasks = ({ longestTask, longestFrame, lostFrames }: Figures) =>
  `longest task ${ms(longestTask)}, longest frame ${ms(longestFrame)}, ${lostFrames} frames lost`

try {
  const [none, all] = [
    { members: 1, entries: 0 },
    { members, entries },
  ]
  for (const size of [none, all]) {
    const first = await step<Figures>('firstSync', size)
    print(`first sync of ${first.rows} rows`, `${ms(first.took)}; ${tasks(first)}`)
    const starts: Figures[] = []
    for (let n = 0; n < 3; n++) starts.push(await step<Figures>('coldStart', size))
    const [start] = starts.toSorted((one, other) => one.usable! - other.usable!).slice(1)
    print('  cold start: members there / all there', `${ms(start!.usable!)} / ${ms(start!.took)}; ${tasks(start!)}`)
  }
  const { search, increment } = await step<{
    search: Figures & { p50: number; p95: number; longest: number }
    increment: Figures
  }>('use', all)
  const { p50, p95, longest } = search
  print('search as typed: p50 / p95 / longest', `${ms(p50)} / ${ms(p95)} / ${ms(longest)}; ${tasks(search)}`)
  print('an increment of 1,000 changes', `${ms(increment.took)}; ${tasks(increment)}`)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = (await cdp.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  print('memory of the renderer', `${((usedSize + backingStorageSize) / 1_048_576).toFixed(0)} MiB`)
} finally {
  await context.close()
  server.close()
  fs.rmSync(folder, { recursive: true, force: true })
}
