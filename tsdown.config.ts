import path from 'node:path'
import { defineConfig, type Rolldown, type UserConfig } from 'tsdown'

/** Our own packages, and what the compiler of decorators calls. */
const OURS = /^@nation\/|^@oxc-project\/runtime/

/**
 * Packages that stay outside of a server's bundle: those with native code, those that read files beside their own, and two that do not
 * survive it (their `const require_types = require('./types')` meets the bundler's own name for that module).
 */
const OUTSIDE = [/^sharp\b/, /^@node-rs\//, /^@resvg\//, /^@bull-board\//, /^prom-client\b/, /^@opentelemetry\//]

/** The file of a bundle that holds npm's code. */
const PACKAGES = 'packages.js'

/** Node reads every map at start where stacks name sources. That of npm's code is five times as large as all others. */
const withoutMapOfPackages: Rolldown.Plugin = {
  name: 'without-map-of-packages',
  generateBundle(_, bundle) {
    const file = bundle[PACKAGES]
    if (file?.type !== 'chunk') return
    file.map = null
    delete bundle[`${PACKAGES}.map`]
  },
}

/** Whatever runs on Node, in one file with our own packages; npm's stay outside. */
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
  deps: { alwaysBundle: OURS, neverBundle: /^(?!@nation\/|@oxc-project\/runtime)[^./\0]/ },
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
  plugins: [withoutMapOfPackages],
})

/** The faces in which the API sets the pictures of shared links (`core/src/share/type.ts` looks for them beside itself). */
const faces = [{ from: '../core/src/share/faces/*', to: 'dist/faces' }]

export default defineConfig([
  { ...server('api', { main: 'src/main.ts' }), copy: faces },
  server('workers', { main: 'src/main.ts' }),
  server('db-migrations', { cli: 'src/cli.ts' }),
  program('dev', { x: 'src/x/main.ts', solana: 'src/solana/main.ts' }),
])
