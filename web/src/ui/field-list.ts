/** One of several alike fields of a form. It keeps its key while others come and go; its number is its place. */
export interface Field {
  readonly key: number
  readonly text: string
}

export type FieldList = readonly Field[]

/** So many blank fields. */
export const blankFields = (count: number): FieldList => Array.from({ length: count }, (_, key) => ({ key, text: '' }))

/** One more blank field at the end, up to `most`. */
export function addField(fields: FieldList, most: number): FieldList {
  if (fields.length >= most) return fields
  return [...fields, { key: 1 + Math.max(-1, ...fields.map(({ key }) => key)), text: '' }]
}

/** Takes a field away, down to `fewest`. */
export const removeField = (fields: FieldList, key: number, fewest: number): FieldList =>
  fields.length <= fewest ? fields : fields.filter((field) => field.key !== key)

export const writeField = (fields: FieldList, key: number, text: string): FieldList =>
  fields.map((field) => (field.key === key ? { key, text } : field))
