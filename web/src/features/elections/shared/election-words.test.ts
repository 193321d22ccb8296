import { describe, expect, it } from 'vitest'
import { votesInWords, weekName } from './election-words'

describe('words of elections', () => {
  it('counts weeks as the calendar does', () => {
    expect(weekName(Date.UTC(2026, 10, 16))).toBe('Week 47, 2026')
    expect(weekName(Date.UTC(2024, 11, 30))).toBe('Week 1, 2025')
    expect(weekName(Date.UTC(2026, 11, 28))).toBe('Week 53, 2026')
  })

  it('writes weighted votes with a decimal only where there is one', () => {
    expect(votesInWords(12)).toBe('12')
    expect(votesInWords(1234.5)).toBe('1,234.5')
  })
})
