import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { allCalls, compiled, ownPartOf, type Call } from '.'

const calls = allCalls as readonly Call[]
const schemas = calls.flatMap(({ id, input, output }) => [
  [`input of ${id}`, input] as const,
  [`output of ${id}`, output] as const,
  ...[ownPartOf(output)].flatMap((part) => (part ? [[`one's own of ${id}`, part.schema] as const] : [])),
])

describe('A compiled contract', () => {
  it('is generated code for every input and answer: none is left to the slow parser', () => {
    const slow = schemas.flatMap(([name, schema]) => {
      try {
        z.compile(schema, { strict: true })
        return []
      } catch (error) {
        return [`${name}: ${String(error)}`]
      }
    })
    expect(slow).toEqual([])
  })

  it('parses the example of each call as the contract itself does', () => {
    for (const { id, input, example } of calls) {
      expect([id, compiled(input).safeParse(example)]).toEqual([id, input.safeParse(example)])
    }
  })

  it('leaves out what is not declared, and names every wrong field as the contract itself does', () => {
    const schema = z.object({
      id: z.uuid().regex(/^[0-9a-f-]+$/, 'Lower case.'),
      list: z.array(z.object({ n: z.number().int().min(0), text: z.string().nullable() })),
    })
    const right = { id: '01890a5d-ac96-774b-bcce-b302099a8060', list: [{ n: 1, text: null, secret: 1 }], secret: 1 }
    const wrong = [
      { ...right, id: right.id.toUpperCase() },
      { ...right, id: undefined },
      { ...right, list: [{ n: -1, text: null }, { n: 1.5, text: 3 }, { text: '' }] },
      { ...right, list: [{ n: NaN, text: null }] },
      null,
      [],
    ]
    expect(compiled(schema).parse(right)).toEqual({ id: right.id, list: [{ n: 1, text: null }] })
    for (const value of wrong) {
      const issues = schema.safeParse(value).error?.issues
      expect(issues).toBeDefined()
      expect(compiled(schema).safeParse(value).error?.issues).toEqual(issues)
    }
  })

  it('is generated once', () => {
    const schema = z.object({ n: z.number() })
    expect(compiled(schema)).toBe(compiled(schema))
    expect(compiled(schema)).not.toBe(schema)
  })
})
