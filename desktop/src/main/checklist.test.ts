import versions from 'electron-to-chromium/full-versions.json' with { type: 'json' }
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { BrowserWindowConstructorOptions } from 'electron'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLS, channelOf } from '../ipc/contract'
import type { CallName } from '../ipc/contract'
import { problemOfElectron } from '../packaging/electron-support'
import { packaging } from '../packaging/packaging'
import { makeBridge } from '../preload/bridge'
import { startConsole } from './console'
import { contentSecurityPolicy } from './navigation'
import { deleteFakeFolders, fakeParts } from './testing/fake-parts'

const renderer = path.join(import.meta.dirname, '../renderer')
const started = fakeParts({ places: { renderer, preload: '/preload/index.cjs', trayIcon: '/tray.png' } })
const { seen } = started
let options: BrowserWindowConstructorOptions

afterAll(deleteFakeFolders)
beforeAll(async () => {
  await startConsole(started.parts)
  options = seen.windows[0]!.options
})

const preferences = () => options.webPreferences ?? {}
const contents = () => seen.windows[0]!.contents
const session = () => [...seen.sessions.values()][0]!

const desktop = path.join(import.meta.dirname, '..')
/** The screens of the panel are web's, and run in the same page. */
const web = path.join(desktop, '../../web/src')

/** All sources of a folder that are packed into the console, without their tests. */
function sources(folder: string): { name: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|html)$/.test(name) && !name.includes('.test.') && !name.includes('testing'))
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))
}
const naming = (pattern: RegExp, folder = desktop) =>
  sources(folder).flatMap(({ name, text }) => (pattern.test(text) ? [name] : []))

/** Electron's own list, in its order: https://www.electronjs.org/docs/latest/tutorial/security */
const CHECKLIST: readonly [string, () => void | Promise<void>][] = [
  [
    '1. Only load secure content',
    () => {
      expect(seen.windows[0]?.loaded).toBe('nation://console/')
      expect(contents().prevents('will-navigate', 'http://nation.example/')).toBe(true)
    },
  ],
  [
    '2. Do not enable Node.js integration',
    () =>
      expect(preferences()).toMatchObject({
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        nodeIntegrationInWorker: false,
      }),
  ],
  ['3. Enable context isolation', () => expect(preferences()).toMatchObject({ contextIsolation: true })],
  [
    '4. Enable process sandboxing',
    () => {
      expect(preferences()).toMatchObject({ sandbox: true })
      expect(seen.calls.slice(0, seen.calls.indexOf('ready'))).toContain('enableSandbox')
    },
  ],
  [
    '5. Handle permission requests',
    () => {
      expect([...seen.sessions.keys()]).toEqual([preferences().partition])
      expect([session().permission, session().check?.(), session().device?.()]).toEqual([false, false, false])
    },
  ],
  ['6. Do not disable webSecurity', () => expect(preferences()).toMatchObject({ webSecurity: true })],
  [
    '7. Define a Content Security Policy',
    async () => {
      for (const place of ['', 'admin']) {
        const page = await session().answer!(new Request(`nation://console/${place}`))
        expect(page.status).toBe(200)
        const policy = page.headers.get('content-security-policy')
        expect(policy).toBe(contentSecurityPolicy())
        expect(policy).toMatch(/^default-src 'none'; script-src 'self';/)
        expect(policy).toContain("connect-src 'self';")
        expect(policy).not.toMatch(/unsafe-eval|\*|https?:/)
        // A script of the page's own text would not run under it.
        expect(await page.text()).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=/)
      }
    },
  ],
  [
    '8. Do not enable allowRunningInsecureContent',
    () => expect(preferences()).toMatchObject({ allowRunningInsecureContent: false }),
  ],
  [
    '9. Do not enable experimental features',
    () => expect(preferences()).toMatchObject({ experimentalFeatures: false }),
  ],
  [
    '10. Do not use enableBlinkFeatures',
    () => {
      expect(preferences()).not.toHaveProperty('enableBlinkFeatures')
      expect(naming(/enableBlinkFeatures|enable-blink-features/)).toEqual([])
    },
  ],
  [
    '11. Do not use allowpopups for WebViews',
    () => {
      for (const folder of [desktop, web]) {
        expect(naming(/allowpopups/i, folder)).toEqual([])
        expect(naming(/<webview|['"`]webview['"`]/i, folder)).toEqual([])
        // What finds nothing looks at something.
        expect(sources(folder).length).toBeGreaterThan(20)
      }
    },
  ],
  [
    '12. Verify WebView options before creation',
    () => {
      expect(preferences()).toMatchObject({ webviewTag: false })
      expect(contents().prevents('will-attach-webview')).toBe(true)
    },
  ],
  [
    '13. Disable or limit navigation',
    () => {
      for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
        expect(contents().prevents(name, 'https://example.com/')).toBe(true)
        expect(contents().prevents(name, 'nation://console/api/users')).toBe(true)
        expect(contents().prevents(name, 'nation://console/admin')).toBe(false)
      }
    },
  ],
  ['14. Disable or limit creation of new windows', () => expect(contents().openWindow?.()).toEqual({ action: 'deny' })],
  ['15. Do not use shell.openExternal', () => expect(naming(/openExternal|\bshell\b/)).toEqual([])],
  [
    '16. Use a current version of Electron',
    () => {
      const { packages } = JSON.parse(
        readFileSync(path.join(import.meta.dirname, '../../../package-lock.json'), 'utf8'),
      ) as { packages: Record<string, { version: string }> }
      const locked = Object.entries(packages).flatMap(([name, { version }]) =>
        name.endsWith('node_modules/electron') ? [version] : [],
      )
      const installed = createRequire(import.meta.url)('electron/package.json') as { version: string }
      // One is locked, it is the one that is installed and packed, and it still gets fixes.
      expect(locked).toEqual([installed.version])
      expect(problemOfElectron(installed.version, Object.keys(versions))).toBeNull()
    },
  ],
  [
    '17. Validate the sender of all IPC messages',
    async () => {
      const id = contents().id
      const own = { url: 'nation://console/', parent: null }
      const foreign = [
        { sender: { id }, senderFrame: null },
        { sender: { id }, senderFrame: { ...own, parent: {} } },
        { sender: { id }, senderFrame: { ...own, url: 'https://example.com/' } },
        { sender: { id }, senderFrame: { ...own, url: 'nation://console/api/x' } },
        { sender: { id: 9999 }, senderFrame: own },
      ]
      expect([...seen.handlers.keys()].sort()).toEqual((Object.keys(CALLS) as CallName[]).map(channelOf).sort())
      for (const answer of seen.handlers.values())
        for (const event of foreign) await expect(answer(event)).rejects.toThrow('This page may not ask.')
      await expect(seen.handlers.get('nation:version')!({ sender: { id }, senderFrame: own })).resolves.toBe('0.1.0')
    },
  ],
  [
    '18. Avoid file://, prefer a protocol of your own',
    () => {
      expect(naming(/loadFile|['"`]file:/)).toEqual([])
      expect(seen.schemes.map(({ scheme }) => scheme)).toEqual(['nation'])
      expect(seen.schemes[0]?.privileges).not.toHaveProperty('bypassCSP')
      expect(seen.schemes[0]?.privileges).not.toHaveProperty('corsEnabled')
      expect(seen.calls.slice(0, seen.calls.indexOf('ready'))).toContain('registerScheme')
    },
  ],
  [
    '19. Check which fuses you can change',
    async () => {
      const fuses = {
        runAsNode: false,
        enableCookieEncryption: true,
        enableNodeOptionsEnvironmentVariable: false,
        enableNodeCliInspectArguments: false,
        enableEmbeddedAsarIntegrityValidation: true,
        onlyLoadAppFromAsar: true,
        loadBrowserProcessSpecificV8Snapshot: false,
        grantFileProtocolExtraPrivileges: false,
      }
      expect(packaging({}, '45.0.0').electronFuses).toEqual(fuses)
      // They are those that electron-builder is given, with the code in an archive.
      const { default: given } = await import('../../electron-builder.config')
      expect(given).toMatchObject({ electronFuses: fuses, asar: true })
    },
  ],
  [
    '20. Do not expose Electron’s APIs to the page',
    () => {
      expect(
        naming(/['"]electron['"]/)
          .filter((name) => !isTypesOnly(name))
          .sort(),
      ).toEqual([path.join('main', 'index.ts'), path.join('preload', 'index.ts')])
      expect(readFileSync(path.join(import.meta.dirname, '../preload/index.ts'), 'utf8')).toContain(
        "exposeInMainWorld('nation', makeBridge(ipcRenderer))",
      )
      expect(naming(/['"]electron['"]/, web)).toEqual([])
      // The page gets functions alone, and none of them is Electron's own.
      const ipc = { invoke: () => Promise.resolve(), on: () => undefined, removeListener: () => undefined }
      const own: unknown[] = [ipc, ...Object.values(ipc)]
      const exposed = leavesOf(makeBridge(ipc))
      expect(exposed.length).toBeGreaterThan(10)
      expect(exposed.filter((leaf) => typeof leaf !== 'function' || own.includes(leaf))).toEqual([])
    },
  ],
]

/** What is found in an object, however deep. */
const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]

function isTypesOnly(name: string): boolean {
  const text = readFileSync(path.join(desktop, name), 'utf8')
  const named = [...text.matchAll(/['"]electron['"]/g)].length
  return [...text.matchAll(/^import type \{[^}]*\} from 'electron'$/gm)].length === named
}

describe('Electron’s security checklist', () => {
  it.each(CHECKLIST)('%s', (_item, check) => check())

  it('has all of its twenty items', () => {
    expect(CHECKLIST.map(([item]) => parseInt(item))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })
})

describe('beyond the list', () => {
  it('nothing replaces Chromium’s verdict on a certificate, and no switch of its command line is set', () => {
    expect(naming(/setCertificateVerifyProc|ignore-certificate-errors|commandLine|appendSwitch/)).toEqual([])
  })

  it('downloads are refused, and so is a certificate that is not trusted', () => {
    let prevented = 0
    const event = { preventDefault: () => void prevented++ }
    session().emit('will-download', event)
    let trusted: boolean | undefined
    seen.app.emit('certificate-error', event, {}, 'https://x', 'ERR', {}, (answer: boolean) => (trusted = answer))
    expect([prevented, trusted]).toEqual([2, false])
  })
})
