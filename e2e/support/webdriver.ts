/**
 * WebDriver for browsers that Playwright cannot drive as a distribution ships them: Firefox by Marionette, its own WebDriver over TCP, and
 * WebKit, the engine of Safari, by WebKitWebDriver over HTTP. Both take the same commands (https://www.w3.org/TR/webdriver2).
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@nation/dev/processes'

export type Engine = 'firefox' | 'webkit'

/** An element of a page, as WebDriver names it. */
export interface Found {
  readonly 'element-6066-11e4-a52e-4f735466cecf': string
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** How long a browser may take to start, in milliseconds. */
const START_MS = 60_000
/** How long a page may take to show what is looked for, in milliseconds. */
const TIMEOUT_MS = 30_000

/** What is sent to a browser: how the command is called over HTTP, and by Marionette. */
interface Command {
  readonly http: readonly [method: 'GET' | 'POST' | 'DELETE', path: string]
  readonly marionette: string
  readonly with?: Readonly<Record<string, unknown>>
}

type Send = (command: Command) => Promise<unknown>

const places: Readonly<Record<Engine, readonly string[]>> = {
  firefox: ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
  webkit: [
    `/usr/lib/${os.arch() === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
    '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
  ],
}

const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
const XVFB = '/usr/bin/Xvfb'

/** The program of an engine on this machine; null where there is none. `FIREFOX_PATH` and `WEBKIT_PATH` name another. */
export function findEngine(engine: Engine): string | null {
  const given = process.env[`${engine.toUpperCase()}_PATH`]
  const program = [...(given ? [given] : []), ...places[engine]].find((file) => existsSync(file)) ?? null
  if (engine === 'webkit' && !existsSync(WEBKIT_DRIVER)) return null
  return program
}

/** The size of a window's page, in CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

export interface BrowserSettings {
  /** Firefox alone: its settings, by name. */
  readonly preferences?: Readonly<Record<string, string | number | boolean>>
}

/** A browser with one tab: a person's own, with its own cookies and storage. */
export class OtherBrowser {
  #output = ''

  private constructor(
    readonly engine: Engine,
    private readonly send: Send,
    private readonly processes: readonly ChildProcess[],
    private readonly folder: string,
    private readonly close: () => void,
  ) {
    for (const { stdout, stderr } of processes) {
      for (const stream of [stdout, stderr]) stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()))
    }
  }

  /** Starts one with an empty profile. @throws Error when it does not answer within a minute */
  static async start(engine: Engine, program: string, settings: BrowserSettings = {}): Promise<OtherBrowser> {
    const folder = mkdtempSync(path.join(os.tmpdir(), `nation-${engine}-`))
    const started = engine === 'firefox' ? await firefox(program, folder, settings) : await webkit(program, folder)
    return new OtherBrowser(engine, started.send, started.processes, folder, started.close)
  }

  /** Ends it, with everything that it stored. */
  async end(): Promise<void> {
    const ends = this.processes.map(
      (child) => new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null))),
    )
    const quit: Command = { http: ['DELETE', ''], marionette: 'Marionette:Quit', with: { flags: ['eForceQuit'] } }
    await Promise.race([this.send(quit).catch(() => undefined), sleep(5_000)])
    this.close()
    for (const child of this.processes) child.kill('SIGKILL')
    await Promise.all(ends)
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 })
  }

  async goto(url: string): Promise<void> {
    await this.send({ http: ['POST', '/url'], marionette: 'WebDriver:Navigate', with: { url } })
  }

  async back(): Promise<void> {
    await this.send({ http: ['POST', '/back'], marionette: 'WebDriver:Back', with: {} })
  }

  /** Runs a function in the page, and answers what it answers. */
  async run<T, A extends readonly unknown[]>(what: (...args: A) => T, ...args: A): Promise<Awaited<T>> {
    // tsx names functions with a helper, which pages do not have.
    const script = `const __name = (named) => named; return (${what.toString()})(...arguments)`
    const answer = await this.send({
      http: ['POST', '/execute/sync'],
      marionette: 'WebDriver:ExecuteScript',
      with: { script, args },
    })
    return unwrapped(answer) as Awaited<T>
  }

  /**
   * Waits for what is visible and matches: by a selector, and by its accessible name or its words, whole or as a pattern.
   * @throws Error when it does not appear
   */
  async find(selector: string, name?: string | RegExp): Promise<Found> {
    const [words, flags] = name instanceof RegExp ? [name.source, name.flags] : [name ?? null, null]
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(100)) {
      const found = await this.run(lookFor, selector, words, flags).catch(() => null)
      if (found) return found as unknown as Found
    }
    const at = await this.run(() => `${location.pathname}: ${document.body.innerText.slice(0, 600)}`)
    throw new Error(`There is no ${selector} named ${String(name)} on ${at}`)
  }

  /** Clicks what is found. What the page replaced in the meantime is looked for again. */
  async click(selector: string, name?: string | RegExp): Promise<void> {
    for (;;) {
      const id = (await this.find(selector, name))[ELEMENT]
      try {
        await this.run(toTheMiddle, { [ELEMENT]: id })
        await this.send({ http: ['POST', `/element/${id}/click`], marionette: 'WebDriver:ElementClick', with: { id } })
        return
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith('stale element reference'))) throw error
      }
    }
  }

  /** Types into a field, behind what is in it. `\uE007` is Enter. */
  async type(text: string, selector: string, name?: string | RegExp): Promise<void> {
    const id = (await this.find(selector, name))[ELEMENT]
    const command = { http: ['POST', `/element/${id}/value`], marionette: 'WebDriver:ElementSendKeys' } as const
    await this.send({ ...command, with: { id, text } })
  }

  /** Presses a key where the focus is, such as `\uE004`, Tab. */
  async press(key: string): Promise<void> {
    const presses = ['keyDown', 'keyUp'].map((type) => ({ type, value: key }))
    await this.send({
      http: ['POST', '/actions'],
      marionette: 'WebDriver:PerformActions',
      with: { actions: [{ type: 'key', id: 'keyboard', actions: presses }] },
    })
  }

  /** Waits until a function in the page answers true. @throws Error with what was waited for */
  async until<A extends readonly unknown[]>(what: string, holds: (...args: A) => boolean, ...args: A): Promise<void> {
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(100)) {
      if (await this.run(holds, ...args).catch(() => false)) return
    }
    throw new Error(`It did not come about that ${what}.`)
  }

  /** Gives the page a size. WebKit's window has a least width, which depends on the desktop: answers what the page has. */
  async resize({ width, height }: Size): Promise<Size> {
    if (this.engine === 'firefox') await this.#inChrome(sizePage, width, height)
    else {
      const rect = { x: 0, y: 0, width, height }
      await this.send({ http: ['POST', '/window/rect'], marionette: '', with: rect })
    }
    await sleep(200)
    return this.run(() => ({ width: innerWidth, height: innerHeight }))
  }

  /** A picture of what the window shows, as PNG. */
  async picture(): Promise<Buffer> {
    const command = { http: ['GET', '/screenshot'], marionette: 'WebDriver:TakeScreenshot' } as const
    return Buffer.from(unwrapped(await this.send({ ...command, with: { full: false } })) as string, 'base64')
  }

  /** What the browser complained of since the last question: errors of scripts, and what the content security policy refused. */
  async complaints(): Promise<string[]> {
    if (this.engine === 'firefox') return this.#inChrome(scriptErrors)
    const lines = this.#output.split('\n').filter((line) => /^CONSOLE \w+ (ERROR|WARN)/.test(line))
    this.#output = ''
    return lines
  }

  /** Runs a function in Firefox's own page instead of the site's. */
  async #inChrome<T, A extends readonly unknown[]>(what: (...args: A) => T, ...args: A): Promise<T> {
    const context = (value: string) =>
      this.send({ http: ['POST', ''], marionette: 'Marionette:SetContext', with: { value } })
    await context('chrome')
    try {
      return (await this.run(what, ...args)) as T
    } finally {
      await context('content')
    }
  }
}

/** Marionette wraps some answers. */
const unwrapped = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : answer

interface Started {
  readonly send: Send
  readonly processes: readonly ChildProcess[]
  readonly close: () => void
}

async function firefox(program: string, folder: string, { preferences }: BrowserSettings): Promise<Started> {
  const port = await freePort()
  const all = {
    'marionette.port': port,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    // Nothing leaves this machine.
    'network.proxy.type': 1,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': 9,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': 9,
    'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
    ...preferences,
  }
  const lines = Object.entries(all).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(path.join(folder, 'user.js'), lines.join('\n'))
  const args = ['--marionette', '--headless', '--no-remote', '--remote-allow-system-access', '--profile', folder]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const socket = await connect(port)
  const ask = marionette(socket)
  const send: Send = ({ marionette: name, with: parameters = {} }) => ask(name, parameters)
  await ask('WebDriver:NewSession', {})
  return { send, processes: [child], close: () => socket.destroy() }
}

async function connect(port: number): Promise<net.Socket> {
  for (const until = Date.now() + START_MS; ; await sleep(100)) {
    const socket = net.connect(port, '127.0.0.1')
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    if (isOpen) return socket
    if (Date.now() > until) throw new Error('Firefox does not answer.')
  }
}

/** Marionette's protocol: each message is its length in bytes, a colon, and JSON. Answers are `[1, id, error, result]`. */
function marionette(socket: net.Socket): (name: string, parameters: object) => Promise<unknown> {
  let arrived = Buffer.alloc(0)
  let asked = 0
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  const take = (message: unknown) => {
    // The first message only says what it is.
    if (!Array.isArray(message)) return
    const [, id, error, result] = message as [1, number, { error: string; message: string } | null, unknown]
    const asker = waiting.get(id)
    waiting.delete(id)
    if (error) asker?.reject(new Error(`${error.error}: ${error.message}`))
    else asker?.resolve(result)
  }
  socket.on('data', (chunk) => {
    arrived = Buffer.concat([arrived, chunk])
    for (;;) {
      const colon = arrived.indexOf(':')
      if (colon < 0) return
      const end = colon + 1 + Number(arrived.subarray(0, colon))
      if (arrived.length < end) return
      take(JSON.parse(arrived.subarray(colon + 1, end).toString()))
      arrived = arrived.subarray(end)
    }
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended.'))
  })
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      const id = ++asked
      waiting.set(id, { resolve, reject })
      const message = JSON.stringify([0, id, name, parameters])
      socket.write(`${Buffer.byteLength(message)}:${message}`)
    })
}

async function webkit(program: string, folder: string): Promise<Started> {
  const screen = await virtualScreen()
  const port = await freePort()
  const env = { ...process.env, ...screen.env, HOME: folder, LIBGL_ALWAYS_SOFTWARE: '1' }
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const origin = `http://127.0.0.1:${port}`
  for (const until = Date.now() + START_MS; ; await sleep(100)) {
    if (
      await fetch(`${origin}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    if (Date.now() > until) throw new Error('WebKitWebDriver does not answer.')
  }
  const args = ['--automation', '--enable-write-console-messages-to-stdout=true']
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary: program, args } } }
  const { sessionId } = (await overHttp(`${origin}/session`, 'POST', { capabilities })) as { sessionId: string }
  const send: Send = ({ http: [method, where], with: parameters }) =>
    overHttp(`${origin}/session/${sessionId}${where}`, method, method === 'POST' ? (parameters ?? {}) : undefined)
  return { send, processes: [driver, ...screen.processes], close: () => undefined }
}

async function overHttp(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
  if (!response.ok) throw new Error(`${value?.error}: ${value?.message}`)
  return value
}

/** WebKit needs a screen: the desktop's, or one in memory. */
async function virtualScreen(): Promise<{ env: NodeJS.ProcessEnv; processes: readonly ChildProcess[] }> {
  if (!existsSync(XVFB)) return { env: {}, processes: [] }
  const child = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const name = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    child.once('exit', () => reject(new Error('Xvfb did not start.')))
  })
  return { env: { DISPLAY: `:${name}` }, processes: [child] }
}

// What follows runs in pages.

function lookFor(selector: string, words: string | null, flags: string | null): Element | undefined {
  const named = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby')?.split(' ')
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
    const own = by?.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    const name = element.getAttribute('aria-label') ?? own ?? (labels.length > 0 ? labels[0]?.textContent : null)
    return (name ?? element.textContent ?? '').replace(/\s+/g, ' ').trim()
  }
  return [...document.querySelectorAll(selector)].find((element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    if (element.closest('[inert]') || element.matches(':disabled')) return false
    if (words === null) return true
    return flags === null ? named(element) === words : new RegExp(words, flags).test(named(element))
  })
}

function toTheMiddle(element: unknown): void {
  ;(element as Element).scrollIntoView({ block: 'center', behavior: 'instant' })
}

declare const gBrowser: { readonly selectedBrowser: HTMLElement }
declare const Services: {
  readonly console: { getMessageArray: () => { errorMessage?: string; sourceName?: string }[]; reset: () => void }
}

function sizePage(width: number, height: number): void {
  Object.assign(gBrowser.selectedBrowser.style, {
    minWidth: `${width}px`,
    maxWidth: `${width}px`,
    minHeight: `${height}px`,
    maxHeight: `${height}px`,
  })
}

function scriptErrors(): string[] {
  const messages = Services.console.getMessageArray()
  Services.console.reset()
  return messages.flatMap(({ errorMessage, sourceName }) =>
    errorMessage && /^https?:/.test(sourceName ?? '') ? `${errorMessage} (${sourceName})` : [],
  )
}
