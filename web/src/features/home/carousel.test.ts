import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inViewInWords, wrapped } from './carousel'

describe('the carousel', () => {
  it('says which officials are in view', () => {
    expect(inViewInWords(0, 1, 9)).toBe('1')
    expect(inViewInWords(0, 4, 9)).toBe('1–4')
    expect(inViewInWords(5, 4, 9)).toBe('6–9')
    expect(inViewInWords(8, 4, 9)).toBe('9')
  })

  it('comes to the first after the last, and to the last before the first', () => {
    expect(wrapped(9, 9)).toBe(0)
    expect(wrapped(-1, 9)).toBe(8)
    expect(wrapped(4, 9)).toBe(4)
  })

  it('always ends at a place that there is, however often one steps', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 20 }), (index, count) => {
        const place = wrapped(index, count)
        expect(place).toBeGreaterThanOrEqual(0)
        expect(place).toBeLessThan(count)
        expect(Math.abs((index - place) % count)).toBe(0)
      }),
    )
    expect(wrapped(3, 0)).toBe(0)
  })
})
