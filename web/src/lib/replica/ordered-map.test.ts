import fc from 'fast-check'
import { expect, it } from 'vitest'
import { OrderedMap } from './ordered-map'

const step = fc.record({
  do: fc.constantFrom('set', 'set', 'delete', 'tidy'),
  key: fc.nat({ max: 20 }),
  value: fc.nat(),
})

it('An ordered map is what a plain map is, whatever is done with it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const [ours, plain] = [new OrderedMap<number>(), new Map<string, number>()]
      for (const { do: what, key, value } of steps) {
        const name = `k${key}`
        if (what === 'set') {
          ours.set(name, value)
          plain.set(name, value)
        } else if (what === 'delete') {
          ours.delete(name)
          plain.delete(name)
        } else ours.tidy()
        expect([ours.size, ours.get(name), ours.has(name)]).toEqual([plain.size, plain.get(name), plain.has(name)])
      }
      expect([...ours]).toEqual([...plain])
      expect(ours.entries.filter((entry) => entry !== undefined)).toEqual([...plain])
    }),
    { numRuns: 300 },
  )
})

it('It keeps no more empty places than it has entries, and finds all after they were cleared away', () => {
  const map = new OrderedMap<number>()
  for (let n = 0; n < 10_000; n++) map.set(`k${n}`, n)
  for (let n = 0; n < 9_000; n++) map.delete(`k${n}`)
  map.tidy()
  map.set('k5', 5)
  expect([map.size, map.get('k9500'), map.get('k8999'), map.get('k5')]).toEqual([1_001, 9_500, undefined, 5])
  expect([...map].at(0)).toEqual(['k9000', 9_000])
  expect([...map].at(-1)).toEqual(['k5', 5])
})
