import { describe, expect, it } from 'vitest'
import { addField, blankFields, removeField, writeField } from './field-list'

describe('a list of fields', () => {
  it('grows to its most and shrinks to its fewest', () => {
    const two = blankFields(2)
    expect(addField(addField(two, 3), 3)).toHaveLength(3)
    expect(removeField(removeField(two, 0, 1), 1, 1)).toEqual([{ key: 1, text: '' }])
  })

  it('keeps what stands in the others, and gives no key twice while it is in use', () => {
    const written = writeField(blankFields(3), 2, 'Third')
    const fewer = removeField(written, 0, 1)
    const more = addField(fewer, 9)
    expect(more.map(({ text }) => text)).toEqual(['', 'Third', ''])
    expect(new Set(more.map(({ key }) => key)).size).toBe(3)
  })
})
