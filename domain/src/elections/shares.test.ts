import { describe, expect, it } from 'vitest'
import { percentInWords, percentOf, sharesOf } from './shares'

describe('The shares of a position', () => {
  it('add up to 100.0 where rounding each alone would make 99.9 or 100.1', () => {
    expect(sharesOf([10, 10, 10])).toEqual([33.4, 33.3, 33.3])
    expect(sharesOf([20, 20, 20, 20, 20, 20])).toEqual([16.7, 16.7, 16.7, 16.7, 16.6, 16.6])
  })

  it('are written with the decimal that they have, also where it is zero', () => {
    expect(sharesOf([35, 15]).map(percentInWords)).toEqual(['70.0', '30.0'])
  })
})

describe('A turnout', () => {
  it('is a percentage with one decimal, and 0 where there are no votes', () => {
    expect(percentOf(1, 3)).toBe(33.3)
    expect(percentOf(2, 3)).toBe(66.7)
    expect(percentOf(0, 0)).toBe(0)
  })
})
