import { z } from 'zod'

const known = new WeakMap<z.ZodType, z.ZodType>()

/**
 * The same schema, whose parser is generated code from its first use on. What it refuses is parsed again by zod itself, so the
 * issues are zod's. A schema that cannot be generated is parsed by zod.
 */
export function compiled<Schema extends z.ZodType>(schema: Schema): Schema {
  const one = known.get(schema) ?? z.compile(schema)
  known.set(schema, one)
  return one as Schema
}
