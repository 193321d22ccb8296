import { existsSync } from 'node:fs'
import path from 'node:path'
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  protocol,
  safeStorage,
  screen,
  session,
  Tray,
} from 'electron'
import { startConsole } from './console'
import { fetchThrough } from './electron-fetch'
import type { Parts, WindowPart } from './parts'
import { startUpdates } from './updates'
import type { ServerFetch } from './server-fetch'

/** The real windows, by what the console knows of them: the save dialog belongs to one. */
const windows = new WeakMap<WindowPart, BrowserWindow>()
/** Referenced, or the tray's picture and a notification's click would be collected. */
const referenced = new Set<unknown>()

/** Requests to servers have a session of their own: in memory, without cookies. Chromium's own verdict on certificates stands. */
function serverFetch(): ServerFetch {
  const own = session.fromPartition('wire', { cache: false })
  return fetchThrough((address, request) => own.fetch(address, request))
}

let ask: ServerFetch | undefined

const parts: Parts = {
  app,
  ipc: ipcMain,
  safeStorage,
  platform: process.platform,
  words: process.argv,
  places: {
    renderer: path.join(import.meta.dirname, '../renderer'),
    preload: path.join(import.meta.dirname, '../preload/index.cjs'),
    trayIcon: path.join(import.meta.dirname, '../renderer/tray.png'),
  },
  registerScheme: (scheme, privileges) => protocol.registerSchemesAsPrivileged([{ scheme, privileges }]),
  sessionOf: (partition) => session.fromPartition(partition),
  openWindow(options) {
    const window = new BrowserWindow(options)
    windows.set(window, window)
    return window
  },
  workAreas: () => screen.getAllDisplays().map(({ workArea }) => workArea),
  prefersDark: () => nativeTheme.shouldUseDarkColors,
  // Sessions exist once the app is ready.
  fetch: (address, request) => (ask ??= serverFetch())(address, request),
  async showSaveDialog(part, defaultPath) {
    const window = windows.get(part)
    if (!window) return undefined
    const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath })
    return canceled ? undefined : filePath
  },
  notify(options, onClick) {
    if (!Notification.isSupported()) return
    const notification = new Notification(options)
    referenced.add(notification)
    notification.on('click', onClick)
    notification.on('close', () => referenced.delete(notification))
    notification.show()
  },
  makeTray(icon) {
    const tray = new Tray(icon)
    referenced.add(tray)
    return tray
  },
  setMenu: (menu) => Menu.setApplicationMenu(Menu.buildFromTemplate(menu)),
  say: (line) => void process.stderr.write(`${line}\n`),
}

startConsole(parts)
  .then(async (started) => {
    // The first console looks for updates.
    if (!started) return
    await startUpdates({
      isPackaged: app.isPackaged,
      platform: process.platform,
      isConfigured: app.isPackaged && existsSync(path.join(process.resourcesPath, 'app-update.yml')),
      load: async () => (await import('electron-updater')).default.autoUpdater,
      every: (ms, work) => void setInterval(work, ms),
      say(problem) {
        if (problem !== null) parts.say(problem)
        started.tellUpdateProblem(problem)
      },
    })
  })
  .catch((error: unknown) => {
    parts.say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    app.exit(1)
  })
