import { describe, expect, it } from 'vitest'
import { decidedBy, howItEnded, howTheyCame, howYoursEnded, termDates, wonBy } from './term-words'
import type { OfficialTerm } from './types'

const term = (overrides: Partial<OfficialTerm> = {}): OfficialTerm => ({
  office: 'president',
  title: 'President',
  startedAt: Date.UTC(2026, 0, 12),
  endedAt: null,
  endedHow: null,
  endedBy: null,
  how: 'elected',
  appointedBy: null,
  electionId: 'election',
  candidateId: 'candidate',
  votes: 120.4,
  supportersCount: 98,
  contenders: 4,
  share: 43.1,
  rule: 'weight',
  ...overrides,
})

describe('A term', () => {
  it('lasts, or lasted', () => {
    expect(termDates(term())).toBe('In office since 12\u00A0Jan\u00A02026')
    expect(termDates(term({ endedAt: Date.UTC(2026, 0, 19) }))).toBe('12\u00A0Jan\u00A02026 to 19\u00A0Jan\u00A02026')
  })

  it('says in a line how its holder came, and how it ended', () => {
    expect(howTheyCame(term())).toBe('Elected 12\u00A0Jan\u00A02026 · 120.4 votes from 98 citizens')
    expect(howTheyCame(term({ how: 'appointed', appointedBy: 'Piet' }))).toBe('Appointed 12\u00A0Jan\u00A02026 by Piet')
    const ended = (endedHow: OfficialTerm['endedHow'], endedBy: string | null = null) => ({
      endedAt: 1,
      endedHow,
      endedBy,
    })
    expect(howItEnded(term())).toBeNull()
    expect(howItEnded(ended('removed', 'Piet'))).toBe('Removed from office by Piet.')
    expect(howItEnded(ended('removed'))).toBe('Removed from office.')
    expect(howItEnded(ended('resigned'))).toBe('Resigned.')
    expect(howItEnded(ended('election'))).toBe('The next government was seated.')
    expect(howYoursEnded(ended('removed', 'Piet'))).toBe('Piet removed you from office.')
    expect(howYoursEnded(ended('resigned'))).toBe('You resigned.')
    expect(howYoursEnded(ended('election'))).toBe('The next government was seated.')
  })

  it('was won by votes, against others or none', () => {
    expect(wonBy(term())).toBe(
      'Elected with 120.4 votes from 98 citizens, 43.1% of the weight, against 3 other candidates.',
    )
    expect(wonBy(term({ votes: 1, supportersCount: 1, contenders: 2, share: 100 }))).toBe(
      'Elected with 1 vote from 1 citizen, 100% of the weight, against one other candidate.',
    )
    expect(wonBy(term({ contenders: 1, rule: 'unopposed' }))).toBe(
      'Elected with 120.4 votes from 98 citizens, unopposed.',
    )
    expect(wonBy(term({ votes: 0, supportersCount: 0, share: null }))).toBe(
      'Elected with 0 votes from 0 citizens against 3 other candidates.',
    )
  })

  it('was given by an official, where it was an appointment', () => {
    const appointed = term({ how: 'appointed', votes: null, supportersCount: null, contenders: null, rule: null })
    expect(wonBy(appointed)).toBe('Appointed.')
    expect(wonBy({ ...appointed, appointedBy: 'Ada' })).toBe('Appointed by Ada.')
    expect(decidedBy(appointed)).toBeNull()
  })

  it('was decided by a rule that is named, unless there was one candidate', () => {
    expect(decidedBy(term())).toBe('Decided by weight: the most weighted votes.')
    expect(decidedBy(term({ rule: 'earlier' }))).toContain('earlier candidacy')
    expect(decidedBy(term({ rule: 'unopposed' }))).toBeNull()
  })
})
