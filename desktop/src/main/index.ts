import path from 'node:path'
import { app, BrowserWindow, session } from 'electron'
import { answerBridge } from './answers'
import { guardContents, guardDevelopment, guardSession } from './guard'
import { homeAddress } from './navigation'
import { declareOwnScheme, serveOwnScheme } from './own-scheme'
import { openWindow } from './window'

/** Set by electron-vite while it serves the renderer with hot reload; a packaged console never looks. */
const developmentServer = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL
const home = homeAddress(developmentServer)

async function start(): Promise<void> {
  await app.whenReady()
  guardSession(session.defaultSession)
  if (developmentServer) guardDevelopment(session.defaultSession, developmentServer)
  serveOwnScheme(path.join(import.meta.dirname, '../renderer'))
  answerBridge(home)
  await openWindow(home)
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) void openWindow(home)
  })
}

if (app.requestSingleInstanceLock()) {
  app.enableSandbox()
  declareOwnScheme()
  app.on('web-contents-created', (_event, contents) => guardContents(contents, home))
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows()
    if (window?.isMinimized()) window.restore()
    window?.focus()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  start().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    app.exit(1)
  })
} else {
  app.quit()
}
