import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** A change of one file: a passage that is there once and what stands there instead, or the whole text of a new file. */
export type Edit =
  | { readonly file: string; readonly find: string; readonly put: string }
  | { readonly file: string; readonly text: string }

/** The files that a change touches, each once. */
export const touched = (change: readonly Edit[]): string[] => [...new Set(change.map(({ file }) => file))]

/** A copy of the sources with a change in it. */
export interface ChangedCopy {
  /** Types of a program of the copy (`.` or `web`): what the compiler says, nothing when all is well. */
  types(program: '.' | 'web'): Promise<string>
  /** Runs a script of the copy. */
  script(file: string): Promise<void>
  /** Runs test files of the copy on the run's own database; answers the sentences of those that passed, or throws what went wrong. */
  test(...files: string[]): Promise<string[]>
  remove(): void
}

const rooms = ['domain', 'demo', 'core', 'api', 'workers', 'db-migrations', 'web', 'dev', 'bench']
const leftOut = new Set(['node_modules', 'dist', 'out', 'public', 'test-results'])

/**
 * Copies the sources into a folder of their own, with this clone's packages, and makes a change there.
 * @throws Error that names the file which a change does not fit any more
 */
export function changedCopy(change: readonly Edit[]): ChangedCopy {
  const texts = edited(change)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-changed-'))
  const remove = () => fs.rmSync(folder, { recursive: true, force: true })
  try {
    for (const name of fs.readdirSync(root).filter((each) => /^(package|tsconfig.*)\.json$/.test(each))) {
      fs.copyFileSync(path.join(root, name), path.join(folder, name))
    }
    for (const room of rooms) copyRoom(room, folder)
    linkPackages(folder)
    for (const [file, text] of texts) fs.writeFileSync(path.join(folder, file), text)
  } catch (error) {
    remove()
    throw error
  }
  return {
    remove,
    types: async (program) => {
      const { code, output } = await runNode(['node_modules/typescript-7/bin/tsc', '--project', program], folder)
      return code === 0 ? '' : output || `tsc ended with ${code}`
    },
    script: async (file) => {
      const { code, output } = await runNode(['--import', 'tsx', file], folder)
      if (code !== 0) throw new Error(`${file} ended with ${code}:\n${output}`)
    },
    test: (...files) => runTests(folder, files),
  }
}

function copyRoom(room: string, folder: string): void {
  const filter = (source: string) => !leftOut.has(path.basename(source))
  fs.cpSync(path.join(root, room), path.join(folder, room), { recursive: true, filter })
  const own = path.join(root, room, 'node_modules')
  if (fs.existsSync(own)) fs.symlinkSync(own, path.join(folder, room, 'node_modules'))
}

/** npm's packages are those of this clone, our own ones those of the copy. */
function linkPackages(folder: string): void {
  const [from, to] = [path.join(root, 'node_modules'), path.join(folder, 'node_modules')]
  fs.mkdirSync(path.join(to, '@nation'), { recursive: true })
  for (const name of fs.readdirSync(from).filter((each) => !each.startsWith('.') && each !== '@nation')) {
    fs.symlinkSync(path.join(from, name), path.join(to, name))
  }
  for (const room of rooms) fs.symlinkSync(path.join('../..', room), path.join(to, '@nation', room))
}

/** The texts of the files that a change touches, with the change in them, before anything is copied. */
function edited(change: readonly Edit[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (const edit of change) {
    const file = path.join(root, edit.file)
    const known = texts.get(edit.file) ?? (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined)
    texts.set(edit.file, 'text' in edit ? newFile(edit, known) : replaced(edit, known))
  }
  return texts
}

function newFile({ file, text }: Extract<Edit, { text: string }>, known: string | undefined): string {
  if (known !== undefined) throw new Error(`The change makes ${file}, which is there already.`)
  return text
}

function replaced({ file, find, put }: Extract<Edit, { find: string }>, known: string | undefined): string {
  if (known === undefined) throw new Error(`The change does not fit: ${file} is not there any more.`)
  const [before, after, ...more] = known.split(find)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`The change does not fit ${file} any more: there, once, must be\n${find}`)
  }
  return before + put + after
}

const testConfig = `export default {
  oxc: { decorator: { legacy: true } },
  test: { include: ['**/*.test.ts'], pool: 'forks', testTimeout: 60_000, hookTimeout: 120_000, update: 'none' },
}
`

interface Report {
  readonly success: boolean
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly {
      readonly title: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

async function runTests(folder: string, files: readonly string[]): Promise<string[]> {
  const [config, report] = ['changed.config.mjs', 'report.json'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ]
  fs.writeFileSync(config, testConfig)
  const args = ['run', ...files, '--root', folder, '--config', config, '--reporter=json', `--outputFile=${report}`]
  const { code, output } = await runNode(['node_modules/vitest/vitest.mjs', ...args], folder)
  if (!fs.existsSync(report)) throw new Error(`vitest ended with ${code}:\n${output}`)
  const { success, testResults } = JSON.parse(fs.readFileSync(report, 'utf8')) as Report
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  if (!success) {
    const reasons = [...testResults.map(({ message }) => message), ...tests.flatMap((test) => test.failureMessages)]
    throw new Error(reasons.filter((reason) => reason !== '').join('\n') || output)
  }
  return tests.filter(({ status }) => status === 'passed').map(({ title }) => title)
}

/** The environment of this run without what vitest tells its workers, and with a schema that no worker of this run has. */
const environment = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))),
  NATION_TEST_RUN: `${process.env.NATION_TEST_RUN ?? 'local'}_changed_${process.env.VITEST_POOL_ID ?? '1'}`,
})

function runNode(args: readonly string[], cwd: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], { cwd, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
