import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserWindowConstructorOptions } from 'electron'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLS, channelOf } from '../ipc/contract'
import type { CallName } from '../ipc/contract'
import { packaging } from '../packaging/packaging'
import { startConsole } from './console'
import { contentSecurityPolicy } from './navigation'
import { deleteFakeFolders, fakeParts } from './testing/fake-parts'

const started = fakeParts()
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

/** All sources that are packed into the console, without their tests. */
function sources(folder = path.join(import.meta.dirname, '..')): { name: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|html)$/.test(name) && !name.includes('.test.') && !name.includes('testing'))
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))
}
const naming = (pattern: RegExp) => sources().flatMap(({ name, text }) => (pattern.test(text) ? [name] : []))

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
      expect(seen.calls.indexOf('enableSandbox')).toBeLessThan(seen.calls.indexOf('ready'))
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
    () => {
      expect(contentSecurityPolicy()).toMatch(/^default-src 'none'; script-src 'self';/)
      expect(contentSecurityPolicy()).toContain("connect-src 'self';")
      expect(contentSecurityPolicy()).not.toMatch(/unsafe-eval|\*|https?:/)
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
  ['10. Do not use enableBlinkFeatures', () => expect(preferences()).not.toHaveProperty('enableBlinkFeatures')],
  ['11. Do not use allowpopups for WebViews', () => expect(naming(/allowpopups/)).toEqual([])],
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
      const file = path.join(import.meta.dirname, '../../package.json')
      const { devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as { devDependencies: { electron: string } }
      expect(Number(/\d+/.exec(devDependencies.electron)?.[0])).toBeGreaterThanOrEqual(45)
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
      expect(seen.calls.indexOf('registerScheme')).toBeLessThan(seen.calls.indexOf('ready'))
    },
  ],
  [
    '19. Check which fuses you can change',
    () =>
      expect(packaging({}, '45.0.0').electronFuses).toMatchObject({
        runAsNode: false,
        enableNodeOptionsEnvironmentVariable: false,
        enableNodeCliInspectArguments: false,
        enableEmbeddedAsarIntegrityValidation: true,
        onlyLoadAppFromAsar: true,
        grantFileProtocolExtraPrivileges: false,
      }),
  ],
  [
    '20. Do not expose Electron’s APIs to the page',
    () => {
      expect(
        naming(/from 'electron'/)
          .filter((name) => !isTypesOnly(name))
          .sort(),
      ).toEqual([path.join('main', 'index.ts'), path.join('preload', 'index.ts')])
      expect(readFileSync(path.join(import.meta.dirname, '../preload/index.ts'), 'utf8')).toContain(
        "exposeInMainWorld('nation', makeBridge(ipcRenderer))",
      )
    },
  ],
]

function isTypesOnly(name: string): boolean {
  const text = readFileSync(path.join(import.meta.dirname, '..', name), 'utf8')
  return [...text.matchAll(/^import (type )?[^;]*?from 'electron'$/gm)].every(([, type]) => type !== undefined)
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
