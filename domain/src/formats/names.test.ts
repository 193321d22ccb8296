import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citizenNumber, shortAddress } from './names'

describe('the citizen number', () => {
  it('is the end of the id in capitals', () => {
    expect(citizenNumber('01890a5d-ac96-774b-bcce-b302099a8057')).toBe('099A8057')
  })

  it('has eight characters and no small letter for every citizen', () => {
    fc.assert(
      fc.property(fc.uuid(), (uid) => {
        expect(citizenNumber(uid)).toMatch(/^[0-9A-F]{8}$/)
      }),
    )
  })
})

describe('an address on a phone', () => {
  const address = 'So11111111111111111111111111111111111111112'

  it('keeps both ends', () => {
    expect(shortAddress(address)).toBe('So11…1112')
    expect(shortAddress(address, 6)).toBe('So1111…111112')
  })

  it('is left whole where nothing would be gained', () => {
    expect(shortAddress('abcdefghi')).toBe('abcdefghi')
    expect(shortAddress('')).toBe('')
  })

  it('never becomes longer', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 10 }), (text, ends) => {
        expect(shortAddress(text, ends).length).toBeLessThanOrEqual(Math.max(text.length, 0))
      }),
    )
  })
})
