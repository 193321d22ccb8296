export { openConsole, electronBinary, prepareConsole } from './open-console'

import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import type { Chromium } from '../chromium'
import { root } from '../launcher/root'
import { keyStore } from './keys'
import { Partition } from './partition'
import { Contents, Window } from './window'
import { trustingFetch } from './trusting-fetch'
import type { AnswerIpc, Asked, WindowOptions } from './window'

export interface ConsoleOptions {
  readonly browser: Chromium
  /** The console's own folder: what it keeps there is there when it is started again. */
  readonly userData: string
  /** The folder with its built main, preload and renderer; what this clone built where none is named. */
  readonly program?: string
  /** What follows the program's name when it is started. */
  readonly words?: readonly string[]
  /** What Linux would keep secrets with; `basic_text` is nothing better than plain text. */
  readonly keyBackend?: string
  /** Where the next file is saved; undefined cancels the dialog. */
  readonly saveTo?: string
  /** The certificate of an authority that this computer trusts, and no other, as PEM. */
  readonly authority?: string
}

/** What the tray says, what number the program wears, which notifications were shown, and what the console said. */
export interface Shown {
  tray: string
  badge: number
  notices: { title: string; body: string }[]
  lines: string[]
}

interface MenuEntry {
  readonly label?: string
  readonly click?: () => void
  readonly submenu?: readonly MenuEntry[]
}

/** A console that runs: the real main, preload and renderer, on Chromium's parts. */
export interface RunningConsole {
  /** The pages of its windows, the oldest first. */
  pages(): Promise<Page[]>
  /** The page of the newest window. */
  newest(): Promise<Page>
  shown(): Promise<Shown>
  /** Where the next files are saved; undefined cancels the dialog. */
  saveTo(place: string | undefined): Promise<void>
  /** Clicks an entry of the menu. */
  choose(label: string): Promise<void>
  /** Starts it a second time, with other words: the first one hears of it, the second one ends. */
  startAgain(words: readonly string[]): Promise<void>
  quit(): Promise<void>
}

interface Built {
  startConsole(parts: object): Promise<void>
  CertificateRefused: new () => Error
}

const BUILT = path.join(root, 'desktop/out')

/** How Node names certificates that are not to be trusted. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/

/** The console that holds a folder: a second one on it hands over its words. */
const running = new Map<string, EventEmitter>()

/** Starts the built console on parts that Chromium backs. The build must be there (`npm run build -w desktop`). */
export async function startConsole(options: ConsoleOptions): Promise<RunningConsole> {
  const { userData, words = [] } = options
  fs.mkdirSync(userData, { recursive: true })
  const built = (await import(pathToFileURL(path.join(options.program ?? BUILT, 'main/console.js')).href)) as Built
  const console = new ChromiumConsole(options, built.CertificateRefused)
  await built.startConsole(console.parts(['console', ...words]))
  return console
}

class ChromiumConsole implements RunningConsole {
  readonly #shown: Shown = { tray: '', badge: 0, notices: [], lines: [] }
  readonly #app = new EventEmitter()
  readonly #partitions = new Map<string, Partition>()
  readonly #windows = new Set<Window>()
  readonly #answers = new Map<string, (event: Asked, ...values: unknown[]) => Promise<unknown>>()
  #menu: readonly MenuEntry[] = []
  #saveTo: string | undefined
  readonly #program: string
  readonly #preload: string

  constructor(
    private readonly options: ConsoleOptions,
    private readonly Untrusted: new () => Error,
  ) {
    this.#program = options.program ?? BUILT
    this.#saveTo = options.saveTo
    this.#preload = fs.readFileSync(path.join(this.#program, 'preload/index.cjs'), 'utf8')
  }

  async pages(): Promise<Page[]> {
    return Promise.all([...this.#windows].map((window) => window.page()))
  }

  async newest(): Promise<Page> {
    const page = (await this.pages()).at(-1)
    if (!page) throw new Error('The console has no window.')
    return page
  }

  async shown(): Promise<Shown> {
    return this.#shown
  }

  async saveTo(place: string | undefined): Promise<void> {
    this.#saveTo = place
  }

  async choose(label: string): Promise<void> {
    const entry = this.#menu.flatMap(({ submenu = [] }) => submenu).find((each) => each.label === label)
    if (!entry?.click) throw new Error(`The menu has no ${label}.`)
    entry.click()
  }

  async startAgain(words: readonly string[]): Promise<void> {
    await startConsole({ ...this.options, words })
  }

  async quit(): Promise<void> {
    running.delete(this.options.userData)
    for (const window of this.#windows) window.close()
    await Promise.all([...this.#partitions.values()].map((partition) => partition.stop()))
  }

  /** All that the console's main process is given. */
  parts(words: readonly string[]) {
    return {
      app: this.#appPart(words),
      ipc: {
        handle: (channel: string, answer: (event: Asked, ...values: unknown[]) => Promise<unknown>) =>
          void this.#answers.set(channel, answer),
      },
      safeStorage: keyStore(this.options.userData, this.options.keyBackend ?? 'gnome_libsecret'),
      platform: 'linux',
      words,
      places: {
        renderer: path.join(this.#program, 'renderer'),
        preload: path.join(this.#program, 'preload/index.cjs'),
        trayIcon: path.join(this.#program, 'renderer/tray.png'),
      },
      registerScheme: () => {},
      sessionOf: (name: string) => this.#partition(name),
      openWindow: (options: WindowOptions & { webPreferences: { partition: string } }) => this.#open(options),
      workAreas: () => [{ x: 0, y: 0, width: 1920, height: 1080 }],
      prefersDark: () => false,
      fetch: (address: string, request: RequestInit) => this.#fetch(address, request),
      showSaveDialog: async () => this.#saveTo,
      notify: (notice: { title: string; body: string }) => void this.#shown.notices.push(notice),
      makeTray: () => ({ setToolTip: (text: string) => (this.#shown.tray = text), on: () => {} }),
      setMenu: (menu: readonly MenuEntry[]) => (this.#menu = menu),
      say: (line: string) => void this.#shown.lines.push(line),
    }
  }

  #appPart(words: readonly string[]) {
    const { userData } = this.options
    return {
      getVersion: () => '0.1.0',
      getPath: () => userData,
      requestSingleInstanceLock: () => {
        const first = running.get(userData)
        if (!first) running.set(userData, this.#app)
        first?.emit('second-instance', {}, [...words])
        return first === undefined
      },
      setAsDefaultProtocolClient: () => true,
      enableSandbox: () => {},
      whenReady: async () => {},
      quit: () => {},
      setBadgeCount: (count: number) => (this.#shown.badge = count) >= 0,
      on: (event: string, listener: (...values: unknown[]) => void) => this.#app.on(event, listener),
    }
  }

  #partition(name: string): Partition {
    const known = this.#partitions.get(name)
    if (known) return known
    const made = new Partition(this.options.browser, this.options.userData, name)
    this.#partitions.set(name, made)
    return made
  }

  #open(options: WindowOptions & { webPreferences: { partition: string } }): Window {
    const answer: AnswerIpc = async (channel, asked, values) => {
      const handler = this.#answers.get(channel)
      if (!handler) throw new Error(`No handler answers ${channel}.`)
      return handler(asked, ...values)
    }
    const contents = new Contents(this.#preload, answer)
    const window = new Window(contents, options, this.#partition(options.webPreferences.partition))
    this.#windows.add(window)
    window.once('closed', () => {
      this.#windows.delete(window)
      if (this.#windows.size === 0) this.#app.emit('window-all-closed')
    })
    this.#app.emit('web-contents-created', {}, contents)
    return window
  }

  async #fetch(address: string, request: RequestInit): Promise<Response> {
    const { authority } = this.options
    try {
      if (authority !== undefined && address.startsWith('https:'))
        return await trustingFetch(authority, address, request)
      return await fetch(address, {
        ...request,
        redirect: 'manual',
        ...(request.body !== undefined && { duplex: 'half' as const }),
      })
    } catch (error) {
      const { cause = error } = error as { cause?: unknown }
      throw CERTIFICATE.test((cause as { code?: string }).code ?? '') ? new this.Untrusted() : error
    }
  }
}
