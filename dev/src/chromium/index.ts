import fs from 'node:fs'
import path from 'node:path'
import { onPath, PlainFailure, run } from '../processes'
import { cached } from '../services/cache'
import { libraryPath, unpackDebian } from '../services/debian'

/** How Playwright is to start the browser. */
export interface Chromium {
  executablePath: string
  env: NodeJS.ProcessEnv
  args: string[]
}

/** The first draws pages and has no windows: it needs a third less processor time for the same test. */
const INSTALLED = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Raised when the list of packages or what is extracted from them changes. */
const BROWSER = {
  name: `chromium-shell-1-${process.arch}`,
  set: {
    title: 'Chromium',
    packages: ['chromium-headless-shell', 'chromium-common', 'fonts-dejavu-core', 'fontconfig-config'],
    prune: [
      'usr/share/locale',
      'usr/share/icons',
      'usr/share/sounds',
      'usr/lib/udev',
      'usr/share/help',
      'usr/share/gtk-doc',
    ],
  },
}

const PROGRAM = 'usr/lib/chromium/chromium-headless-shell'

/** Keeps the browser from calling home, so that tests see only what the page does. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

/** Chromium: the one named in CHROMIUM_PATH, an installed one, or Debian's, unpacked into the cache. */
export async function findChromium(cache: () => string, say: (line: string) => void): Promise<Chromium> {
  // Found once for a whole run of the tests.
  if (process.env.NATION_CHROMIUM) return JSON.parse(process.env.NATION_CHROMIUM) as Chromium
  const named = process.env.CHROMIUM_PATH
  if (named && !fs.existsSync(named)) throw new PlainFailure(`CHROMIUM_PATH is ${named}, but there is no such file.`)
  const installed = named ?? (await findInstalled())
  if (installed) return { executablePath: installed, env: {}, args: args() }
  return describe(await unpackBrowser(cache(), say))
}

function args(): string[] {
  return process.getuid?.() === 0 ? [...QUIET, '--no-sandbox'] : QUIET
}

async function findInstalled(): Promise<string | undefined> {
  for (const name of INSTALLED) {
    const file = onPath(name, ['/usr/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(':')])
    if (file && (await runs(file, {}))) return file
  }
  return undefined
}

async function runs(command: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { exit, output } = await run({
    name: 'chromium',
    command,
    args: ['--version'],
    env: { ...process.env, ...env },
  })
  return exit.code === 0 && /Chrom/.test(output)
}

async function unpackBrowser(cache: string, say: (line: string) => void): Promise<string> {
  try {
    return await cached(cache, BROWSER.name, say, async (folder) => {
      await unpackDebian(BROWSER.set, folder, say)
      const env = { LD_LIBRARY_PATH: libraryPath(folder) }
      if (!(await runs(path.join(folder, PROGRAM), env)))
        throw new PlainFailure('the unpacked Chromium does not run here')
    })
  } catch (error) {
    if (!(error instanceof PlainFailure)) throw error
    throw new PlainFailure(
      `The browser tests found no Chromium and could not fetch it (${error.message}). ` +
        'Install it with `sudo apt-get install chromium`, or name one in CHROMIUM_PATH.',
    )
  }
}

function describe(folder: string): Chromium {
  return {
    executablePath: path.join(folder, PROGRAM),
    env: { LD_LIBRARY_PATH: libraryPath(folder), FONTCONFIG_FILE: writeFontConfig(folder) },
    args: [...args(), '--disable-gpu'],
  }
}

/** Without fonts of its own an unpacked browser draws no text at all, and says nothing about it. */
function writeFontConfig(folder: string): string {
  const file = path.join(path.dirname(folder), `${path.basename(folder)}-fonts.conf`)
  const fonts = [path.join(folder, 'usr/share/fonts'), '/usr/share/fonts', '/usr/local/share/fonts']
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...fonts.map((name) => `  <dir>${name}</dir>`),
    `  <cachedir>${path.join(path.dirname(folder), 'fontconfig')}</cachedir>`,
    '  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>',
    '  <alias><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>',
    '  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>',
    '</fontconfig>',
    '',
  ]
  fs.writeFileSync(file, lines.join('\n'))
  return file
}
