import type { BrowserWindowConstructorOptions } from 'electron'
import type { Link, Profile } from '../ipc/contract'
import { PUSHED } from '../ipc/contract'
import { guardSession } from './guard'
import { HOME, OWN_SCHEME } from './navigation'
import { ownScheme } from './own-scheme'
import type { Parts, SessionPart, WindowPart } from './parts'
import { partitionOf } from './profiles'
import { placedOn, SMALLEST, USUAL } from './window-state'
import type { windowStateFile, WindowState } from './window-state'

/** Night and paper, so that the window does not flash before its page is there. */
const GROUND = { light: '#fafbfc', dark: '#0a0f1c' } as const

export interface OpenWindow {
  readonly window: WindowPart
  /** Null in the window that chooses a profile. */
  readonly profile: Profile | null
  /** The link that it is to show, until it asks for it. */
  link: Link | null
}

/** The console's windows, each with its profile. The windows of a profile share a session, which no other profile has. */
export class Windows {
  readonly #open = new Map<number, OpenWindow>()
  readonly #sessions = new Map<string, SessionPart>()
  #last: OpenWindow | undefined
  /** What of closed windows is still being written. */
  readonly #pending = new Set<Promise<void>>()

  constructor(
    private readonly parts: Parts,
    private readonly state: ReturnType<typeof windowStateFile>,
  ) {}

  of(contents: number): OpenWindow | undefined {
    return this.#open.get(contents)
  }

  /** All that are open, those of one profile where it is named. */
  all(profile?: string): OpenWindow[] {
    return [...this.#open.values()].filter((each) => profile === undefined || each.profile?.id === profile)
  }

  /** The window that was used last, of one profile where it is named. */
  last(profile?: string): OpenWindow | undefined {
    const isMeant = this.#last && (profile === undefined || this.#last.profile?.id === profile)
    return isMeant ? this.#last : this.all(profile).at(-1)
  }

  async open(profile: Profile | null, link: Link | null = null): Promise<void> {
    this.session(profile)
    const stored = await this.state.read()
    const window = this.parts.openWindow(this.#options(profile, stored))
    const opened: OpenWindow = { window, profile, link }
    const { id } = window.webContents
    this.#open.set(id, opened)
    this.#last = opened
    window.on('focus', () => (this.#last = opened))
    window.on('close', () => this.#keepState(window))
    // The name of the server stays: windows of two servers look alike otherwise.
    window.on('page-title-updated', (event) => event.preventDefault())
    window.on('closed', () => {
      this.#open.delete(id)
      if (this.#last === opened) this.#last = undefined
    })
    window.once('ready-to-show', () => {
      if (stored?.maximized) window.maximize()
      window.show()
    })
    await window.loadURL(HOME)
  }

  /** Brings the last window, of one profile where it is named, to the front, and shows a link in it. */
  show(link: Link | undefined, profile?: string): boolean {
    const last = this.last(profile)
    if (!last) return false
    if (last.window.isMinimized()) last.window.restore()
    last.window.focus()
    if (link) {
      // The page takes it once it listens: one that is still loading asks by itself.
      last.link = link
      last.window.webContents.send(PUSHED.link.channel, link)
    }
    return true
  }

  /** Whether nothing of closed windows is left to write. */
  get isSettled(): boolean {
    return this.#pending.size === 0
  }

  /** When nothing of closed windows is left to write. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  /** The session of a profile, guarded and with its scheme, made once. */
  session(profile: Profile | null): SessionPart {
    const partition = partitionOf(profile)
    const known = this.#sessions.get(partition)
    if (known) return known
    const session = this.parts.sessionOf(partition)
    guardSession(session)
    session.protocol.handle(OWN_SCHEME, ownScheme(this.parts.places.renderer, profile?.server, this.parts.fetch))
    this.#sessions.set(partition, session)
    return session
  }

  #options(profile: Profile | null, stored: WindowState | undefined): BrowserWindowConstructorOptions {
    return {
      title: profile === null ? 'Nation' : `${profile.name} · Nation`,
      ...USUAL,
      ...(stored && placedOn(this.parts.workAreas(), stored)),
      minWidth: SMALLEST.width,
      minHeight: SMALLEST.height,
      show: false,
      backgroundColor: this.parts.prefersDark() ? GROUND.dark : GROUND.light,
      webPreferences: {
        preload: this.parts.places.preload,
        partition: partitionOf(profile),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        nodeIntegrationInWorker: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        spellcheck: false,
      },
    }
  }

  #keepState(window: WindowPart): void {
    const { x, y, width, height } = window.getNormalBounds()
    const state = { x, y, width, height, maximized: window.isMaximized() }
    const written = this.state
      .write(state)
      .catch(() => this.parts.say('The position of the window could not be saved.'))
      .finally(() => this.#pending.delete(written))
    this.#pending.add(written)
  }
}
