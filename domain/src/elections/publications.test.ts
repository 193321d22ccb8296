import { describe, expect, it } from 'vitest'
import { publicationInstant, tallyChangedOf } from './publications'

const instantAt = (iso: string) => publicationInstant(new Date(iso)).toISOString()

describe('Public counts', () => {
  it('are those of a multiple of five seconds, published a second after it', () => {
    expect(instantAt('2026-01-06T12:00:05.999Z')).toBe('2026-01-06T12:00:00.000Z')
    expect(instantAt('2026-01-06T12:00:06.000Z')).toBe('2026-01-06T12:00:05.000Z')
    expect(instantAt('2026-01-06T12:00:10.999Z')).toBe('2026-01-06T12:00:05.000Z')
  })

  it('are read from an event, and an event of an earlier version has none', () => {
    const counts = [{ id: 'c', votes: 1.2, supportersCount: 1 }]
    const facts = { electionId: 'e', asOf: 5_000, changed: 1, counts, voters: 1, eligible: 9 }
    expect(tallyChangedOf(facts)).toEqual(facts)
    expect(tallyChangedOf({ ...facts, counts: null })).toBeNull()
    expect(tallyChangedOf({ ...facts, voters: undefined })).toBeNull()
    expect(tallyChangedOf({ electionId: 'e', candidateIds: ['c'] })).toBeNull()
  })
})
