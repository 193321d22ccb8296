import path from 'node:path'
import { build } from './build'
import type { LaunchOptions } from './options'
import { root, script } from './root'
import type { PartSpec } from './supervisor'

/** Where everything is on this run. */
export interface Places {
  options: LaunchOptions
  /** The public address. */
  origin: string
  ports: { web: number; api: number; x: number; solana: number; workers: number }
  /** Absent when X itself is used. */
  xOrigin?: string
  /** Absent when the chain itself is used. */
  solanaOrigin?: string
  /** How far the nation's clock is ahead of the machine's. */
  offsetMs: number
  /** What every process of the nation gets as its environment. */
  env: NodeJS.ProcessEnv
}

export interface Command {
  command: string
  args: string[]
  cwd: string
}

/** What the launcher runs: the real product, built or watched, or a small stand-in in the launcher's own tests. */
export interface Product {
  prepare(say: (line: string) => void): Promise<void>
  /** The database's command line. */
  database(args: string[]): Command
  parts(places: Places): PartSpec[]
}

type Server = 'api' | 'workers' | 'db-migrations' | 'dev'

/**
 * The memory settings of the workers' Node, here as in docker-compose.yml: it collects what is no longer needed
 * early. By default it lets tens of megabytes of it lie while a hundred thousand citizens are gone through.
 */
export const workersNode = ['--optimize-for-size'] as const

/**
 * And the API's: what a crowd's requests leave behind mostly dies young (the young generation is large enough for all that is
 * under way), and what outlives it is collected when the heap has grown by 60 %, so that a process stays near 200 MB however
 * many ask. Left to itself, Node lets the heap grow to four times of what lives in it. So small a heap is collected by the
 * thread that serves: helper threads would compete with the database and the clients for the processors.
 */
export const apiNode = ['--max-semi-space-size=16', '--heap-growing-percent=60', '--single-threaded-gc'] as const

/**
 * How the C library treats the memory of pictures, here as in the image (decision 122): each large block goes back to the system when
 * it is freed. By itself glibc learns from large blocks to keep them, and a process grows by a hundred megabytes with a few large
 * pictures.
 */
export const memoryEnvironment = { MALLOC_MMAP_THRESHOLD_: '131072' } as const

const nodeOf: Partial<Record<Server, readonly string[]>> = { workers: workersNode, api: apiNode }

/** A pino record that says that the process is up. */
const saysReady = (line: string) => /"msg":"ready"/.test(line)

function parts(places: Places, command: (server: Server, entry: string) => Command): PartSpec[] {
  const { ports, env } = places
  const part = (name: string, port: number, server: Server, entry: string, extra: NodeJS.ProcessEnv): PartSpec => ({
    name,
    port,
    ...command(server, entry),
    env: { ...env, ...memoryEnvironment, ...extra },
    isReady: saysReady,
  })
  const standIn = places.xOrigin
    ? [part('x', ports.x, 'dev', 'x', { X_PORT: String(ports.x), NATION_NOW_OFFSET_MS: String(places.offsetMs) })]
    : []
  const chain = places.solanaOrigin
    ? [part('solana', ports.solana, 'dev', 'solana', { SOLANA_PORT: String(ports.solana) })]
    : []
  return [
    ...standIn,
    ...chain,
    part('api', ports.api, 'api', 'main', { PORT: String(ports.api) }),
    part('workers', ports.workers, 'workers', 'main', { WORKERS_PORT: String(ports.workers) }),
  ]
}

/** The product as it runs for real: bundled servers, the built web client served by the api. */
export const builtProduct: Product = {
  prepare: build,
  database: (args) => builtCommand('db-migrations', 'cli', args),
  parts: (places) => parts(places, builtCommand),
}

/**
 * Stacks name the sources; Node reads all source maps for that when it starts. A test's nation is started often, and does without
 * (NATION_PLAIN_STACKS), as the image does: its stacks name the bundle, which is not minified.
 */
function builtCommand(server: Server, entry: string, args: string[] = []): Command {
  const file = path.join(root, server, 'dist', `${entry}.js`)
  const maps = process.env.NATION_PLAIN_STACKS ? [] : ['--enable-source-maps']
  const memory = nodeOf[server] ?? []
  return {
    command: process.execPath,
    args: [...maps, ...memory, file, ...args],
    cwd: path.join(root, server),
  }
}

/** The product under development: servers start anew when a source changes, the browser's part is replaced while it runs. */
export const watchedProduct: Product = {
  prepare: () => Promise.resolve(),
  database: (args) => sourceCommand('db-migrations', 'cli', args),
  parts: (places) => [
    ...parts(places, (server, entry) => sourceCommand(server, entry, [], ['watch', '--clear-screen=false'])),
    {
      name: 'web',
      port: places.ports.web,
      command: process.execPath,
      args: ['--import', 'tsx', path.join(root, 'dev/src/launcher/vite-server.ts')],
      cwd: path.join(root, 'dev'),
      env: {
        ...places.env,
        PORT: String(places.ports.web),
        NATION_API_PORT: String(places.ports.api),
        VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
      },
      isReady: saysReady,
    },
  ],
}

/** tsx applies a tsconfig to the files that it includes only: the root's speaks for all servers and what they import. */
function sourceCommand(server: Server, entry: string, args: string[] = [], tsx: string[] = []): Command {
  const file = server === 'dev' ? `src/${entry}/main.ts` : `src/${entry}.ts`
  return {
    command: process.execPath,
    args: [script('tsx/dist/cli.mjs'), ...tsx, '--tsconfig', path.join(root, 'tsconfig.json'), file, ...args],
    cwd: path.join(root, server),
  }
}
