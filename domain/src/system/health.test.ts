import { expect, it } from 'vitest'
import { healthPercent } from './health'

it('The system’s health is the share of good checks, and 99.9 until there is one', () => {
  expect(healthPercent({ good: 0, bad: 0 })).toBe(99.9)
  expect(healthPercent({ good: 1, bad: 0 })).toBe(100)
  expect(healthPercent({ good: 0, bad: 1 })).toBe(0)
  expect(healthPercent({ good: 2, bad: 1 })).toBe(66.6)
  // One bad check of many is not rounded away.
  expect(healthPercent({ good: 43_199, bad: 1 })).toBe(99.9)
})
