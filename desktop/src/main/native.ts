import type { MenuItemConstructorOptions, NotificationConstructorOptions } from 'electron'
import type { Link, Profile, Waiting } from '../ipc/contract'
import { TABS } from '../ipc/shapes'
import type { Parts, WindowPart } from './parts'

/** What waits, in the tray's words: a line for each server where something does. */
export function waitingInWords(
  waiting: ReadonlyMap<string, { name: string; counts: Readonly<Record<Kind, number>> }>,
): string {
  const lines = [...waiting.values()].flatMap(({ name, counts }) => {
    const words = [
      counted(counts.failedJobs, 'failed job', 'failed jobs'),
      counted(counts.conflicts, 'conflict', 'conflicts'),
      counted(counts.mentions, 'mention', 'mentions'),
    ].filter((word) => word !== '')
    return words.length === 0 ? [] : [`${name}: ${words.join(', ')}`]
  })
  return lines.length === 0 ? 'Nation: nothing waits' : lines.join('\n')
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`

type Kind = 'failedJobs' | 'conflicts' | 'mentions'

const nothing: Readonly<Record<Kind, number>> = { failedJobs: 0, conflicts: 0, mentions: 0 }
const kinds = Object.keys(nothing) as Kind[]

/** What a notification says, and the tab that it leads to. Texts of others are in none. */
const notices: Readonly<Record<Kind, NotificationConstructorOptions & { readonly tab: Link['tab'] }>> = {
  failedJobs: { title: 'A job failed', body: 'It waits for a decision in the tab Jobs.', tab: 'jobs' },
  conflicts: {
    title: 'A change needs your decision',
    body: 'Another administrator changed the same row, or the server refused your change.',
    tab: 'changes',
  },
  mentions: { title: 'You were mentioned', body: 'A message of the administrators’ chat names you.', tab: 'chat' },
}

/**
 * What waits: in the tray, as a number on the program's own picture, and in a notification for whatever is more than before. Windows of
 * one server say the same things, some of them later or without the panel's password: of each kind the highest count is shown. Where
 * there is no tray, the rest works without.
 */
export class Waits {
  readonly #waiting = new Map<string, { name: string; counts: Readonly<Record<Kind, number>> }>()
  readonly #ofWindows = new Map<WindowPart, { profile: string; counts: Waiting }>()
  readonly #tray

  constructor(
    private readonly parts: Parts,
    private readonly actions: { readonly show: () => void; readonly open: (profile: string, link: Link) => void },
  ) {
    this.#tray = parts.makeTray(parts.places.trayIcon)
    this.#tray?.on('click', actions.show)
    this.#tray?.setToolTip(waitingInWords(this.#waiting))
  }

  /** A window says what waits at its server. */
  tell(window: WindowPart, { id, name }: Profile, counts: Waiting): void {
    if (!this.#ofWindows.has(window)) window.on('closed', () => this.#closed(window))
    this.#ofWindows.set(window, { profile: id, counts })
    const before = this.#waiting.get(id)?.counts ?? nothing
    const now = this.#highest(id, before)
    this.#waiting.set(id, { name, counts: now })
    for (const kind of kinds) {
      const { title = '', body = '', tab } = notices[kind]
      if (now[kind] > before[kind]) this.parts.notify({ title, body }, () => this.actions.open(id, { tab }))
    }
    this.#refresh()
  }

  /** A window leaves its server for the choice of one. What other windows of that server say stays; without any, nothing waits there. */
  left(window: WindowPart, profile: string): void {
    if (this.#ofWindows.has(window)) this.#closed(window)
    if (![...this.#ofWindows.values()].some((one) => one.profile === profile)) this.forget(profile)
  }

  /** A server that was removed has nothing waiting here. */
  forget(profile: string): void {
    for (const [window, one] of this.#ofWindows) if (one.profile === profile) this.#ofWindows.delete(window)
    this.#waiting.delete(profile)
    this.#refresh()
  }

  /** What the last window of a server said stays: the next one is not to notify of it again. */
  #closed(window: WindowPart): void {
    const profile = this.#ofWindows.get(window)?.profile
    this.#ofWindows.delete(window)
    const known = profile === undefined ? undefined : this.#waiting.get(profile)
    if (profile === undefined || !known || ![...this.#ofWindows.values()].some((one) => one.profile === profile)) return
    this.#waiting.set(profile, { ...known, counts: this.#highest(profile, known.counts) })
    this.#refresh()
  }

  /** What no window knows, such as before the panel's password, stays as it was said last. */
  #highest(profile: string, before: Readonly<Record<Kind, number>>): Readonly<Record<Kind, number>> {
    const counts = [...this.#ofWindows.values()].filter((one) => one.profile === profile).map((one) => one.counts)
    const highest = (kind: Kind) => {
      const known = counts.flatMap((one) => one[kind] ?? [])
      return known.length === 0 ? before[kind] : Math.max(...known)
    }
    return { failedJobs: highest('failedJobs'), conflicts: highest('conflicts'), mentions: highest('mentions') }
  }

  #refresh(): void {
    this.#tray?.setToolTip(waitingInWords(this.#waiting))
    const sum = [...this.#waiting.values()].reduce(
      (all, { counts }) => kinds.reduce((more, kind) => more + counts[kind], all),
      0,
    )
    this.parts.app.setBadgeCount(sum)
  }
}

export interface MenuActions {
  readonly newWindow: () => void
  readonly chooseServer: () => void
  readonly go: (link: Link) => void
}

const LABELS: Readonly<Record<(typeof TABS)[number], string>> = {
  dashboard: 'Dashboard',
  members: 'Members',
  broadcast: 'Broadcast',
  chat: 'Chat',
  bank: 'Bank',
  elections: 'Elections',
  jobs: 'Jobs',
  audit: 'Audit',
  settings: 'Settings',
  'sign-ins': 'Sign-ins',
  tasks: 'Tasks',
  changes: 'Changes',
}

/** There are nine digits, and the tenth is the zoom's: the other tabs have a letter. */
const LETTERS: Readonly<Partial<Record<(typeof TABS)[number], string>>> = { 'sign-ins': 'S', tasks: 'T', changes: 'C' }

const keyOf = (tab: (typeof TABS)[number], index: number): string =>
  LETTERS[tab] === undefined ? `CmdOrCtrl+${index + 1}` : `CmdOrCtrl+Shift+${LETTERS[tab]}`

/** The menu with its shortcuts. There is no entry for developer tools. */
export function menuOf(platform: string, { newWindow, chooseServer, go }: MenuActions): MenuItemConstructorOptions[] {
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        { label: 'New window', accelerator: 'CmdOrCtrl+N', click: newWindow },
        { label: 'Servers…', accelerator: 'CmdOrCtrl+Shift+O', click: chooseServer },
        { type: 'separator' },
        { role: 'close' },
        ...(platform === 'darwin' ? [] : [{ role: 'quit' } as const]),
      ],
    },
    { role: 'editMenu' },
    {
      label: '&Go',
      submenu: TABS.map((tab, index) => ({
        label: LABELS[tab],
        accelerator: keyOf(tab, index),
        click: () => go({ tab }),
      })),
    },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ]
}
