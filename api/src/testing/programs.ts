import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { testSecret } from '.'
import { build } from 'tsdown'
import { expect, vi } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

/** A machine that does much else at the same time takes so long at most. */
const startsWithinMs = 60_000

/** A program of the product, built for a test. */
export interface Program {
  readonly file: string
  readonly remove: () => Promise<void>
}

/** Builds the API or the workers into a folder of the test's own. */
export async function buildProgram(name: 'api' | 'workers'): Promise<Program> {
  // Beside what is built, where programs find their libraries.
  await mkdir(path.join(root, name, 'dist'), { recursive: true })
  const folder = await mkdtemp(path.join(root, name, 'dist/test-'))
  await build({
    config: false,
    cwd: path.join(root, name),
    entry: { main: path.join(root, name, 'src/main.ts') },
    outDir: folder,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: false,
    dts: false,
    clean: false,
    logLevel: 'silent',
    deps: { alwaysBundle: /^@nation\//, neverBundle: /^(?!@nation\/|@oxc-project\/runtime)[^./\0]/ },
    inputOptions: { transform: { decorator: { legacy: true } } },
  })
  return { file: path.join(folder, 'main.js'), remove: () => rm(folder, { recursive: true, force: true }) }
}

interface Services {
  readonly databaseUrl: string
  readonly redisUrl: string
}

/** Starts a built program on these services. */
export function startProgram({ file }: Program, services: Services, env: NodeJS.ProcessEnv = {}): ChildProcess {
  return fork(file, {
    env: {
      ...process.env,
      NATION_ENV: 'test',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: services.databaseUrl,
      REDIS_URL: services.redisUrl,
      NATION_SECRET: testSecret,
      X_CLIENT_ID: 'nobody signs in here',
      X_CLIENT_SECRET: 'nobody signs in here',
      NATION_ORIGIN: 'http://localhost:3000',
      NATION_MEDIA_DIR: path.join(tmpdir(), 'nation-no-media'),
      ...env,
    },
  })
}

/** Starts a built API on a port, and resolves when it answers. */
export async function startApiProgram(program: Program, services: Services, port: number): Promise<ChildProcess> {
  const child = startProgram(program, services, { NATION_ORIGIN: `http://localhost:${port}`, PORT: String(port) })
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200),
    startsWithinMs,
  )
  return child
}

/** Ends a process as a power cut does. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
