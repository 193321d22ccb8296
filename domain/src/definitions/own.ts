import { z } from 'zod'

declare const ownMark: unique symbol

/** The type of a field that `own` has marked. */
export interface OwnField {
  readonly [ownMark]: true
}

/**
 * Marks a field of an answer that may differ from one reader to the next (one's own vote, what one may do). All other fields
 * of a public reading call are the same for everybody: they are read without a caller and shared.
 */
export const own = <Schema extends z.ZodType>(schema: Schema): Schema & OwnField =>
  schema.meta({ nation: 'own' }) as Schema & OwnField

/** The fields of a schema that are one's own, at their places; each may be left out. */
export type OwnPartOf<Schema> =
  Schema extends z.ZodObject<infer Shape>
    ? {
        readonly [
          Name in keyof Shape as HoldsOwn<Shape[Name]> extends true ? Name : never
        ]?: Shape[Name] extends OwnField ? z.input<Shape[Name] & z.ZodType> : OwnPartOf<Shape[Name]>
      }
    : Schema extends z.ZodArray<infer Item>
      ? readonly OwnPartOf<Item>[]
      : never

type HoldsOwn<Schema> = Schema extends OwnField
  ? true
  : Schema extends z.ZodObject<infer Shape>
    ? true extends { [Name in keyof Shape]: HoldsOwn<Shape[Name]> }[keyof Shape]
      ? true
      : false
    : Schema extends z.ZodArray<infer Item>
      ? HoldsOwn<Item>
      : false

/** Where in an answer one's own fields stand. */
export type OwnPlan =
  | { readonly kind: 'object'; readonly own: readonly string[]; readonly inside: Readonly<Record<string, OwnPlan>> }
  | { readonly kind: 'list'; readonly each: OwnPlan }

/** A schema's own fields, as a plan to find them and as a schema that admits them and nothing else; null without any. */
export function ownPartOf(schema: z.ZodType): { readonly plan: OwnPlan; readonly schema: z.ZodType } | null {
  if (schema instanceof z.ZodArray) {
    const each = ownPartOf(schema.element as z.ZodType)
    return each && { plan: { kind: 'list', each: each.plan }, schema: z.array(each.schema) }
  }
  if (!(schema instanceof z.ZodObject)) return null
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape
  const fields = Object.entries(shape)
  const own = fields.filter(([, field]) => isOwn(field))
  const inside = fields.flatMap(([name, field]) => {
    const part = isOwn(field) ? null : ownPartOf(field)
    return part ? [[name, part] as const] : []
  })
  if (own.length === 0 && inside.length === 0) return null
  const admitted = [...own, ...inside.map(([name, part]) => [name, part.schema] as const)]
  return {
    plan: {
      kind: 'object',
      own: own.map(([name]) => name),
      inside: Object.fromEntries(inside.map(([name, part]) => [name, part.plan])),
    },
    schema: z.strictObject(Object.fromEntries(admitted.map(([name, field]) => [name, field.optional()]))),
  }
}

const isOwn = (field: z.ZodType): boolean => (field.meta() as { nation?: string } | undefined)?.nation === 'own'
