import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { findChromium } from '@nation/dev/chromium'
import { prepareConsole } from '@nation/dev/console'
import { cacheFolder } from '@nation/dev/services'
import { chromium, expect, test } from '@playwright/test'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

const desktop = path.resolve(import.meta.dirname, '../desktop')
const renderer = path.join(desktop, 'out/renderer')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

let server: Server
let browser: Browser
let address: string

/** Serves the built renderer as any web server would; its policy is in the page. */
function serveRenderer(): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here.invalid')
    const file = path.join(renderer, pathname === '/' ? 'index.html' : pathname)
    readFile(file).then(
      (body) => response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? '' }).end(body),
      () => response.writeHead(404).end(),
    )
  })
}

test.beforeAll(async () => {
  await prepareConsole((line) => void process.stderr.write(`${line}\n`))
  server = serveRenderer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { executablePath, args, env } = await findChromium(
    () => cacheFolder(process.env.NATION_DATA_DIR ?? path.join(desktop, '../.nation')),
    (line) => void process.stderr.write(`${line}\n`),
  )
  browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
})

test.afterAll(async () => {
  await browser?.close()
  server?.closeAllConnections()
  server?.close()
})

/** Opens the renderer, and collects whatever goes wrong in it. */
async function open(options: BrowserContextOptions, before?: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await before?.(page)
  await page.goto(address)
  return { page, faults, close: () => context.close() }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the console's built renderer opens in Chromium (${colorScheme})`, async () => {
    const { page, faults, close } = await open({ colorScheme, viewport: { width: 390, height: 700 } })
    await expect(page.getByRole('heading', { name: 'Nation' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'The great seal of Nation' })).toBeVisible()
    await expect(page.getByRole('status')).toHaveText('Opened in a browser')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(ground).toBe(colorScheme === 'light' ? 'rgb(250, 251, 252)' : 'rgb(10, 15, 28)')
    expect(faults).toEqual([])
    await close()
  })
}

test('the console runs no script that is not its own', async () => {
  const { page, close } = await open({})
  await expect(page.getByRole('heading', { name: 'Nation' })).toBeVisible()
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.intruder = true'
    document.body.append(script)
    return 'intruder' in window
  })
  expect(ran).toBe(false)
  await close()
})
