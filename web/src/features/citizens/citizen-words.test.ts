import { describe, expect, it } from 'vitest'
import { badgeOf, roleCode } from './citizen-words'

const plain = { isAdmin: false, isSuperAdmin: false, governmentRole: null, tokenBalance: 0 }

describe('the ID card', () => {
  it('names the highest standing first', () => {
    expect(badgeOf({ ...plain, isSuperAdmin: true, governmentRole: 'president' })).toBe('Administrator')
    expect(badgeOf({ ...plain, governmentRole: 'secretary', tokenBalance: 9e6 })).toBe('Secretary of State')
    expect(badgeOf({ ...plain, tokenBalance: 5_000_000 })).toBe('Eligible Candidate')
    expect(badgeOf({ ...plain, tokenBalance: 4_999_999 })).toBe('Citizen')
  })

  it('tells machines the standing in at most seven characters', () => {
    expect(roleCode(plain)).toBe('CITIZEN')
    expect(roleCode({ ...plain, governmentRole: 'justiceMinister' })).toBe('OFFICEA')
    expect(roleCode({ ...plain, isAdmin: true, governmentRole: 'president' })).toBe('ADMIN')
  })
})
