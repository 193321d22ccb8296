import { defineConfig, type UserConfig } from 'tsdown'

/** Everything that runs on Node: our own packages are bundled in, npm's stay outside. */
const server = (cwd: string, entry: Record<string, string>): UserConfig => ({
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
  deps: { alwaysBundle: /^@nation\//, neverBundle: /^(?!@nation\/|@oxc-project\/runtime)[^./\0]/ },
  inputOptions: { transform: { decorator: { legacy: true } } },
})

/** The faces in which the API sets the pictures of shared links (`core/src/share/type.ts` looks for them beside itself). */
const faces = [{ from: '../core/src/share/faces/*', to: 'dist/faces' }]

export default defineConfig([
  { ...server('api', { main: 'src/main.ts' }), copy: faces },
  server('workers', { main: 'src/main.ts' }),
  server('db-migrations', { cli: 'src/cli.ts' }),
  server('dev', { x: 'src/x/main.ts', solana: 'src/solana/main.ts' }),
])
