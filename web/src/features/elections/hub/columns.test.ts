import { describe, expect, it } from 'vitest'
import { columnsOf, countOnPage } from './columns'
import { PAGE } from './use-candidates'

const office = { byOffice: false, position: 'secretary', search: '' } as const

describe('the columns of candidates', () => {
  it.each([
    [1, 3],
    [3, 3],
    [4, 4],
    [5, 5],
    [6, 3],
    [7, 4],
    [12, 3],
  ])('leave few holes in the last line: %i of one office in %i', (candidates, columns) => {
    expect(columnsOf(candidates, office)).toBe(columns)
  })

  it('are five under the titles of offices, and three for what is searched', () => {
    expect(columnsOf(4, { byOffice: true, position: null, search: '' })).toBe(5)
    expect(columnsOf(4, { byOffice: false, position: null, search: 'a' })).toBe(3)
    expect(columnsOf(4, { ...office, search: 'a' })).toBe(3)
  })

  it('go by how many of the office a page may show, on each of its pages', () => {
    const election = { positions: [{ id: 'secretary', candidateCount: 7 }] } as Parameters<typeof countOnPage>[0]
    expect(countOnPage(election, office)).toBe(7)
    expect(countOnPage(election, { position: null })).toBeUndefined()
    const large = { positions: election.positions.map((one) => ({ ...one, candidateCount: PAGE + 2 })) }
    expect(countOnPage(large, office)).toBe(PAGE)
  })
})
