import path from 'node:path'
import { build } from 'tsdown'

/** Builds a program of the benchmarks, whose folder is `bench`, with our own packages in it. Answers the built file. */
export async function bundle(name: string, source: string, bench: string): Promise<string> {
  await build({
    config: false,
    cwd: bench,
    entry: { [name]: path.join(bench, source) },
    outDir: 'dist',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: false,
    dts: false,
    sourcemap: true,
    clean: false,
    logLevel: 'silent',
    deps: { alwaysBundle: /^@nation\//, neverBundle: /^(?!@nation\/|@oxc-project\/runtime)[^./\0]/ },
    inputOptions: { transform: { decorator: { legacy: true } } },
  })
  return path.join(bench, 'dist', `${name}.js`)
}
