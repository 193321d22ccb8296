import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { onPath, PlainFailure, run } from '../processes'

export interface PackageSet {
  /** What a person calls it, for sentences. */
  title: string
  packages: string[]
  /** Folders that no running program needs. */
  prune?: string[]
  /** Another release than this machine's: nothing that is installed here counts, and every archive must be one of these. */
  pinned?: { sources: string[]; checksums: ReadonlySet<string> }
}

/** Documentation and the like, which no program reads. */
const ALWAYS_PRUNED = [
  'usr/share/doc',
  'usr/share/man',
  'usr/share/lintian',
  'usr/share/bug',
  'lib/systemd',
  'etc/init.d',
]

/**
 * Fetches Debian packages with all they need and unpacks them into `folder`: no root, no installation, and apt's own state
 * stays as it is, for it works on a copy. apt checks the packages' signatures.
 */
export async function unpackDebian(set: PackageSet, folder: string, say: (line: string) => void): Promise<void> {
  if (!onPath('apt-get') || !onPath('dpkg-deb')) throw new PlainFailure('this is not a Debian system')
  say(`Fetching ${set.title} from Debian's packages (no root needed, nothing is installed) ...`)
  const work = path.join(folder, '.apt')
  try {
    const archives = await download(set, work)
    for (const file of archives) await must('dpkg-deb', ['-x', file, folder], process.env)
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
  for (const name of [...ALWAYS_PRUNED, ...(set.prune ?? [])]) {
    fs.rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}

async function download(set: PackageSet, work: string): Promise<string[]> {
  let failure: unknown
  for (const source of set.pinned?.sources ?? [undefined]) {
    try {
      const env = await privateApt(work, source)
      await apt(['update'], env)
      // Also what is installed: it may be too old, and what runs from `folder` must be whole.
      await apt(['--yes', '--download-only', '--reinstall', 'install', ...set.packages], env)
      return checkedArchives(path.join(work, 'cache/archives'), set)
    } catch (error) {
      failure ??= error
    }
  }
  throw failure
}

function checkedArchives(folder: string, { packages, pinned }: PackageSet): string[] {
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.deb'))
  const missing = missingArchives(packages, files)
  if (missing.length > 0)
    throw new PlainFailure(`Debian's archive no longer has ${missing.join(', ')} as installed here`)
  const strange = pinned && files.find((name) => !pinned.checksums.has(sha256(path.join(folder, name))))
  if (strange) throw new PlainFailure(`${strange} is not the package that was pinned (its checksum differs)`)
  return files.map((name) => path.join(folder, name))
}

function sha256(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex')
}

/** The folders in which unpacked programs find their libraries: Debian's own, and those that some packages have below them. */
export function libraryPath(folder: string): string {
  const bases = ['lib', 'usr/lib'].map((name) => path.join(folder, name)).filter((name) => fs.existsSync(name))
  const own = bases.flatMap((base) => foldersIn(base).filter((name) => path.basename(name).includes('-linux-')))
  const below = own.flatMap(foldersIn).filter((name) => fs.readdirSync(name).some((file) => /^lib.*\.so/.test(file)))
  return [...own, ...below].join(':')
}

function foldersIn(folder: string): string[] {
  const entries = fs.readdirSync(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(folder, entry.name))
}

async function privateApt(work: string, source: string | undefined): Promise<NodeJS.ProcessEnv> {
  for (const name of ['state/lists/partial', 'cache/archives/partial', 'log']) {
    fs.mkdirSync(path.join(work, name), { recursive: true })
  }
  // apt plans against a copy of what is installed. The copy stays whole: apt refuses to install over a broken one.
  const installed = source ? '' : fs.readFileSync('/var/lib/dpkg/status')
  fs.writeFileSync(path.join(work, 'state/status'), installed)
  const settings = {
    'Dir::State': path.join(work, 'state'),
    'Dir::State::status': path.join(work, 'state/status'),
    'Dir::Cache': path.join(work, 'cache'),
    'Dir::Log': path.join(work, 'log'),
    // The machine's own configuration may run commands after an update (Docker images empty the system's cache).
    'Dir::Etc::Parts': '/dev/null',
    'Dir::Etc::Main': '/dev/null',
    'Debug::NoLocking': '1',
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    ...(source && foreignRelease(work, source)),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";`)
  const config = path.join(work, 'apt.conf')
  fs.writeFileSync(config, [...(await networkSettings()), ...lines, ''].join('\n'), { mode: 0o600 })
  return { ...process.env, APT_CONFIG: config, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' }
}

/** A stored release file expires; the checksums that we hold say more than its date. */
function foreignRelease(work: string, source: string): Record<string, string> {
  const list = path.join(work, 'sources.list')
  fs.writeFileSync(list, `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${source}\n`)
  return {
    'Dir::Etc::sourcelist': list,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Acquire::Check-Valid-Until': 'false',
  }
}

/** The wanted packages of which apt fetched no archive: it cannot fetch again a version that its archive has dropped. */
export function missingArchives(wanted: string[], files: string[]): string[] {
  return wanted.filter((each) => {
    // A pinned package is asked for as `name=version`; a file is called `name_version_architecture.deb`.
    const [name = ''] = each.split('=')
    return !files.some((file) => file.startsWith(`${name}_`))
  })
}

/** The machine's settings, such as proxies, still apply. */
async function networkSettings(): Promise<string[]> {
  const { output } = await run({ name: 'apt-config', command: 'apt-config', args: ['dump', 'Acquire'] })
  return output.split('\n').filter((line) => /^Acquire::(https?|ftp|ForceIPv[46]|Check-Valid-Until)\b/.test(line))
}

function apt(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return must('apt-get', args, env)
}

async function must(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { exit, output } = await run({ name: command, command, args, env })
  if (exit.code === 0) return
  const reason = output.split('\n').filter((line) => /^(E:|Err|dpkg)/.test(line))
  throw new PlainFailure(`${command} failed: ${(reason.length > 0 ? reason : [output.trim()]).slice(-3).join(' ')}`)
}
