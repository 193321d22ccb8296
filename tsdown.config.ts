import path from 'node:path'
import { defineConfig, type Rolldown, type UserConfig } from 'tsdown'

/** Our own packages, and what the compiler of decorators calls. */
const OURS = /^@nation\/|^@oxc-project\/runtime/
/** npm's, and what Node itself brings. */
const THEIRS = /^(?!@nation\/|@oxc-project\/runtime)[^./\0]/

/**
 * Packages that stay outside of a server's bundle: those with native code, those that read files beside their own (pino and BullMQ start
 * threads from them, ioredis names its version), what shares classes with the queue board, and two that do not survive it (their
 * `const require_types = require('./types')` meets the bundler's own name for that module).
 */
const OUTSIDE = [
  /^sharp\b/,
  /^@node-rs\//,
  /^@resvg\//,
  /^pino\b/,
  /^ioredis\b/,
  /^bullmq\b/,
  /^@bull-board\//,
  /^prom-client\b/,
  /^@opentelemetry\//,
]

/** The file of a bundle that holds npm's code. */
const PACKAGES = 'packages.js'

/**
 * npm's code without its map: Node reads every map at start where stacks name sources, and this one is five times as large as all others.
 * Fails the build where a package that looks for files beside its own would find ours.
 */
const packagesFile: Rolldown.Plugin = {
  name: 'packages-file',
  generateBundle(_, bundle) {
    const file = bundle[PACKAGES]
    if (file?.type !== 'chunk') return
    const [own] = /\b__(?:dirname|filename)\b/.exec(file.code) ?? []
    if (own) this.error(`A package in ${PACKAGES} uses ${own}, which is not its own there: name it in OUTSIDE.`)
    file.map = null
    delete bundle[`${PACKAGES}.map`]
    file.code = file.code.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
  },
}

/** What runs on Node, bundled with our own packages; npm's stay outside. */
const program = (cwd: string, entry: Record<string, string>): UserConfig => ({
  cwd,
  entry,
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: false,
  sourcemap: true,
  clean: false,
  tsconfig: 'tsconfig.json',
  deps: { alwaysBundle: OURS, neverBundle: THEIRS },
  inputOptions: { transform: { decorator: { legacy: true } } },
})

/** A server of the nation, with npm's packages in a second file: the search for their files was half of its start (decision 13). */
const server = (cwd: string, entry: Record<string, string>): UserConfig => ({
  ...program(cwd, entry),
  deps: { alwaysBundle: /./, neverBundle: OUTSIDE },
  inputOptions: { transform: { decorator: { legacy: true } }, checks: { eval: false, pluginTimings: false } },
  outputOptions: {
    chunkFileNames: '[name].js',
    codeSplitting: { groups: [{ name: path.basename(PACKAGES, '.js'), test: /node_modules/ }] },
  },
  plugins: [packagesFile],
})

/** The faces in which the API sets the pictures of shared links (`core/src/link-pictures/type.ts` looks for them beside itself). */
const faces = [{ from: '../core/src/link-pictures/faces/*', to: 'dist/faces' }]

export default defineConfig([
  { ...server('api', { main: 'src/main.ts' }), copy: faces },
  server('workers', { main: 'src/main.ts' }),
  server('db-migrations', { cli: 'src/cli.ts' }),
  program('dev', { x: 'src/x/main.ts', solana: 'src/solana/main.ts' }),
])
