import type { z } from 'zod'
import type { ErrorDetail } from '../errors'
import { sentences } from './sentences'

type Schema = z.core.$ZodType

/** How long a text may be that is held to a pattern and says no length of its own: longer than any that fits one. */
const patterned = 256

/** How many names a map may have. */
const mostNames = 100

/**
 * Every text and list in an input that is larger than its declaration allows, found without looking into it: what a pattern,
 * a cleaning or a check of each element costs depends on its length, so lengths come first, for every call.
 */
export function tooLarge(schema: Schema, input: unknown): ErrorDetail[] {
  const found: ErrorDetail[] = []
  let sizes = known.get(schema)
  if (!sizes) known.set(schema, (sizes = new Sizes(kindsOf(schema))))
  measure(sizes, input, '', found)
  return found
}

/** What was read from a call's declaration, once for all its requests. */
const known = new WeakMap<Schema, Sizes>()

function measure(sizes: Sizes, value: unknown, path: string, found: ErrorDetail[]): void {
  const tooBig = (message: string) => void found.push({ path, code: 'too_big', message })
  if (typeof value === 'string') {
    if (value.length > sizes.text) tooBig(sentences.tooLong(sizes.shown ?? sizes.text))
  } else if (Array.isArray(value)) {
    if (value.length > sizes.list) return tooBig(sentences.tooMany(sizes.list))
    for (const [index, element] of value.entries()) measure(sizes.element, element, inside(path, String(index)), found)
  } else if (value !== null && typeof value === 'object') {
    const names = Object.keys(value)
    if (sizes.isMap && names.length > mostNames) return tooBig(sentences.tooMany(mostNames))
    for (const name of names) {
      if (sizes.isMap) measure(sizes.name, name, inside(path, name), found)
      const part = sizes.part(name)
      if (part) measure(part, (value as Record<string, unknown>)[name], inside(path, name), found)
    }
  }
}

const inside = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** How large a value of some kinds may be, and what is in it. Parts are read from the declaration when they are first met. */
class Sizes {
  readonly text: number
  readonly list: number
  /** The limit that a sentence about a text names. */
  readonly shown: number | undefined
  readonly isMap: boolean
  readonly #kinds: readonly Kind[]
  readonly #maps
  /** By declared name only: a request names what it likes. */
  readonly #parts = new Map<string, Sizes>()
  #element: Sizes | undefined
  #name: Sizes | undefined
  #value: Sizes | undefined

  constructor(kinds: readonly Kind[]) {
    this.#kinds = kinds
    this.text = largest(kinds, 'string')
    this.list = largest(kinds, 'array')
    this.shown = shown(kinds)
    this.#maps = kinds.flatMap(({ _zod: { def } }) => (def.type === 'record' ? [def] : []))
    this.isMap = this.#maps.length > 0
  }

  get element(): Sizes {
    return (this.#element ??= sizesOf(
      this.#kinds.flatMap(({ _zod: { def } }) => (def.type === 'array' ? [def.element] : [])),
    ))
  }

  /** The names of a map. */
  get name(): Sizes {
    return (this.#name ??= sizesOf(this.#maps.map(({ keyType }) => keyType)))
  }

  /** What is declared of a name; undefined where nothing is, which another check refuses. */
  part(name: string): Sizes | undefined {
    const before = this.#parts.get(name)
    if (before) return before
    const declared = this.#kinds.flatMap(({ _zod: { def } }) =>
      def.type === 'object' && Object.hasOwn(def.shape, name) ? [def.shape[name] as Schema] : [],
    )
    if (declared.length === 0) return this.isMap ? this.#valueOfMap : undefined
    const part = sizesOf([...declared, ...this.#maps.map(({ valueType }) => valueType)])
    this.#parts.set(name, part)
    return part
  }

  get #valueOfMap(): Sizes {
    return (this.#value ??= sizesOf(this.#maps.map(({ valueType }) => valueType)))
  }
}

const sizesOf = (schemas: readonly Schema[]): Sizes => new Sizes(schemas.flatMap(kindsOf))

type Kind = z.core.$ZodTypes

const unwrappedOf = new WeakMap<Schema, readonly Kind[]>()

/** What a schema takes: its options where it is a choice, and itself without what only wraps it. */
export function kindsOf(schema: Schema): readonly Kind[] {
  const before = unwrappedOf.get(schema)
  if (before) return before
  const kinds = unwrapped(schema as Kind)
  unwrappedOf.set(schema, kinds)
  return kinds
}

function unwrapped(schema: Kind): readonly Kind[] {
  const { def } = schema._zod
  if (def.type === 'union') return def.options.flatMap(kindsOf)
  if (def.type === 'pipe') return kindsOf(def.in)
  return 'innerType' in def ? kindsOf(def.innerType) : [schema]
}

/** The most that any of these kinds takes; without an end where none of them is of this type, or one takes anything. */
function largest(kinds: readonly Kind[], type: 'string' | 'array'): number {
  const sizes = kinds.flatMap((kind) => (kind._zod.def.type === type ? [sizeOf(kind)] : []))
  return sizes.length === 0 || kinds.some(({ _zod }) => _zod.def.type === 'unknown') ? Infinity : Math.max(...sizes)
}

/** How much of a text or a list is looked at; without an end where nothing is declared, which a test refuses. */
export function sizeOf({ _zod: { def } }: Kind): number {
  const checks = checksOf(def)
  const most = declaredMost(def)
  if (most === undefined) return isPatterned(def) ? patterned : Infinity
  // A text that is trimmed first may come with blanks around it.
  return checks.some(({ check }) => check === 'overwrite') ? 4 * most : most
}

const shown = (kinds: readonly Kind[]): number | undefined =>
  kinds.map(({ _zod: { def } }) => declaredMost(def)).find((most) => most !== undefined)

function declaredMost(def: Kind['_zod']['def']): number | undefined {
  const found = checksOf(def).find((check) => check.check === 'max_length') as { maximum?: number } | undefined
  return found?.maximum
}

const isPatterned = (def: Kind['_zod']['def']): boolean =>
  'format' in def || checksOf(def).some(({ check }) => check === 'string_format')

const checksOf = (def: Kind['_zod']['def']) => (def.checks ?? []).map((check) => check._zod.def)
