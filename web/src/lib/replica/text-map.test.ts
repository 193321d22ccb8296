import { expect, it } from 'vitest'
import { entry, member } from '../../../scripts/replica-rows'
import { hashOf, TextMap } from './text-map'

it('has what was put in, once, until it is cleared', () => {
  const map = new TextMap()
  const keys = ['', 'a', 'ab', 'ba', '\u{1f5f3}', ...Array.from({ length: 5_000 }, (_, n) => member(n).id)]
  for (const [n, key] of keys.entries()) map.set(key, n)
  map.set('ab', -1)
  expect(map.getOrSet('ba', 9)).toBe(3)
  expect(map.getOrSet('new', 9)).toBeUndefined()
  expect(map.get('new')).toBe(9)
  expect(keys.map((key) => map.get(key))).toEqual(keys.map((key, n) => (key === 'ab' ? -1 : n)))
  expect(map.get('nobody')).toBeUndefined()
  map.clear()
  expect([...keys, 'new'].map((key) => map.get(key)).filter((value) => value !== undefined)).toEqual([])
})

it('is as a plain map through everything that is put in and taken out, many times over', () => {
  const [map, plain] = [new TextMap(), new Map<string, number>()]
  // Numbers that look random, and are the same in every run.
  let seed = 1
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let step = 0; step < 60_000; step++) {
    const key = `text ${random(step < 20_000 ? 200 : 3_000)}`
    const action = random(3)
    if (action === 0) {
      map.set(key, step)
      plain.set(key, step)
    } else if (action === 1) {
      map.delete(key)
      plain.delete(key)
    } else {
      expect(map.getOrSet(key, step)).toBe(plain.get(key))
      plain.set(key, plain.get(key) ?? step)
    }
  }
  for (let n = 0; n < 3_000; n++) expect(map.get(`text ${n}`)).toBe(plain.get(`text ${n}`))
})

it('spreads ids and sentences: about as many share a slot as with numbers at random', () => {
  const words = (n: number) => String((entry(n * 10, 1_000).sentence as string[])[3])
  for (const textOf of [(n: number) => member(n).id, words]) {
    const sizes = new Map<number, number>()
    for (let n = 0; n < 25_600; n++) {
      const slot = hashOf(textOf(n)) & 65_535
      sizes.set(slot, (sizes.get(slot) ?? 0) + 1)
    }
    // At random some 21,190 slots are taken, and hardly ever one by more than eight.
    expect(sizes.size).toBeGreaterThan(20_500)
    expect(Math.max(...sizes.values())).toBeLessThan(16)
  }
})
