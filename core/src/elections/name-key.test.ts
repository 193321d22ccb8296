import { describe, expect, it } from 'vitest'
import { skeletonOf } from '../citizens/official-names'
import { nameKey } from './name-key'

const alike = [
  ['Alice', 'Аlice', 'a Cyrillic A'],
  ['Alice', 'AIice', 'a capital i'],
  ['Alice', 'A1ice', 'a digit'],
  ['Alice', 'ALICE', 'capitals'],
  ['Alice', '𝔸lice', 'letters of mathematics'],
  ['Alice', 'Ali\u200bce', 'a space without width'],
  ['Alice', 'A.l-i c e', 'signs and spaces'],
  ['Mary', 'rnary', 'two letters for one'],
  ['Luana Bragança', 'Luana Braganca', 'an accent'],
  ['Otto', '0tt0', 'noughts'],
  ['Ann', 'Ann ✓', 'a mark of being verified'],
] as const

const apart = [
  ['Alice', 'Alina'],
  ['王芳', '王方'],
  ['राम', 'रमा'],
  ['Ada', 'Adam'],
  ['🌊', '🔥'],
] as const

describe('a name’s skeleton', () => {
  it.each(alike)('is the same of ‘%s’ and ‘%s’: %s', (one, other) => {
    expect(skeletonOf(other)).toBe(skeletonOf(one))
  })

  it.each(apart)('differs of ‘%s’ and ‘%s’', (one, other) => {
    expect(skeletonOf(other)).not.toBe(skeletonOf(one))
  })

  it('is compared within one position of one election', () => {
    const keys = [nameKey('1', 1, 'Ada'), nameKey('1', 2, 'Ada'), nameKey('2', 1, 'Ada'), nameKey('1', 1, 'Аda')]
    expect(new Set(keys).size).toBe(3)
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
  })
})
