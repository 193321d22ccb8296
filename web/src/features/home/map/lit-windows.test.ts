import fc from 'fast-check'
import { expect, it } from 'vitest'
import { litAt, TILE } from './lit-windows'

const windows = TILE.wide * TILE.high

it('no window is lit before the first vote, and half of them at a turnout of a half', () => {
  expect(litAt({ voters: 0, eligible: 1000 })).toBe(0)
  expect(litAt({ voters: 500, eligible: 1000 })).toBe(windows / 2)
})

it('one voter of many lights a window, and one who has not voted leaves one dark', () => {
  expect(litAt({ voters: 1, eligible: 1_000_000 })).toBe(1)
  expect(litAt({ voters: 999_999, eligible: 1_000_000 })).toBe(windows - 1)
  expect(litAt({ voters: 1_000_000, eligible: 1_000_000 })).toBe(windows)
})

it('where some voted who may not any more, all windows are lit, and no more', () => {
  expect(litAt({ voters: 3, eligible: 2 })).toBe(windows)
  expect(litAt({ voters: 1, eligible: 0 })).toBe(windows)
})

it('the share of lit windows is the turnout, to a window, and never falls with another voter', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (eligible, part) => {
        const voters = Math.floor(part * eligible)
        const lit = litAt({ voters, eligible })
        expect(Math.abs(lit / windows - voters / eligible)).toBeLessThanOrEqual(1 / windows)
        expect(litAt({ voters: voters + 1, eligible })).toBeGreaterThanOrEqual(lit)
      },
    ),
  )
})
