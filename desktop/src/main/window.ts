import path from 'node:path'
import { BrowserWindow, nativeTheme } from 'electron'

/** Night and paper, so that the window does not flash before its page is there. */
const GROUND = { light: '#fafbfc', dark: '#0a0f1c' } as const

/** Opens the console's window at its home page. */
export async function openWindow(home: string): Promise<void> {
  const window = new BrowserWindow({
    title: 'Nation',
    width: 1280,
    height: 840,
    minWidth: 390,
    minHeight: 560,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    webPreferences: {
      preload: path.join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  await window.loadURL(home)
}
