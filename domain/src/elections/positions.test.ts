import { describe, expect, it } from 'vitest'
import { governmentRoles } from '../permissions'
import { electedRoles, officeTitle, positionOf, positionOfRole, positions, roleOfPosition } from './positions'

describe('The positions', () => {
  it('are nine, three of them voted on first, each with a role of its own', () => {
    expect(positions.map((position) => position.order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(positions.filter((position) => position.phase === 'phase_one').map((one) => one.id)).toEqual([
      'president',
      'prime_minister',
      'secretary',
    ])
    expect(new Set(positions.map((position) => position.role)).size).toBe(9)
    for (const { id } of positions) expect(positionOfRole(roleOfPosition(id))).toBe(id)
  })

  it('leave the tenth office, justiceMinister, to appointment', () => {
    expect(positionOfRole('justiceMinister')).toBeNull()
    expect(electedRoles).toHaveLength(governmentRoles.length - 1)
    expect(officeTitle('justiceMinister')).toBe('Minister of Justice')
  })

  it('ask finance for statistics and creativity for a gallery', () => {
    expect(positionOf('minister_finance').attachments).toMatchObject([{ label: 'PnLs & Stats', maxFiles: 5 }])
    expect(positionOf('minister_creativity').attachments).toMatchObject([{ type: 'gallery', maxFiles: 10 }])
  })
})
