import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const PLACE = "const BUILD = { version: 'none', offline: [], code: [] }"

interface Choice {
  /** Modules whose code is not kept, nor what only they need: a part of their path. */
  readonly without: readonly string[]
  /** The fonts that are kept, by the beginning of their file's name. */
  readonly fonts: readonly string[]
  /** The offline page and what it needs, from the public folder. */
  readonly offline: readonly string[]
}

/** Writes into the built service worker which code it keeps, and a version that changes with any of it. */
export function precache({ without, fonts, offline }: Choice): Plugin {
  return {
    name: 'nation:kept-code',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('The build has no folder')
      const assets = Object.keys(bundle)
      const missing = fonts.find((font) => !assets.some((name) => isFont(name, [font])))
      if (missing !== undefined) throw new Error(`The build has no font ${missing}`)
      const code = [...codeOf(bundle, without), ...assets.filter((name) => isFont(name, fonts))]
        .map((name) => `/${name}`)
        .sort()
      const file = path.join(dir, 'sw.js')
      const worker = await readFile(file, 'utf8')
      if (!worker.includes(PLACE)) throw new Error('sw.js is not as it was')
      const version = createHash('sha256').update(worker).update(code.join())
      for (const part of offline) version.update(await readFile(path.join(dir, part)))
      const build = { version: version.digest('hex').slice(0, 12), offline, code }
      await writeFile(
        file,
        worker.replace(PLACE, () => `const BUILD = ${JSON.stringify(build)}`),
      )
    },
  }
}

const isFont = (name: string, fonts: readonly string[]): boolean =>
  name.endsWith('.woff2') && fonts.some((font) => name.startsWith(`assets/${font}-`))

/** Scripts and styles that the entry reaches, now or later, without going through what is left out. */
function codeOf(bundle: Rolldown.OutputBundle, without: readonly string[]): Set<string> {
  const chunks = new Map(Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])))
  const found = new Set<string>()
  const visit = (name: string) => {
    const chunk = chunks.get(name)
    if (!chunk || found.has(name)) return
    if (without.some((part) => chunk.facadeModuleId?.includes(part))) return
    found.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next)
  }
  for (const chunk of chunks.values()) if (chunk.isEntry) visit(chunk.fileName)
  return found
}
