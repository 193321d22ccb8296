import { describe, expect, it } from 'vitest'
import { columnsOf } from './columns'

const office = { byOffice: false, position: 'secretary' } as const

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
    expect(columnsOf(4, { byOffice: true, position: null })).toBe(5)
    expect(columnsOf(4, { byOffice: false, position: null })).toBe(3)
  })
})
