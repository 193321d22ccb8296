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
  return [...oversized([schema], input, '')]
}

function* oversized(schemas: readonly Schema[], value: unknown, path: string): Generator<ErrorDetail> {
  const kinds = schemas.flatMap(kindsOf)
  if (typeof value === 'string') {
    const most = largest(kinds, 'string')
    if (value.length > most) yield { path, code: 'too_big', message: sentences.tooLong(shown(kinds) ?? most) }
  } else if (Array.isArray(value)) {
    const most = largest(kinds, 'array')
    if (value.length > most) yield { path, code: 'too_big', message: sentences.tooMany(most) }
    else {
      const elements = kinds.flatMap(({ _zod: { def } }) => (def.type === 'array' ? [def.element] : []))
      for (const [index, element] of value.entries()) yield* oversized(elements, element, inside(path, String(index)))
    }
  } else if (value !== null && typeof value === 'object') yield* oversizedParts(kinds, value, path)
}

function* oversizedParts(kinds: readonly Kind[], value: object, path: string): Generator<ErrorDetail> {
  const maps = kinds.flatMap(({ _zod: { def } }) => (def.type === 'record' ? [def] : []))
  const names = Object.keys(value)
  if (maps.length > 0 && names.length > mostNames) {
    yield { path, code: 'too_big', message: sentences.tooMany(mostNames) }
    return
  }
  for (const name of names) {
    const ofObjects = kinds.flatMap(({ _zod: { def } }) =>
      def.type === 'object' && Object.hasOwn(def.shape, name) ? [def.shape[name] as Schema] : [],
    )
    const declared = [...ofObjects, ...maps.map((map) => map.valueType)]
    if (maps.length > 0)
      yield* oversized(
        maps.map((map) => map.keyType),
        name,
        inside(path, name),
      )
    if (declared.length > 0) yield* oversized(declared, (value as Record<string, unknown>)[name], inside(path, name))
  }
}

const inside = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

type Kind = z.core.$ZodTypes

const known = new WeakMap<Schema, readonly Kind[]>()

/** What a schema takes: its options where it is a choice, and itself without what only wraps it. */
export function kindsOf(schema: Schema): readonly Kind[] {
  const before = known.get(schema)
  if (before) return before
  const kinds = unwrapped(schema as Kind)
  known.set(schema, kinds)
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
