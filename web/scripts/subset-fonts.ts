/**
 * `npm run fonts -w web`: cuts from each face what nearly every page needs (Latin letters without accents, figures and
 * punctuation; the axes that the product uses) and keeps it in `src/ui/theme/fonts`. A page loads these first; the packages'
 * own files follow where a name needs more letters (`src/ui/theme/fonts.css`). Run it after a face was updated.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const into = path.resolve(import.meta.dirname, '../src/ui/theme/fonts')

const ascii = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(0x20 + at)).join('')
/** Must name the same letters as the `unicode-range` of the basic faces. */
const basic = `${ascii}\u00a0\u00b7\u00d7\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2191\u2193\u2212`

const faces = [
  {
    name: 'archivo-basic',
    from: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    axes: { wght: { min: 600, max: 900 }, wdth: { min: 100, max: 125 } },
  },
  {
    name: 'public-sans-basic',
    from: '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 800 } },
  },
  { name: 'plex-mono-basic', from: '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2' },
]

await mkdir(into, { recursive: true })
for (const { name, from, axes } of faces) {
  const whole = await readFile(require.resolve(from))
  const part = await subsetFont(whole, basic, { targetFormat: 'woff2', ...(axes && { variationAxes: axes }) })
  await writeFile(path.join(into, `${name}.woff2`), part)
  process.stdout.write(`${name}: ${whole.length} -> ${part.length} bytes\n`)
}
