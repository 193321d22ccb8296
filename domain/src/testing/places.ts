import type { z } from 'zod'
import type { Call } from '../contract'
import { kindsOf } from '../definitions'

type Values = Record<string, unknown>

/** A place in the input of a call that takes a value: a field, an element of a list, a name or a value of a map. */
export interface Place {
  readonly path: string
  readonly kind: z.core.$ZodTypes
  /** The example of the call with this value in its place. */
  readonly holding: (value: unknown) => Values
}

/** All places in the input of a call, however deep. */
export function placesOf(call: Call): Place[] {
  const fields = Object.entries<z.core.$ZodType>(call.input.shape)
  return fields.flatMap(([name, field]) => [...placesIn(field, name, (value) => ({ ...call.example, [name]: value }))])
}

function* placesIn(schema: z.core.$ZodType, path: string, holding: Place['holding']): Generator<Place> {
  for (const kind of kindsOf(schema)) {
    yield { path, kind, holding }
    const { def } = kind._zod
    if (def.type === 'array') yield* placesIn(def.element, `${path}.0`, (value) => holding([value]))
    if (def.type === 'object') {
      for (const [name, part] of Object.entries(def.shape as Record<string, z.core.$ZodType>))
        yield* placesIn(part, `${path}.${name}`, (value) => holding({ [name]: value }))
    }
    if (def.type === 'record') {
      const [name = 'name'] = kindsOf(def.keyType).flatMap((key) => [...(key._zod.values ?? [])].map(String))
      yield* placesIn(def.keyType, `${path}.<name>`, (value) => holding({ [String(value)]: [] }))
      yield* placesIn(def.valueType, `${path}.${name}`, (value) => holding({ [name]: value }))
    }
  }
}
