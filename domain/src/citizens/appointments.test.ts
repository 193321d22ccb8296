import { describe, expect, it } from 'vitest'
import { canAppoint, canLeaveAdministration, canRemove, plainRole } from './appointments'
import { governmentRoles, type GovernmentRole, type Who } from '../permissions'

const citizen = { uid: 'me', role: 'citizen', governmentRole: null, isAdmin: false, isSuperAdmin: false } as const
const official = (governmentRole: GovernmentRole): Who => ({ ...citizen, role: 'government', governmentRole })
const admin: Who = { ...citizen, isAdmin: true }
const member = { governmentRole: null }

describe('An appointment', () => {
  it.each(governmentRoles)(
    'to %s is an administrator’s, and the president’s unless it is the president’s own',
    (office) => {
      expect(canAppoint(admin, member, office)).toEqual({ allowed: true })
      const byPresident = canAppoint(official('president'), member, office)
      expect(byPresident).toMatchObject(office === 'president' ? { code: 'admin_only' } : { allowed: true })
      expect(canAppoint(official('primeMinister'), member, office)).toMatchObject({ code: 'president_only' })
      expect(canAppoint(citizen, member, office)).toMatchObject({ code: 'president_only' })
      expect(canAppoint(null, member, office)).toMatchObject({ code: 'president_only' })
    },
  )

  it('gives no official a second office', () => {
    const secretary = { governmentRole: 'secretary' } as const
    expect(canAppoint(admin, secretary, 'justiceMinister')).toMatchObject({ code: 'already_official' })
  })

  it('is undone by the same rule, and only where there is an office', () => {
    const president = { governmentRole: 'president' } as const
    expect(canRemove(official('president'), { governmentRole: 'secretary' })).toEqual({ allowed: true })
    expect(canRemove(official('president'), president)).toMatchObject({ code: 'admin_only' })
    expect(canRemove(admin, president)).toEqual({ allowed: true })
    expect(canRemove(admin, member)).toMatchObject({ code: 'no_office' })
    expect(canRemove(citizen, member)).toMatchObject({ code: 'president_only' })
  })
})

describe('The administration', () => {
  it('is left only while another administrator is in it', () => {
    expect(canLeaveAdministration(1)).toEqual({ allowed: true })
    expect(canLeaveAdministration(0)).toMatchObject({ code: 'last_administrator' })
  })

  it('gives back the role that offices and candidacies say', () => {
    expect(plainRole({ governmentRole: 'secretary', isCandidate: true })).toBe('government')
    expect(plainRole({ governmentRole: null, isCandidate: true })).toBe('candidate')
    expect(plainRole({ governmentRole: null, isCandidate: false })).toBe('citizen')
  })
})
