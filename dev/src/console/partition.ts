import { EventEmitter } from 'node:events'
import path from 'node:path'
import { chromium } from 'playwright-core'
import type { BrowserContext, Download, Page, Route } from 'playwright-core'
import type { Chromium } from '../chromium'
import { SchemeServer } from './scheme-server'
import type { SchemeHandler } from './scheme-server'

/** A partition of Electron's: storage of its own, which outlives the program where its name begins with `persist:`. */
export class Partition extends EventEmitter {
  readonly #server = new SchemeServer()
  #context: Promise<BrowserContext> | undefined
  readonly #windows = new Set<Page>()
  /** What was asked for and how it was answered. */
  permission: ((answer: (allowed: boolean) => void) => void) | undefined
  readonly protocol = {
    handle: (_scheme: string, handler: SchemeHandler) => this.#server.handle(handler),
  }

  constructor(
    private readonly browser: Chromium,
    private readonly folder: string,
    private readonly name: string,
  ) {
    super()
  }

  setPermissionRequestHandler(
    decide: (contents: unknown, permission: string, answer: (allowed: boolean) => void) => void,
  ) {
    this.permission = (answer) => decide(undefined, 'any', answer)
  }
  setPermissionCheckHandler(): void {}
  setDevicePermissionHandler(): void {}

  /** Chromium with this partition's storage. It asks for nothing that was not granted, and grants nothing. */
  context(): Promise<BrowserContext> {
    this.#context ??= this.#start()
    return this.#context
  }

  /** A page for a window of the console's. */
  async newPage(): Promise<Page> {
    const page = await (await this.context()).newPage()
    this.#windows.add(page)
    return page
  }

  async clearStorageData(): Promise<void> {
    const page = await (await this.context()).newPage()
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: 'http://console.localhost', storageTypes: 'all' })
    await page.close()
  }

  async stop(): Promise<void> {
    if (!this.#context) return
    await (await this.#context).close()
    await this.#server.stop()
  }

  /** Whether a download is prevented, as Electron asks. */
  async onDownload(download: Download): Promise<void> {
    let prevented = false
    this.emit('will-download', { preventDefault: () => (prevented = true) })
    if (prevented) await download.cancel()
  }

  async #start(): Promise<BrowserContext> {
    const { executablePath, args, env } = this.browser
    const rule = await this.#server.start()
    const stays = this.name.startsWith('persist:')
    const storage = stays ? path.join(this.folder, 'Partitions', this.name.slice('persist:'.length)) : ''
    const context = await chromium.launchPersistentContext(storage, {
      executablePath,
      args: [...args, rule],
      env: { ...process.env, ...env },
      locale: 'en-GB',
      viewport: null,
    })
    await context.route(
      ({ origin }) => origin !== 'http://console.localhost',
      (route) => this.#leave(route),
    )
    return context
  }

  /** A page that one of the windows opened sends nothing: Electron asks before there is one, Chromium tells afterwards. */
  #leave(route: Route): Promise<void> {
    const request = route.request()
    return request.isNavigationRequest() && !this.#isWindows(request) ? route.abort() : route.continue()
  }

  #isWindows(request: ReturnType<Route['request']>): boolean {
    try {
      return this.#windows.has(request.frame().page())
    } catch {
      // There is no frame for it yet.
      return false
    }
  }
}
