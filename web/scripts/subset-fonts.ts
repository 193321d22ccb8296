/**
 * `npm run fonts -w web`: cuts from each face what nearly every page needs (Latin letters without accents, figures and
 * punctuation; the axes that the product uses) and keeps it in `src/ui/theme/fonts`. A page loads these first; the packages'
 * own files follow where a name needs more letters (`src/ui/theme/fonts.css`). The API gets the faces that it sets the pictures
 * of shared links in (`core/src/link-pictures`), each in one weight and width. Run it after a face was updated.
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

const ofPictures = path.resolve(import.meta.dirname, '../../core/src/link-pictures/faces')
const archivo = '@fontsource-variable/archivo/files/archivo'
const publicSans = '@fontsource-variable/public-sans/files/public-sans'
const settings = [
  { name: 'title', from: `${archivo}-latin-wdth-normal.woff2`, axes: { wght: 800, wdth: 125 } },
  { name: 'title-ext', from: `${archivo}-latin-ext-wdth-normal.woff2`, axes: { wght: 800, wdth: 125 } },
  { name: 'text', from: `${publicSans}-latin-wght-normal.woff2`, axes: { wght: 500 } },
  { name: 'text-ext', from: `${publicSans}-latin-ext-wght-normal.woff2`, axes: { wght: 500 } },
]
/** Must hold what `drawable` lets through (`core/src/link-pictures/type.ts`). */
const latin = Array.from({ length: 0x21c - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at)).join('')
const signs = '\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac'

for (const { name, from, axes } of settings) {
  const face = await subsetFont(await readFile(require.resolve(from)), latin + signs, {
    targetFormat: 'sfnt',
    variationAxes: axes,
  })
  await writeFile(path.join(ofPictures, `${name}.ttf`), face)
  process.stdout.write(`${name}: ${face.length} bytes\n`)
}
