import { describe, expect, it } from 'vitest'
import { calledName, votedInWords, votesInWords, electionName } from './election-words'

describe('words of elections', () => {
  it('counts weeks as the calendar does', () => {
    expect(electionName(Date.UTC(2026, 10, 16))).toBe('Week 47, 2026')
    expect(electionName(Date.UTC(2024, 11, 30))).toBe('Week 1, 2025')
    expect(electionName(Date.UTC(2026, 11, 28))).toBe('Week 53, 2026')
  })

  it('writes weighted votes with a decimal only where there is one', () => {
    expect(votesInWords(12)).toBe('12')
    expect(votesInWords(1234.5)).toBe('1,234.5')
  })
  it('counts the open offices one voted in', () => {
    expect(votedInWords(0, 6)).toBe('You have voted in 0 of 6 open offices.')
    expect(votedInWords(6, 6)).toBe('You have voted in all 6 open offices.')
    expect(votedInWords(1, 1)).toBe('You have voted in the one open office.')
    expect(votedInWords(1, 2, 1)).toBe('You have voted in 1 of 2 open offices with candidates.')
    expect(votedInWords(0, 1, 2)).toBe('You have not voted in the one open office with candidates.')
    expect(votedInWords(0, 0)).toBe('No office is open for voting now.')
  })

  it('calls people by their first name, unless it is short or shared', () => {
    expect(calledName('Luana Bragança', 'Efua Okafor')).toBe('Luana')
    expect(calledName('Luana Bragança', 'Luana Okafor')).toBe('Luana Bragança')
    expect(calledName('Al Ruiz')).toBe('Al Ruiz')
  })
})
