import { EventEmitter } from 'node:events'
import type { CDPSession, Page } from 'playwright-core'
import type { Partition } from './partition'
import { meantBy, seenAs } from './scheme-server'
import { BINDING, PAGE_SIDE, PRELOAD_WORLD, preloadSide } from './worlds'

/** Where a call over IPC comes from, and what it says. */
export interface Asked {
  readonly sender: { readonly id: number }
  readonly senderFrame: { readonly url: string; readonly parent: unknown }
}
export type AnswerIpc = (channel: string, asked: Asked, values: unknown[]) => Promise<unknown>

interface Context {
  readonly frame: string
  readonly world: string
}

let contentsNumber = 0

/** A window's contents: a page of Chromium, with the real preload in a world of its own. */
export class Contents extends EventEmitter {
  readonly id = ++contentsNumber
  #decideWindows: () => { action: string } = () => ({ action: 'allow' })
  #session: CDPSession | undefined
  readonly #contexts = new Map<number, Context>()
  #mainFrame = ''
  /** The address that the program itself loads: no navigation of the page's. */
  #loading: string | undefined

  constructor(
    private readonly preload: string,
    private readonly answer: AnswerIpc,
  ) {
    super()
  }

  setWindowOpenHandler(decide: () => { action: string }): void {
    this.#decideWindows = decide
  }

  send(channel: string, ...values: unknown[]): void {
    const delivery = `nationTold(${JSON.stringify(channel)}, ${JSON.stringify(values)})`
    for (const [contextId, { frame, world }] of this.#contexts)
      if (world === PRELOAD_WORLD && frame === this.#mainFrame) void this.#evaluate(contextId, delivery)
  }

  async attach(page: Page): Promise<void> {
    page.on('popup', (popup) => void (this.#decideWindows().action === 'deny' && popup.close()))
    const session = await page.context().newCDPSession(page)
    this.#session = session
    session.on('Runtime.executionContextCreated', ({ context: { id, name, auxData } }) =>
      this.#contexts.set(id, { frame: String((auxData as { frameId?: string }).frameId), world: name }),
    )
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
      this.#contexts.delete(executionContextId),
    )
    session.on('Runtime.executionContextsCleared', () => this.#contexts.clear())
    session.on('Runtime.bindingCalled', ({ executionContextId, payload }) => {
      void this.#ask(page, executionContextId, JSON.parse(payload) as Call)
    })
    session.on('Fetch.requestPaused', (paused) => void this.#navigate(paused).catch(() => {}))
    const { frameTree } = await session.send('Page.getFrameTree')
    this.#mainFrame = frameTree.frame.id
    await session.send('Page.enable')
    await session.send('Runtime.enable')
    await session.send('Runtime.addBinding', { name: BINDING, executionContextName: PRELOAD_WORLD })
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: PAGE_SIDE })
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: preloadSide(this.preload),
      worldName: PRELOAD_WORLD,
    })
    await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', urlPattern: '*' }] })
  }

  async load(page: Page, address: string): Promise<void> {
    this.#loading = seenAs(address)
    await page.goto(this.#loading)
  }

  /** Asks the program about every navigation that it did not begin itself, as Electron does. */
  async #navigate({ requestId, request, frameId, redirectedRequestId }: Paused): Promise<void> {
    const own = this.#loading === request.url
    this.#loading = undefined
    let prevented = false
    const event = { url: meantBy(request.url), preventDefault: () => (prevented = true) }
    if (!own) {
      if (redirectedRequestId !== undefined) this.emit('will-redirect', event)
      else if (frameId === this.#mainFrame) this.emit('will-navigate', event)
      this.emit('will-frame-navigate', event)
    }
    if (prevented) await this.#session?.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    else await this.#session?.send('Fetch.continueRequest', { requestId })
  }

  async #ask(page: Page, contextId: number, { id, channel, values }: Call): Promise<void> {
    const { frame } = this.#contexts.get(contextId) ?? { frame: '' }
    const isTop = frame === this.#mainFrame
    const senderFrame = { url: meantBy(page.url()), parent: isTop ? null : {} }
    const answer = await this.answer(channel, { sender: { id: this.id }, senderFrame }, values).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    )
    await this.#evaluate(contextId, `nationAnswer(${id}, ${JSON.stringify(answer)})`)
  }

  /** A page that is gone by then hears nothing. */
  async #evaluate(contextId: number, expression: string): Promise<void> {
    await this.#session?.send('Runtime.evaluate', { expression, contextId }).catch(() => {})
  }
}

interface Call {
  readonly id: number
  readonly channel: string
  readonly values: unknown[]
}

interface Paused {
  readonly requestId: string
  readonly request: { readonly url: string }
  readonly frameId: string
  readonly redirectedRequestId?: string
}

/** What of a window's options a page of Chromium can have. */
export interface WindowOptions {
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
}

/** A window of the console's: a page of its partition. */
export class Window extends EventEmitter {
  #page: Promise<Page> | undefined
  #closed = false

  constructor(
    readonly webContents: Contents,
    readonly options: WindowOptions,
    private readonly partition: Partition,
  ) {
    super()
  }

  /** The page, for a test to look at. */
  page(): Promise<Page> {
    this.#page ??= this.#open()
    return this.#page
  }

  async loadURL(address: string): Promise<void> {
    await this.webContents.load(await this.page(), address)
    this.emit('ready-to-show')
  }

  async #open(): Promise<Page> {
    const page = await this.partition.newPage()
    const { width, height } = this.options
    await page.setViewportSize({ width, height })
    page.on('close', () => this.close())
    page.on('download', (download) => void this.partition.onDownload(download))
    await this.webContents.attach(page)
    return page
  }

  show(): void {}
  focus(): void {
    this.emit('focus')
  }
  isMinimized(): boolean {
    return false
  }
  restore(): void {}
  isMaximized(): boolean {
    return false
  }
  maximize(): void {}
  getNormalBounds() {
    const { x = 0, y = 0, width, height } = this.options
    return { x, y, width, height }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.emit('close')
    void this.page()
      .then((page) => page.close())
      .catch(() => {})
      .then(() => this.emit('closed'))
  }
}
