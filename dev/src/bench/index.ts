import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../launcher'
import { PlainFailure } from '../processes'

const folder = path.join(root, 'bench/src')

/** Each file of `bench/src` is a benchmark; what they share, and the processes that they start, are in `bench/src/stage`. */
function benchmarks(): string[] {
  return fs.readdirSync(folder).flatMap((file) => {
    const { name, ext } = path.parse(file)
    return ext === '.ts' && !name.endsWith('.test') ? [name] : []
  })
}

/**
 * `npm run bench [name ...] [-- --mysql]`: one benchmark after the other, each beside the raw limit that it is held
 * against, on a database and a Redis of its own.
 */
export async function runBenchmarks(args: string[]): Promise<number> {
  const known = benchmarks()
  const names = args.filter((arg) => arg !== '--mysql')
  for (const name of names) {
    if (!known.includes(name))
      throw new PlainFailure(`There is no benchmark \`${name}\`; there are ${known.join(', ')}.`)
  }
  const env = args.includes('--mysql') ? { BENCH_MYSQL: 'yes' } : {}
  let failed = 0
  for (const name of names.length > 0 ? names : known) {
    process.stdout.write(`\n${name}\n`)
    if ((await run(name, env)) !== 0) failed++
  }
  return failed === 0 ? 0 : 1
}

function run(name: string, env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', `src/${name}.ts`], {
    cwd: path.join(root, 'bench'),
    // The one whose rules hold for every package that is imported.
    env: { ...process.env, ...env, TSX_TSCONFIG_PATH: path.join(root, 'tsconfig.json') },
    stdio: 'inherit',
  })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}
