import { describe, expect, it } from 'vitest'
import { badgeOf, citizenNumber, machineLine } from './citizen-words'

const nobody = { isAdmin: false, isSuperAdmin: false, governmentRole: null, tokenBalance: 0 }

describe('the ID card', () => {
  it('numbers a citizen by the end of the id', () => {
    expect(citizenNumber('01890a5d-ac96-774b-bcce-b302099a8057')).toBe('099A8057')
  })

  it('names the highest standing first', () => {
    expect(badgeOf({ ...nobody, isSuperAdmin: true, governmentRole: 'president' })).toBe('Administrator')
    expect(badgeOf({ ...nobody, governmentRole: 'secretary', tokenBalance: 9e6 })).toBe('Secretary of State')
    expect(badgeOf({ ...nobody, tokenBalance: 5_000_000 })).toBe('Eligible Candidate')
    expect(badgeOf({ ...nobody, tokenBalance: 4_999_999 })).toBe('Citizen')
  })

  it('writes a machine-readable line of fixed length in plain capitals', () => {
    expect(machineLine(['Élodie Wiśniewski', '099A8057'], 30)).toBe('ELODIE<WISNIEWSKI<<099A8057<<<')
    expect(machineLine(['x'.repeat(90)])).toHaveLength(44)
  })
})
