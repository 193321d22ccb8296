import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDigit, machineReadable, plainCapitals } from './machine-readable'

const holder = {
  uid: '01890a5d-ac96-774b-bcce-b302099a8057',
  name: 'Élodie Wiśniewski',
  joinedAt: Date.UTC(2026, 0, 6, 23, 59),
  roleCode: 'CITIZEN',
}

describe('the machine-readable lines of an ID card', () => {
  it('carry the check digits of the specimen in ICAO 9303', () => {
    expect(['D23145890', '740812', '120415'].map(checkDigit)).toEqual(['7', '2', '9'])
    // The whole line of the specimen: number, birth and expiry with their digits, and the optional field.
    expect(checkDigit('D23145890774081221204159<<<<<<<')).toBe('6')
  })

  it('tell number, name, the day of joining and role', () => {
    expect(machineReadable(holder)).toEqual([
      'I<XONWISNIEWSKI<<ELODIE<<<<<<<<<<<<<',
      '099A8057<6XON2601065<<<<<<<0CITIZEN3',
    ])
  })

  it('spell out what has no plain capital, and drop what cannot be spelt', () => {
    expect(plainCapitals('Jürg Åkerström')).toBe('JUERG<AAKERSTROEM')
    expect(plainCapitals("Sinéad O'Brien-Łukasz 🎉")).toBe('SINEAD<OBRIEN<LUKASZ')
    expect(machineReadable({ ...holder, name: '東京' })[0]).toBe('I<XONCITIZEN<099A8057<<<<<<<<<<<<<<<')
  })

  it('are 36 characters that a machine reads, on every card', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.uuid(),
        fc.integer({ min: 0, max: 4e12 }),
        (name, uid, joinedAt) => {
          for (const line of machineReadable({ ...holder, name, uid, joinedAt }))
            expect(line).toMatch(/^[A-Z0-9<]{36}$/)
        },
      ),
    )
  })

  it('notice any one digit that was changed', () => {
    const [, line] = machineReadable(holder)
    const covered = (text: string) => text.slice(0, 10) + text.slice(13, 20) + text.slice(21, 35)
    fc.assert(
      fc.property(fc.constantFrom(0, 1, 2, 13, 14, 15, 16, 17, 18), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digit = line[at]!
        fc.pre(/\d/.test(digit))
        const forged = line.slice(0, at) + String((Number(digit) + by) % 10) + line.slice(at + 1)
        expect(checkDigit(covered(forged))).not.toBe(line[35])
      }),
    )
  })
})
