import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { extractAll, getRawHeader } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { findChromium } from '@nation/dev/chromium'
import { electronBinary, prepareConsole, startConsole } from '@nation/dev/console'
import { cacheFolder } from '@nation/dev/services'
import { expect, test } from '@playwright/test'
import { enterPanel, opened } from './support/console'
import { standInElectron, windowsIntegrity, type Platform } from './support/electron-shell'
import { TUESDAY, useNation } from './support/nation'
import { tell } from './support/tell'

const nation = useNation({ clock: TUESDAY })
test.describe.configure({ mode: 'serial' })

const root = path.resolve(import.meta.dirname, '..')
const desktop = path.join(root, 'desktop')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-packed-'))
const packageOf = (name: string) => createRequire(path.join(desktop, 'package.json')).resolve(`${name}/package.json`)
const builder = path.join(path.dirname(packageOf('electron-builder')), 'cli.js')
const HERE = { linux: 'linux', win32: 'win', darwin: 'mac' }[process.platform as string]
const binary = electronBinary()

/** Where each package has its program and its archive. */
const PACKAGES: Readonly<Record<Platform, { unpacked: string; program: string; archive: string }>> = {
  linux: { unpacked: 'linux-unpacked', program: 'nation-console', archive: 'resources/app.asar' },
  win: { unpacked: 'win-unpacked', program: 'Nation Console.exe', archive: 'resources/app.asar' },
  mac: { unpacked: 'mac', program: 'Nation Console.app', archive: 'Nation Console.app/Contents/Resources/app.asar' },
}
const PLATFORMS = Object.keys(PACKAGES) as Platform[]

const isReal = (platform: Platform) => binary !== undefined && platform === HERE
const inPackage = (platform: Platform, name: string) => path.join(folder, 'out', PACKAGES[platform].unpacked, name)
const archiveOf = (platform: Platform) => inPackage(platform, PACKAGES[platform].archive)

/** Runs the real electron-builder, unpacked, on the Electron that is there or on its shape; answers all that it said. */
async function pack(platform: Platform, env: Record<string, string> = {}, output = 'out') {
  const { ELECTRON_OVERRIDE_DIST_PATH: dist = path.join(path.dirname(packageOf('electron')), 'dist') } = process.env
  const electron = isReal(platform) ? dist : path.join(folder, platform)
  if (!isReal(platform)) standInElectron(electron, platform)
  const child = spawn(
    process.execPath,
    [
      ...[builder, '--dir', `--${platform}`, '--x64', '--publish', 'never', '--config', 'electron-builder.config.ts'],
      ...[`-c.electronDist=${electron}`, `-c.directories.output=${path.join(folder, output)}`],
    ],
    { cwd: desktop, env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false', ...env } },
  )
  let said = ''
  child.stdout.on('data', (part: Buffer) => (said += part.toString()))
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

function filesIn(place: string): string[] {
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
}

test.beforeAll(async () => {
  await prepareConsole(tell)
  if (!binary)
    tell(
      'Electron’s own program is not here: what was packed ran on Chromium’s parts, and no packed program was started.',
    )
})

test.afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

for (const platform of PLATFORMS)
  test(`electron-builder packs the console for ${platform} (unpacked; without a signature, an installer, or a start on that system)`, async () => {
    const { code, said } = await pack(platform)
    expect(code, said).toBe(0)
    expect(fs.existsSync(inPackage(platform, PACKAGES[platform].program))).toBe(true)
    const wire = await getCurrentFuseWire(inPackage(platform, PACKAGES[platform].program))
    const isOn = (fuse: FuseV1Options) => Number(wire[fuse]) === '1'.charCodeAt(0)
    expect(
      [
        FuseV1Options.EnableCookieEncryption,
        FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
        FuseV1Options.OnlyLoadAppFromAsar,
      ].map(isOn),
    ).toEqual([true, true, true])
    expect(
      [
        FuseV1Options.RunAsNode,
        FuseV1Options.EnableNodeOptionsEnvironmentVariable,
        FuseV1Options.EnableNodeCliInspectArguments,
        FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
        FuseV1Options.GrantFileProtocolExtraPrivileges,
      ].map(isOn),
    ).toEqual([false, false, false, false, false])
    const files = filesIn(path.join(folder, 'out', PACKAGES[platform].unpacked)).map((name) => path.basename(name))
    // Of a folder, electron-builder copies the application alone for macOS; of the archive that it downloads, the licences, too.
    if (platform !== 'mac')
      expect(files).toEqual(expect.arrayContaining(['LICENSE.electron.txt', 'LICENSES.chromium.html']))
    expect(files).not.toContain('app-update.yml')
  })

test('the archive has what the console runs, with licences, and no sources, tests, maps, secrets or traces of this machine', () => {
  const place = path.join(folder, 'app')
  extractAll(archiveOf('linux'), place)
  const files = filesIn(place)
  const own = files.filter((name) => !name.startsWith('node_modules/'))
  expect(own).toEqual(
    expect.arrayContaining([
      'package.json',
      'out/main/index.js',
      'out/main/console.js',
      'out/preload/index.cjs',
      'out/renderer/index.html',
      'out/renderer/licences.md',
      'out/main/licences.md',
      'out/preload/licences.md',
    ]),
  )
  const EXPECTED =
    /^(package\.json|out\/(main|preload|renderer)\/(licences\.md|[\w-]+\.(c?js|html|svg|png)|assets\/[\w.-]+\.(js|css|woff2|svg|png|webp)))$/
  expect(own.filter((name) => !EXPECTED.test(name))).toEqual([])
  expect(files.filter((name) => /\.(ts|tsx|map|pem|key|p12|pfx|env)$|\.(test|spec)\.|\/\.env/.test(name))).toEqual([])
  for (const name of own) {
    const text = fs.readFileSync(path.join(place, name), 'latin1')
    expect(text.includes(root), `${name} names a folder of this machine`).toBe(false)
    expect(/sourceMappingURL=|-----BEGIN|vitest|fake-parts/.exec(text)?.[0], name).toBeUndefined()
  }
  const { main, dependencies, devDependencies, scripts } = JSON.parse(
    fs.readFileSync(path.join(place, 'package.json'), 'utf8'),
  ) as Record<string, unknown>
  expect(main).toBe('./out/main/index.js')
  expect([Object.keys(dependencies as object), devDependencies, scripts]).toEqual([
    ['electron-updater'],
    undefined,
    undefined,
  ])
  // All that main asks for by name is in the archive, but for Electron and Node themselves.
  const index = fs.readFileSync(path.join(place, 'out/main/index.js'), 'utf8')
  const asked = [...index.matchAll(/(?:from\s*|import\()["']([^."'][^"']*)["']/g)].map(([, name = '']) => name)
  const require = createRequire(path.join(place, 'out/main/index.js'))
  const outside = asked.filter((name) => name !== 'electron' && !name.startsWith('node:'))
  expect(outside).toEqual(['electron-updater'])
  for (const name of outside) expect(require.resolve(name).startsWith(fs.realpathSync(place))).toBe(true)
})

test('Windows and macOS get the archive’s checksum, and nation:// is the console’s on macOS', () => {
  const checksum = (platform: Platform) =>
    createHash('sha256')
      .update(getRawHeader(archiveOf(platform)).headerString)
      .digest('hex')
  expect(windowsIntegrity(inPackage('win', PACKAGES.win.program))).toEqual([
    { file: 'resources\\app.asar', alg: 'SHA256', value: checksum('win') },
  ])
  const list = fs.readFileSync(inPackage('mac', 'Nation Console.app/Contents/Info.plist'), 'utf8')
  expect(list).toContain(`<string>${checksum('mac')}</string>`)
  expect(list).toMatch(/<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>nation<\/string>/)
  expect(list).toMatch(/<key>CFBundleIdentifier<\/key>\s*<string>org\.nation\.console<\/string>/)
})

test('a package that looks for updates knows where, and is not made for Windows without a signature', async () => {
  const updates = {
    NATION_UPDATES_URL: 'https://updates.nation.example/console',
    NATION_UPDATES_PUBLISHER: 'Nation',
  }
  const linux = await pack('linux', updates, 'updating')
  expect(linux.code, linux.said).toBe(0)
  const configured = path.join(folder, 'updating', PACKAGES.linux.unpacked, 'resources/app-update.yml')
  expect(fs.readFileSync(configured, 'utf8')).toContain('url: https://updates.nation.example/console')
  const windows = await pack('win', updates, 'updating')
  expect(windows.code).not.toBe(0)
  expect(windows.said).toContain('App is not signed')
})

test('the packed main, preload and renderer open the local nation, on Chromium’s parts in place of Electron’s', async () => {
  const browser = await findChromium(() => cacheFolder(nation.dataDir), tell)
  const console = await startConsole({
    browser,
    program: path.join(folder, 'app/out'),
    userData: path.join(folder, 'user'),
    words: [`--local-nation=${nation.origin}`],
  })
  const choice = await opened(console, 'Operator console')
  await choice.getByRole('button', { name: 'Add and open' }).click()
  const page = await opened(console, 'Super Admin Access')
  await enterPanel(page, nation)
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem').first()).toBeVisible()
  await console.quit()
})
