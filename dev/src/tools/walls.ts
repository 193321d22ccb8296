import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'

/** A source folder whose folders are held apart. */
export interface Room {
  /** From the repository's root. */
  readonly folder: string
  /** Folders that every other folder may stand on, lowest first. Each imports those before it, and no feature. */
  readonly ground?: readonly string[]
  /** Folders in which central lists are made of each feature's `feature.ts`. Files of the room itself may do so, too. */
  readonly gathering?: readonly string[]
  /** Further files that a folder shows to others, besides its index: what is too heavy for all who use the index. */
  readonly entryPoints?: readonly string[]
  /** Folders whose files are imported by their path, because an index would bring all of them along. */
  readonly byPath?: readonly string[]
}

/** The rooms that are checked. */
export const rooms: readonly Room[] = [
  // The browser reads rules and no zod, so declarations of calls and events are no part of an index.
  {
    folder: 'domain/src',
    ground: ['errors', 'text', 'chain', 'formats', 'permissions', 'definitions'],
    entryPoints: ['contract', 'events'],
  },
  { folder: 'core/src', ground: ['platform', 'journal', 'work'], gathering: ['nation'] },
  { folder: 'api/src', ground: ['frame'] },
  { folder: 'workers/src' },
  // Which file of a feature the app and other features import is a rule of lint (decision 96).
  { folder: 'web/src', byPath: ['ui', 'lib', 'features', 'app'] },
  { folder: 'web/src/features' },
]

/** What was found in a room. Each finding is a sentence. */
export interface Walls {
  readonly folders: number
  /** Imports that lead from one folder into another. */
  readonly imports: number
  /** Pairs of folders that import each other. */
  readonly mutual: readonly string[]
  /** Folders that lead back to themselves, whole circles at once. */
  readonly cycles: readonly string[]
  /** Imports past an index, and what product code imports of tests. */
  readonly deep: readonly string[]
  /** What the ground imports of that which stands on it. */
  readonly sinking: readonly string[]
}

interface Import {
  readonly file: string
  /** The folder of the room, or the file's own path where it lies in the room itself. */
  readonly from: string
  readonly to: string
  /** What is imported, relative to the room, without its ending. */
  readonly target: string
}

/** Tests, their helpers, and programs that tests start: they may look behind every wall. */
const isTest = (file: string): boolean =>
  /\.test\.tsx?$|(^|\/)(testing|faults)\/|(^|\/)([\w-]+-)?testing(\.ts)?$/.test(file)

/**
 * Looks at one room.
 * @param files the text of each source file, by its path relative to the room
 */
export function wallsOf(room: Room, files: ReadonlyMap<string, string>): Walls {
  const all = [...files].filter(([file]) => !isTest(file)).flatMap(([file, text]) => importsIn(file, text, files))
  const product = all.filter(({ target }) => !isTest(target))
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of product) edges.set(from, (edges.get(from) ?? new Set()).add(to))
  return {
    folders: new Set([...files.keys()].filter((file) => !isTest(file) && file.includes('/')).map(folderOf)).size,
    imports: product.filter(({ from, to }) => files.has(from) !== true && files.has(to) !== true).length,
    mutual: [...edges].flatMap(([from, to]) =>
      [...to].filter((other) => from < other && edges.get(other)?.has(from)).map((other) => `${from} <-> ${other}`),
    ),
    cycles: circles(edges).map((circle) => circle.sort().join(', ')),
    deep: all.filter((one) => isDeep(room, one)).map(({ file, target }) => `${file} imports ${target}`),
    sinking: product.filter((one) => sinks(room, one)).map(({ file, target }) => `${file} imports ${target}`),
  }
}

const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : file)

function importsIn(file: string, text: string, files: ReadonlyMap<string, string>): Import[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .flatMap(({ fileName }) => {
      const target = path.posix.join(path.posix.dirname(file), fileName)
      if (target.startsWith('..')) return []
      const [from, to] = [folderOf(file), rootFile(target, files) ?? folderOf(target)]
      return from === to ? [] : [{ file, from, to, target }]
    })
}

/** The file of the room itself that a path without ending means, if it means one. */
const rootFile = (target: string, files: ReadonlyMap<string, string>): string | undefined =>
  [target, `${target}.ts`, `${target}.tsx`].find((file) => !file.includes('/') && files.has(file))

function isDeep(room: Room, { from, to, target }: Import): boolean {
  if (isTest(target)) return true
  if (!target.includes('/') || target === `${to}/index` || room.byPath?.includes(to)) return false
  if (room.entryPoints?.some((entryPoint) => target === `${to}/${entryPoint}`)) return false
  const gathers = room.gathering?.includes(from) || /\.tsx?$/.test(from)
  return !(gathers && target === `${to}/feature`)
}

function sinks({ ground = [] }: Room, { from, to }: Import): boolean {
  const level = ground.indexOf(from)
  return level !== -1 && !/\.tsx?$/.test(to) && !ground.slice(0, level).includes(to)
}

/** The circles of a graph: its strongly connected parts of more than one node (Tarjan). */
function circles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []
  const visit = (node: string): number => {
    const own = order.size
    order.set(node, own)
    low.set(node, own)
    open.push(node)
    for (const next of edges.get(node) ?? []) {
      const reached = order.has(next) ? (open.includes(next) ? (order.get(next) ?? own) : own) : visit(next)
      low.set(node, Math.min(low.get(node) ?? own, reached))
    }
    const lowest = low.get(node) ?? own
    if (lowest === own) {
      const circle = open.splice(open.indexOf(node))
      if (circle.length > 1) found.push(circle)
    }
    return lowest
  }
  for (const node of edges.keys()) if (!order.has(node)) visit(node)
  return found
}

/** The sources of a room on the disk, by their path relative to it. */
export function readRoom(root: string, { folder }: Room): ReadonlyMap<string, string> {
  const base = path.join(root, folder)
  const names = fs.readdirSync(base, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  return new Map(
    names
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .map((name) => [name, fs.readFileSync(path.join(base, name), 'utf8')]),
  )
}

/** What is wrong, a line each. */
export const problemsOf = ({ mutual, cycles, deep, sinking }: Walls): string[] => [
  ...mutual.map((one) => `import each other: ${one}`),
  ...cycles.map((one) => `in a circle: ${one}`),
  ...deep.map((one) => `past an index: ${one}`),
  ...sinking.map((one) => `the ground imports what stands on it: ${one}`),
]

/** One line of figures for a room. */
export const figuresOf = ({ folder }: Room, { folders, imports, mutual, cycles, deep, sinking }: Walls): string =>
  `${folder}: ${folders} folders, ${imports} imports between them, ${mutual.length} mutual pairs, ${cycles.length} cycles, ` +
  `${deep.length} past an index, ${sinking.length} from the ground up`

/** `npm run walls`: prints the figures of every room, and what is wrong; fails when something is. */
function main(): void {
  const root = path.resolve(import.meta.dirname, '../../..')
  for (const room of rooms) {
    const walls = wallsOf(room, readRoom(root, room))
    process.stdout.write(`${[figuresOf(room, walls), ...problemsOf(walls).map((one) => `  ${one}`)].join('\n')}\n`)
    if (problemsOf(walls).length > 0) process.exitCode = 1
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
