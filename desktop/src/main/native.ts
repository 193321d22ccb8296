import type { MenuItemConstructorOptions } from 'electron'
import type { Link, Profile, Waiting } from '../ipc/contract'
import { TABS } from '../ipc/shapes'
import type { Parts } from './parts'

/** What waits, in the tray's words: a line for each server where something does. */
export function waitingInWords(waiting: ReadonlyMap<string, { name: string; counts: Waiting }>): string {
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

/** The picture in the tray, and the number on the program's own. Where there is no tray, the rest works without. */
export class Tray {
  readonly #waiting = new Map<string, { name: string; counts: Waiting }>()
  readonly #tray

  constructor(
    private readonly parts: Parts,
    onClick: () => void,
  ) {
    this.#tray = parts.makeTray(parts.places.trayIcon)
    this.#tray?.on('click', onClick)
    this.#tray?.setToolTip(waitingInWords(this.#waiting))
  }

  show({ id, name }: Profile, counts: Waiting): void {
    this.#waiting.set(id, { name, counts })
    this.#refresh()
  }

  /** A server that was left or removed has nothing waiting here. */
  forget(profile: string): void {
    this.#waiting.delete(profile)
    this.#refresh()
  }

  #refresh(): void {
    this.#tray?.setToolTip(waitingInWords(this.#waiting))
    const sum = [...this.#waiting.values()].reduce(
      (all, { counts }) => all + counts.failedJobs + counts.conflicts + counts.mentions,
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
}

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
        // There are nine digits: the tenth is the zoom's.
        ...(index < 9 && { accelerator: `CmdOrCtrl+${index + 1}` }),
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
