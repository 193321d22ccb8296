import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pictureOf } from './picture'
import { epochMs, usernameOf } from './profile'

const instant = fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 })

describe('A date', () => {
  it('is the same instant as a number, a Date, a text or seconds', () => {
    fc.assert(
      fc.property(instant, (ms) => {
        expect(epochMs(ms)).toBe(ms)
        expect(epochMs(new Date(ms))).toBe(ms)
        expect(epochMs(new Date(ms).toISOString())).toBe(ms)
        const seconds = Math.floor(ms / 1000)
        expect(epochMs({ seconds, nanoseconds: (ms - seconds * 1000) * 1_000_000 })).toBe(ms)
        expect(epochMs({ seconds })).toBe(seconds * 1000)
      }),
    )
  })

  it('of whatever else is null or a whole number, and never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const ms = epochMs(value)
        expect(ms === null || Number.isInteger(ms)).toBe(true)
      }),
    )
    for (const value of [null, undefined, '', 'soon', NaN, Infinity, {}, { seconds: 'x' }, new Date(NaN)]) {
      expect(epochMs(value)).toBeNull()
    }
  })
})

describe('A profile', () => {
  it('without a name is Anonymous', () => {
    expect([usernameOf(null), usernameOf('  '), usernameOf(' Ada ')]).toEqual(['Anonymous', 'Anonymous', 'Ada'])
  })

  it('shows the citizen’s own picture first, then our copy of X’s, then X’s', () => {
    const all = { customPictureUrl: 'own', portraitUrl: 'copy', avatarUrl: 'x' }
    expect(pictureOf(all)).toBe('own')
    expect(pictureOf({ ...all, customPictureUrl: null })).toBe('copy')
    expect(pictureOf({ ...all, customPictureUrl: null, portraitUrl: null })).toBe('x')
    expect(pictureOf({ customPictureUrl: null, portraitUrl: null, avatarUrl: null })).toBeNull()
  })
})
