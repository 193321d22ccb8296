import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /^assets\/.*\.(js|css|svg)$/

/**
 * Puts a brotli and a gzip copy (`.br`, `.gz`) beside every script, stylesheet and drawing with a hash in its name, each as small
 * as it gets: compressed once here, and not, less well, for each visitor.
 */
export function precompress(): Plugin {
  return {
    name: 'nation:precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('The build has no folder')
      await Promise.all(
        Object.keys(bundle)
          .filter((name) => compressible.test(name))
          .map((name) => copies(path.join(dir, name))),
      )
    },
  }
}

async function copies(file: string): Promise<void> {
  const whole = await readFile(file)
  await Promise.all([
    promisify(brotliCompress)(whole).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(whole, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ])
}
