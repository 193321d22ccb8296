import { describe, expect, it } from 'vitest'
import { badgeOf, standingCode } from './citizen-words'

const nobody = { isAdmin: false, isSuperAdmin: false, governmentRole: null, tokenBalance: 0 }

describe('the ID card', () => {
  it('names the highest standing first', () => {
    expect(badgeOf({ ...nobody, isSuperAdmin: true, governmentRole: 'president' })).toBe('Administrator')
    expect(badgeOf({ ...nobody, governmentRole: 'secretary', tokenBalance: 9e6 })).toBe('Secretary of State')
    expect(badgeOf({ ...nobody, tokenBalance: 5_000_000 })).toBe('Eligible Candidate')
    expect(badgeOf({ ...nobody, tokenBalance: 4_999_999 })).toBe('Citizen')
  })

  it('tells machines the standing in at most seven characters', () => {
    expect(standingCode(nobody)).toBe('CITIZEN')
    expect(standingCode({ ...nobody, governmentRole: 'justiceMinister' })).toBe('OFFICEA')
    expect(standingCode({ ...nobody, isAdmin: true, governmentRole: 'president' })).toBe('ADMIN')
  })
})
