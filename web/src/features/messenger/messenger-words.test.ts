import { describe, expect, it } from 'vitest'
import type { OwnProfile } from '../../lib/session/session'
import { ownBadge, senderBadge } from './messenger-words'

const facts = { isAdmin: false, isSuperAdmin: false, governmentRole: null } as const
const badgeOf = (more: object) => ownBadge({ ...facts, ...more } as OwnProfile)

describe('the badge in the messenger’s head', () => {
  it.each([
    ['Super Admin', null, { isSuperAdmin: true }],
    ['Super Admin', null, { isAdmin: true }],
    ['Super Admin', null, { isAdmin: true, governmentRole: 'president' }],
    ['Minister of Finance', 'financeMinister', { governmentRole: 'financeMinister' }],
    ['Citizen', null, {}],
  ])('says %s', (title, role, more) => {
    expect(badgeOf(more)).toEqual({ title, role })
  })
})

it('A sender has a badge for their office, then for administering; a citizen has none', () => {
  expect(senderBadge({ isAdmin: true, governmentRole: 'secretary' })).toEqual({
    title: 'Secretary of State',
    role: 'secretary',
  })
  expect(senderBadge({ isAdmin: true, governmentRole: null })).toEqual({ title: 'Admin', role: null })
  expect(senderBadge({ isAdmin: false, governmentRole: null })).toBeNull()
})
