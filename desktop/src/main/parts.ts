import type {
  BrowserWindowConstructorOptions,
  MenuItemConstructorOptions,
  NotificationConstructorOptions,
  Privileges,
} from 'electron'
import type { ServerFetch } from './server-fetch'

/** An event whose default can be prevented. */
export interface Preventable {
  preventDefault(): void
}

/** A navigation that is about to begin. */
export interface Navigation extends Preventable {
  readonly url: string
}

/** The contents of a window: what of Electron's `WebContents` is used. */
export interface ContentsPart {
  readonly id: number
  setWindowOpenHandler(decide: () => { action: 'deny' }): void
  on(event: 'will-navigate', listener: (event: Navigation) => void): unknown
  on(event: 'will-frame-navigate', listener: (event: Navigation) => void): unknown
  on(event: 'will-redirect', listener: (event: Navigation) => void): unknown
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown
  send(channel: string, ...values: unknown[]): void
}

export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface WindowPart {
  readonly webContents: ContentsPart
  loadURL(address: string): Promise<void>
  show(): void
  focus(): void
  close(): void
  isMinimized(): boolean
  restore(): void
  isMaximized(): boolean
  maximize(): void
  getNormalBounds(): Bounds
  once(event: 'ready-to-show', listener: () => void): unknown
  on(event: 'close', listener: () => void): unknown
  on(event: 'closed', listener: () => void): unknown
  on(event: 'focus', listener: () => void): unknown
  on(event: 'page-title-updated', listener: (event: Preventable) => void): unknown
}

/** Where the pages of a profile live: their storage, their scheme, their permissions. */
export interface SessionPart {
  readonly protocol: { handle(scheme: string, answer: (request: Request) => Promise<Response>): void }
  setPermissionRequestHandler(
    decide: (contents: unknown, permission: string, answer: (allowed: boolean) => void) => void,
  ): void
  setPermissionCheckHandler(decide: () => boolean): void
  setDevicePermissionHandler(decide: () => boolean): void
  on(event: 'will-download', listener: (event: Preventable) => void): unknown
  clearStorageData(): Promise<void>
}

export interface AppPart {
  getVersion(): string
  getPath(name: 'userData'): string
  requestSingleInstanceLock(): boolean
  setAsDefaultProtocolClient(scheme: string): boolean
  enableSandbox(): void
  whenReady(): Promise<unknown>
  quit(): void
  setBadgeCount(count: number): boolean
  on(event: 'web-contents-created', listener: (event: unknown, contents: ContentsPart) => void): unknown
  on(event: 'second-instance', listener: (event: unknown, words: string[]) => void): unknown
  on(event: 'open-url', listener: (event: Preventable, address: string) => void): unknown
  on(event: 'window-all-closed', listener: () => void): unknown
  /** All windows are closed, and the program ends: also after a quit, which tells of no closed windows. */
  on(event: 'will-quit', listener: (event: Preventable) => void): unknown
  on(event: 'activate', listener: () => void): unknown
  on(event: 'certificate-error', listener: CertificateListener): unknown
}

/** Hears of a certificate that is not trusted, and says whether it is taken all the same. */
export type CertificateListener = (
  event: Preventable,
  contents: unknown,
  address: string,
  error: string,
  certificate: unknown,
  answer: (trusted: boolean) => void,
) => void

/** Who asks over a channel. */
export interface Asker {
  readonly sender: { readonly id: number }
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}

export interface IpcPart {
  handle(channel: string, answer: (event: Asker, ...values: unknown[]) => Promise<unknown>): void
}

export interface SafeStoragePart {
  isEncryptionAvailable(): boolean
  getSelectedStorageBackend(): string
  encryptString(text: string): Buffer
  decryptString(wrapped: Buffer): string
}

export interface TrayPart {
  setToolTip(text: string): void
  on(event: 'click', listener: () => void): unknown
}

/** Everything of Electron's that the console uses. `index.ts` hands in the real ones; tests hand in theirs. */
export interface Parts {
  readonly app: AppPart
  readonly ipc: IpcPart
  readonly safeStorage: SafeStoragePart
  /** The computer, as in `process.platform`, and the words that the program was started with. */
  readonly platform: string
  readonly words: readonly string[]
  /** Where the built renderer, preload and pictures are. */
  readonly places: { readonly renderer: string; readonly preload: string; readonly trayIcon: string }
  readonly registerScheme: (scheme: string, privileges: Privileges) => void
  readonly sessionOf: (partition: string) => SessionPart
  readonly openWindow: (options: BrowserWindowConstructorOptions) => WindowPart
  /** The parts of the displays that windows may cover. */
  readonly workAreas: () => readonly Bounds[]
  readonly prefersDark: () => boolean
  readonly fetch: ServerFetch
  readonly showSaveDialog: (window: WindowPart, suggestedName: string) => Promise<string | undefined>
  readonly notify: (options: NotificationConstructorOptions, onClick: () => void) => void
  readonly makeTray: (icon: string) => TrayPart | undefined
  readonly setMenu: (menu: MenuItemConstructorOptions[]) => void
  readonly say: (line: string) => void
}
