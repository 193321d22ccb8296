import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { errorCode, PlainFailure, run, waitForLock } from '../processes'
import { publish } from './publish'
import { root, script } from './root'

export interface Target {
  name: string
  /** Files and folders whose change calls for a new build. */
  sources: string[]
  outputs: string[]
  args: string[]
  cwd: string
  /** Moves what was made to where it is served from. */
  publish?: () => void
}

const STAMPS = path.join(root, 'node_modules/.nation-build')
const FRESH_WEB = path.join(STAMPS, 'web-dist')

const SHARED = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'domain']

const SERVERS = ['tsdown.config.ts', 'core', 'api', 'workers', 'db-migrations', 'demo', 'dev/src/x', 'dev/src/solana']

/** What each server's program has beside it (`tsdown.config.ts`). */
const COMMON = ['packages.js', 'rolldown-runtime.js']

export const TARGETS: Target[] = [
  {
    name: 'servers',
    sources: [...SHARED, ...SERVERS],
    outputs: [
      ...['main.js', ...COMMON].map((file) => `api/dist/${file}`),
      ...['main.js', ...COMMON].map((file) => `workers/dist/${file}`),
      ...['cli.js', ...COMMON].map((file) => `db-migrations/dist/${file}`),
      'dev/dist/x.js',
      'dev/dist/solana.js',
    ],
    args: [script('tsdown/dist/run.mjs'), '--logLevel', 'warn'],
    cwd: root,
  },
  {
    name: 'web',
    sources: [...SHARED, 'web'],
    outputs: ['web/dist/index.html'],
    // Ends by itself even if a plugin leaves something open.
    args: [
      '--input-type=module',
      '-e',
      `import { build } from 'vite'
       await build({ logLevel: 'warn', build: { outDir: ${JSON.stringify(FRESH_WEB)}, emptyOutDir: true } })
       process.exit(0)`,
    ],
    cwd: path.join(root, 'web'),
    publish: () => publish(FRESH_WEB, path.join(root, 'web/dist')),
  },
]

/** The operator console; built when it is started, and for its tests. */
export const CONSOLE: Target = {
  name: 'console',
  sources: [...SHARED, 'web', 'desktop'],
  outputs: ['desktop/out/main/index.js', 'desktop/out/preload/index.cjs', 'desktop/out/renderer/index.html'],
  args: [script('electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
  cwd: path.join(root, 'desktop'),
}

const QUIET = { NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: '0', VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' }

const SKIPPED = new Set(['node_modules', 'dist', 'out', 'coverage', 'test-results'])

/** Builds the servers and the web client, or what is named, each only when its sources differ from those of the last build. */
export async function build(say: (line: string) => void, targets: readonly Target[] = TARGETS): Promise<void> {
  const stale = targets.filter((target) => !isCurrent(target))
  if (stale.length === 0) return
  const lock = await buildLock(say)
  try {
    await Promise.all(stale.filter((target) => !isCurrent(target)).map((target) => make(target, say)))
  } finally {
    lock.release()
  }
}

async function buildLock(say: (line: string) => void) {
  try {
    fs.mkdirSync(STAMPS, { recursive: true })
    return await waitForLock(path.join(STAMPS, 'lock'), ({ pid }) =>
      say(`Another launcher (process ${pid}) is building this clone; waiting for it.`),
    )
  } catch (error) {
    const code = errorCode(error)
    if (!code) throw error
    throw new PlainFailure(`Nation must be built first, but ${root} is not writable (${code}) for this user.`)
  }
}

async function make(target: Target, say: (line: string) => void): Promise<void> {
  const before = fingerprint(target.sources)
  const began = Date.now()
  const command = { name: target.name, command: process.execPath, args: target.args, cwd: target.cwd }
  const { exit, output } = await run({
    ...command,
    env: { ...process.env, ...QUIET },
  })
  if (exit.code === 0) target.publish?.()
  const missing = target.outputs.find((file) => !fs.existsSync(path.join(root, file)))
  if (exit.code !== 0 || missing) {
    throw new PlainFailure(
      `${stripVTControlCharacters(output).trim()}\nThe ${target.name} could not be built${missing ? ` (${missing} is missing)` : ''}.`,
    )
  }
  fs.writeFileSync(path.join(STAMPS, target.name), before)
  say(`Built the ${target.name} in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
}

function isCurrent(target: Target): boolean {
  const stamp = path.join(STAMPS, target.name)
  if (!fs.existsSync(stamp) || !target.outputs.every((file) => fs.existsSync(path.join(root, file)))) return false
  return fs.readFileSync(stamp, 'utf8') === fingerprint(target.sources)
}

/** One hash over the names and contents of all files. */
export function fingerprint(sources: string[], base: string = root): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesOf(path.join(base, source)))) {
    hash.update(path.relative(base, file)).update('\0').update(fs.readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesOf(file: string): string[] {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (!stat) return []
  if (!stat.isDirectory()) return [file]
  const names = fs.readdirSync(file).filter((name) => !SKIPPED.has(name) && !name.includes('.test.'))
  return names.sort().flatMap((name) => filesOf(path.join(file, name)))
}
