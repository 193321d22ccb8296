import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { BrowserWindowConstructorOptions, MenuItemConstructorOptions, Privileges } from 'electron'
import type { Asker, Bounds, Parts, SessionPart, WindowPart } from '../parts'

/** A window that only remembers. */
export class FakeWindow extends EventEmitter implements WindowPart {
  static #number = 0
  loaded: string | undefined
  isShown = false
  isFocused = false
  readonly contents = new FakeContents(++FakeWindow.#number)
  constructor(readonly options: BrowserWindowConstructorOptions) {
    super()
  }
  get webContents() {
    return this.contents
  }
  async loadURL(address: string) {
    this.loaded = address
    this.emit('ready-to-show')
  }
  show() {
    this.isShown = true
  }
  focus() {
    this.isFocused = true
    this.emit('focus')
  }
  close() {
    this.emit('close')
    this.emit('closed')
  }
  isMinimized = () => false
  restore = () => {}
  isMaximized = () => false
  maximize = () => {}
  getNormalBounds = (): Bounds => ({ x: 10, y: 20, width: 800, height: 600 })
}

export class FakeContents extends EventEmitter {
  readonly sent: unknown[][] = []
  openWindow: (() => { action: 'deny' }) | undefined
  constructor(readonly id: number) {
    super()
  }
  setWindowOpenHandler(decide: () => { action: 'deny' }) {
    this.openWindow = decide
  }
  send(...values: unknown[]) {
    this.sent.push(values)
  }
  /** Whether the console prevents an event. */
  prevents(name: string, url = ''): boolean {
    let prevented = false
    this.emit(name, { url, preventDefault: () => (prevented = true) })
    return prevented
  }
}

export class FakeSession extends EventEmitter implements SessionPart {
  answer: ((request: Request) => Promise<Response>) | undefined
  permission: boolean | undefined
  isCleared = false
  check: (() => boolean) | undefined
  device: (() => boolean) | undefined
  protocol = {
    handle: (_scheme: string, answer: (request: Request) => Promise<Response>) => void (this.answer = answer),
  }
  setPermissionRequestHandler(decide: (contents: unknown, name: string, answer: (allowed: boolean) => void) => void) {
    decide(undefined, 'geolocation', (allowed) => (this.permission = allowed))
  }
  setPermissionCheckHandler(check: () => boolean) {
    this.check = check
  }
  setDevicePermissionHandler(check: () => boolean) {
    this.device = check
  }
  async clearStorageData() {
    this.isCleared = true
  }
}

const folders: string[] = []

/** Deletes what consoles on fake parts wrote, for `afterAll` of each test file that makes them. */
export function deleteFakeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Electron's parts, remembered instead of done. */
export function fakeParts(change: Partial<Parts> = {}) {
  const app = new EventEmitter()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nation-console-unit-'))
  folders.push(folder)
  const seen = {
    folder,
    app,
    windows: [] as FakeWindow[],
    sessions: new Map<string, FakeSession>(),
    handlers: new Map<string, (event: Asker, ...values: unknown[]) => Promise<unknown>>(),
    schemes: [] as { scheme: string; privileges: Privileges }[],
    calls: [] as string[],
    lines: [] as string[],
    notices: [] as string[],
    clicks: [] as (() => void)[],
    badge: 0,
    tip: '',
    menu: [] as MenuItemConstructorOptions[],
  }
  const parts: Parts = {
    app: Object.assign(app, {
      getVersion: () => '0.1.0',
      getPath: () => folder,
      requestSingleInstanceLock: () => true,
      setAsDefaultProtocolClient: () => true,
      enableSandbox: () => void seen.calls.push('enableSandbox'),
      whenReady: async () => void seen.calls.push('ready'),
      quit: () => void seen.calls.push('quit'),
      setBadgeCount: (count: number) => (seen.badge = count) >= 0,
    }),
    ipc: { handle: (channel, answer) => void seen.handlers.set(channel, answer) },
    safeStorage: fakeStore(),
    platform: 'linux',
    words: ['console'],
    places: { renderer: '/renderer', preload: '/preload/index.cjs', trayIcon: '/tray.png' },
    registerScheme: (scheme, privileges) => {
      seen.calls.push('registerScheme')
      seen.schemes.push({ scheme, privileges })
    },
    sessionOf(name) {
      const session = new FakeSession()
      seen.sessions.set(name, session)
      return session
    },
    openWindow(options) {
      const window = new FakeWindow(options)
      seen.windows.push(window)
      window.on('closed', () => seen.windows.splice(seen.windows.indexOf(window), 1))
      app.emit('web-contents-created', {}, window.webContents)
      return window
    },
    workAreas: () => [{ x: 0, y: 0, width: 1920, height: 1080 }],
    prefersDark: () => false,
    fetch: async () => Response.json({ success: true }),
    showSaveDialog: async () => undefined,
    notify({ title = '' }, onClick) {
      seen.notices.push(title)
      seen.clicks.push(onClick)
    },
    makeTray: () => ({ setToolTip: (text) => (seen.tip = text), on: () => {} }),
    setMenu: (menu) => (seen.menu = menu),
    say: (line) => void seen.lines.push(line),
    ...change,
  }
  return { parts, seen }
}

/** A store of secrets that turns texts around. */
export function fakeStore(backend = 'gnome_libsecret', available = true) {
  const turned = (text: string) => [...text].reverse().join('')
  return {
    isEncryptionAvailable: () => available,
    getSelectedStorageBackend: () => backend,
    encryptString: (text: string) => Buffer.from(`wrapped:${turned(text)}`),
    decryptString(wrapped: Buffer) {
      const text = wrapped.toString()
      if (!text.startsWith('wrapped:')) throw new Error('not ours')
      return turned(text.slice('wrapped:'.length))
    },
  }
}
