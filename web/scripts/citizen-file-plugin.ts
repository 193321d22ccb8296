import { gzipSync } from 'node:zlib'
import { minifySync } from 'vite'
import type { Plugin, Rolldown } from 'vite'

/** The limit of a part of the page, and what belongs to it. */
interface Part {
  /** The module that the page asks for when it has drawn itself: the end of its path. */
  readonly module: string
  /** Modules of the citizen's file that are in it for this part. */
  readonly share: readonly string[]
  /** Bytes of JavaScript, compressed by gzip. */
  readonly most: number
}

/**
 * Holds what is said of the file `citizen` against the build, and fails it: every module that is named (by the end of its path) is in that
 * file, so that none drops out silently when it is renamed, and a part that comes with it stays as small as it may be.
 */
export function citizenFile(modules: readonly string[], part: Part): Plugin {
  return {
    name: 'nation:citizen-file',
    apply: 'build',
    writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const citizen = chunks.find(({ name }) => name === 'citizen')
      if (!citizen) throw new Error('The build has no file citizen')
      const missing = modules.filter((end) => moduleIn(citizen, end) === undefined)
      if (missing.length > 0)
        throw new Error(`Not in the citizen's file, as vite.config.ts says: ${missing.join(', ')}`)
      const size = sizeOf(part, citizen, chunks)
      if (size > part.most) throw new Error(`${part.module} costs ${size} bytes of JavaScript, at most ${part.most}`)
      this.info(`${part.module} costs ${size} bytes of JavaScript, at most ${part.most}`)
    },
  }
}

const moduleIn = ({ modules }: Rolldown.OutputChunk, end: string) =>
  Object.entries(modules).find(([id]) => id.replaceAll('\\', '/').endsWith(`/${end}`))?.[1]

/** The part's own file, what of the citizen's file is in it for the part, and each file that comes with the part alone. */
function sizeOf(
  { module, share }: Part,
  citizen: Rolldown.OutputChunk,
  chunks: readonly Rolldown.OutputChunk[],
): number {
  const own = chunks.find((chunk) => moduleIn(chunk, module))
  if (!own) throw new Error(`The build has no ${module}`)
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = (from: readonly string[], known: Set<string>): Set<string> => {
    for (const name of from) {
      if (known.has(name)) continue
      known.add(name)
      reached(byName.get(name)?.imports ?? [], known)
    }
    return known
  }
  const there = reached(
    [...chunks.filter(({ isEntry }) => isEntry), citizen].map(({ fileName }) => fileName),
    new Set(),
  )
  const coming = [...reached([own.fileName], new Set(there))].filter((name) => !there.has(name))
  const files = coming.map((name) => byName.get(name)?.code ?? '')
  const shared = share.map((end) => {
    const code = moduleIn(citizen, end)?.code
    if (!code) throw new Error(`The build has no code of ${end}`)
    return code
  })
  // Nothing here uses what the modules export: it counts all the same.
  const compress = { unused: false, treeshake: { annotations: false } }
  const text = minifySync('share.js', shared.join('\n'), { compress, mangle: { toplevel: true } }).code
  return [...files, text].reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0)
}
