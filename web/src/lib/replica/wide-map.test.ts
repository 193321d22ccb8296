import { expect, it, vi } from 'vitest'
import { entry, member } from '../../../scripts/replica-rows'
import { WideMap } from './wide-map'

it('has what was put in, once, until it is cleared', () => {
  const map = new WideMap<number>()
  const keys = ['', 'a', 'ab', 'ba', ...Array.from({ length: 5_000 }, (_, n) => member(n).id)]
  for (const [n, key] of keys.entries()) map.set(key, n)
  map.set('ab', -1)
  expect(keys.map((key) => map.get(key))).toEqual(keys.map((key, n) => (key === 'ab' ? -1 : n)))
  expect(map.get('nobody')).toBeUndefined()
  map.clear()
  expect(map.get('ab')).toBeUndefined()
})

it('spreads ids and sentences over its maps: none has much more than its share', () => {
  const set = vi.spyOn(Map.prototype, 'set')
  const words = (n: number) => String((entry(n * 10, 1_000).sentence as string[])[3])
  for (const keyOf of [(n: number) => member(n).id, words]) {
    set.mockClear()
    const map = new WideMap<number>()
    for (let n = 0; n < 25_600; n++) map.set(keyOf(n), n)
    const sizes = new Set(set.mock.contexts as Map<string, number>[])
    expect(Math.max(...[...sizes].map(({ size }) => size))).toBeLessThan(1_000)
  }
  set.mockRestore()
})
