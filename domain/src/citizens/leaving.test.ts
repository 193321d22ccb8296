import { describe, expect, it } from 'vitest'
import { givesUpSalary } from './leaving'

describe('A citizen who leaves', () => {
  it.each([
    [0, 0, true],
    [0, 60_000, true],
    [60_000, 60_000, true],
    [60_000, 0, false],
    [60_000, 59_999, false],
    [60_000, 60_001, false],
  ])('and is owed %d cents, and gives up %d, may go: %s', (owed, given, may) =>
    expect(givesUpSalary(owed, given).allowed).toBe(may),
  )

  it('is told how much is owed', () =>
    expect(givesUpSalary(123_450, 0)).toMatchObject({ code: 'salary_waits', facts: { owed: '$1,234.50' } }))
})
