import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PlainFailure, waitForLock } from '../processes'

/** What was unpacked: each file's checksum, so that a half-unpacked or damaged copy is never run. */
interface Manifest {
  made: string
  /** Path -> `<bytes> <sha256>`, or `-> <target>` for a symbolic link. */
  files: Record<string, string>
}

const MANIFEST = 'manifest.json'

/** The folder for unpacked programs: outside the clone, shared by all clones; the data folder's when the home is unwritable. */
export function cacheFolder(dataDir: string, env: NodeJS.ProcessEnv = process.env): string {
  if (env.NATION_CACHE_DIR) return usable(path.resolve(env.NATION_CACHE_DIR)) ?? unusable(env.NATION_CACHE_DIR)
  const home = env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache')
  const folder = usable(path.join(home, 'nation')) ?? usable(path.join(dataDir, 'cache'))
  return folder ?? unusable(dataDir)
}

function usable(folder: string): string | undefined {
  try {
    fs.mkdirSync(folder, { recursive: true })
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK)
    return folder
  } catch {
    return undefined
  }
}

function unusable(folder: string): never {
  throw new PlainFailure(
    `Nation cannot write to ${folder}; point NATION_CACHE_DIR at a folder that this user may write to.`,
  )
}

/**
 * The folder of one unpacked thing, made by `fill` unless a whole one is there. Two launchers at once: one fills, the other waits.
 * A run of tests names the cache that it has checked in NATION_CHECKED_CACHE: reading 66 MB again costs each of its nations half a
 * second of processor time.
 */
export async function cached(
  cache: string,
  name: string,
  say: (line: string) => void,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const final = path.join(cache, name)
  if (process.env.NATION_CHECKED_CACHE === cache && fs.existsSync(final)) return final
  const lock = await waitForLock(path.join(cache, `${name}.lock`), ({ pid }) =>
    say(`Another nation (process ${pid}) is fetching ${name}; waiting for it.`),
  )
  try {
    const flaw = fs.existsSync(final) ? findFlaw(final) : 'missing'
    if (!flaw) return final
    if (flaw !== 'missing') say(`The cached ${name} is damaged (${flaw}); fetching it again.`)
    removeLeftovers(cache, name)
    const fresh = path.join(cache, `${name}.making-${process.pid}`)
    fs.mkdirSync(fresh, { recursive: true })
    try {
      await fill(fresh)
      writeManifest(fresh)
      fs.rmSync(final, { recursive: true, force: true })
      fs.renameSync(fresh, final)
    } finally {
      fs.rmSync(fresh, { recursive: true, force: true })
    }
    return final
  } finally {
    lock.release()
  }
}

function removeLeftovers(cache: string, name: string): void {
  for (const entry of fs.readdirSync(cache)) {
    if (entry.startsWith(`${name}.making-`)) fs.rmSync(path.join(cache, entry), { recursive: true, force: true })
  }
}

export function writeManifest(folder: string): void {
  const files = Object.fromEntries(walk(folder).map((file) => [file, describe(path.join(folder, file))]))
  fs.writeFileSync(path.join(folder, MANIFEST), JSON.stringify({ made: new Date().toISOString(), files }, null, 1))
}

/** The first thing that is not as it was unpacked, as half a sentence; undefined when all is well. */
export function findFlaw(folder: string): string | undefined {
  let manifest: Manifest
  try {
    manifest = JSON.parse(fs.readFileSync(path.join(folder, MANIFEST), 'utf8')) as Manifest
  } catch {
    return 'its list of checksums is missing'
  }
  for (const [file, expected] of Object.entries(manifest.files)) {
    try {
      if (describe(path.join(folder, file)) !== expected) return `${file} differs`
    } catch {
      return `${file} is missing`
    }
  }
  return undefined
}

function describe(file: string): string {
  const stat = fs.lstatSync(file)
  if (stat.isSymbolicLink()) return `-> ${fs.readlinkSync(file)}`
  return `${stat.size} ${createHash('sha256').update(fs.readFileSync(file)).digest('hex')}`
}

function walk(folder: string, below = ''): string[] {
  return fs.readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(below, entry.name)
    if (entry.isDirectory()) return walk(folder, name)
    return name === MANIFEST ? [] : [name]
  })
}
