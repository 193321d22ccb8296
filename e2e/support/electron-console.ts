import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { ConsoleOptions, RunningConsole, Shown } from '@nation/dev/console'
import { _electron } from '@playwright/test'

type Options = Omit<ConsoleOptions, 'browser' | 'program'>

/** What the patched parts of Electron remember, in its main process. */
interface Patched {
  nationSeen: Omit<Shown, 'lines'>
}

/** Starts the built console in Electron itself, by Playwright. Its dialogs and notifications are not shown, but remembered. */
export async function startInElectron(binary: string, options: Options): Promise<RunningConsole> {
  const args = [
    path.resolve(import.meta.dirname, '../../desktop'),
    `--user-data-dir=${options.userData}`,
    ...(options.keyBackend === 'basic_text' ? ['--password-store=basic'] : []),
    // Chromium refuses to be sandboxed where it runs as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
  const program = await _electron.launch({ executablePath: binary, args: [...args, ...(options.words ?? [])] })
  const lines: string[] = []
  program.process().stderr?.on('data', (part: Buffer) => lines.push(...part.toString().split('\n').filter(Boolean)))
  await program.evaluate(({ app, Notification, Tray }) => {
    const seen: Patched['nationSeen'] = { tray: '', badge: 0, notices: [] }
    ;(globalThis as unknown as Patched).nationSeen = seen
    app.setBadgeCount = (count = 0) => (seen.badge = count) >= 0
    Tray.prototype.setToolTip = (text) => void (seen.tray = text)
    Notification.prototype.show = function () {
      seen.notices.push({ title: this.title, body: this.body })
    }
  })
  const console: RunningConsole = {
    pages: () => Promise.resolve(program.windows()),
    async newest() {
      await program.firstWindow()
      const page = program.windows().at(-1)
      if (!page) throw new Error('The console has no window.')
      return page
    },
    async shown() {
      const seen = await program.evaluate(() => (globalThis as unknown as Patched).nationSeen)
      return { ...seen, lines }
    },
    saveTo: (place) =>
      program.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: filePath === '', filePath })
      }, place ?? ''),
    choose: (label) =>
      program.evaluate(({ Menu, BrowserWindow }, wanted) => {
        const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
        const item = items.find((each) => each.label === wanted)
        if (!item) throw new Error(`The menu has no ${wanted}.`)
        const click = item.click as (event: undefined, window: unknown) => void
        click(undefined, BrowserWindow.getFocusedWindow() ?? undefined)
      }, label),
    async startAgain(words) {
      await once(spawn(binary, [...args, ...words], { stdio: 'ignore' }), 'exit')
    },
    quit: () => program.close(),
  }
  await console.saveTo(options.saveTo)
  return console
}
