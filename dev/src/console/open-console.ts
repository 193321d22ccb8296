import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { build, CONSOLE } from '../launcher/build'
import { dataFolder } from '../launcher/options'
import { root, script } from '../launcher/root'
import { readRunFile } from '../launcher/run-file'
import { PlainFailure, run } from '../processes'

/** Builds the console where its sources changed. */
export function prepareConsole(say: (line: string) => void): Promise<void> {
  return build(say, [CONSOLE])
}

/** Electron's own program, where it was fetched (or named, as Electron does, in ELECTRON_OVERRIDE_DIST_PATH); undefined where not. */
export function electronBinary(): string | undefined {
  const folder = script('electron')
  const name = path.join(folder, 'path.txt')
  const { ELECTRON_OVERRIDE_DIST_PATH: dist } = process.env
  const file = fs.existsSync(name)
    ? path.join(dist ?? path.join(folder, 'dist'), fs.readFileSync(name, 'utf8').trim())
    : dist && path.join(dist, process.platform === 'win32' ? 'electron.exe' : 'electron')
  return file && fs.existsSync(file) ? file : undefined
}

/** `npm run console`: the console beside the nation that runs here. @throws PlainFailure where Electron cannot be fetched */
export async function openConsole(words: string[]): Promise<number> {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const { origin } = readRunFile(dataFolder(process.env, root))
  const binary = electronBinary() ?? (await fetchElectron(say))
  await prepareConsole(say)
  say(`The console opens; the nation beside it is ${origin}.`)
  const args = [path.join(root, 'desktop'), `--local-nation=${origin}`, ...words]
  const child = spawn(binary, args, { cwd: root, stdio: 'inherit' })
  process.once('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Fetches Electron's program once, checked against the checksums that its package brings. */
async function fetchElectron(say: (line: string) => void): Promise<string> {
  say('Fetching Electron, once for this clone ...')
  const { output } = await run({
    name: 'electron',
    command: process.execPath,
    args: [script('electron/install.js')],
    env: process.env,
  })
  const binary = electronBinary()
  if (binary) return binary
  const why = /\b(getaddrinfo \w+ \S+|connect \w+ \S+|Response code .*|HTTPError.*)/.exec(output)?.[0]
  throw new PlainFailure(
    `Electron's program could not be fetched from github.com${why ? ` (${why})` : ''}, and without it the console cannot open. ` +
      'Everything else is there: the same panel is in the browser at /admin. ' +
      'Name a mirror in ELECTRON_MIRROR, or an unpacked Electron in ELECTRON_OVERRIDE_DIST_PATH, and try again.',
  )
}
