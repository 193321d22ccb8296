import { describe, expect, it } from 'vitest'
import type { PositionId } from './positions'
import { countsForEvent, publicationInstant, tallyChangedOf } from './publications'

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
    expect(tallyChangedOf(facts)).toEqual({ ...facts, partly: new Set() })
    expect(tallyChangedOf({ ...facts, changed: 400, partly: ['secretary'] })?.partly).toEqual(new Set(['secretary']))
    // One of an earlier version does not say of which offices it has all.
    expect(tallyChangedOf({ ...facts, changed: 400 })?.partly.size).toBe(9)
    expect(tallyChangedOf({ ...facts, counts: null })).toBeNull()
    expect(tallyChangedOf({ ...facts, voters: undefined })).toBeNull()
    expect(tallyChangedOf({ electionId: 'e', candidateIds: ['c'] })).toBeNull()
  })

  it('of more than fit into an event, are of each office as many, the heaviest first, and the rest is named', () => {
    const changed = (position: PositionId, count: number, from: number) =>
      Array.from({ length: count }, (_, at) => ({ position, weightUnits: from + at }))
    const president = changed('president', 50, 1_000)
    const secretary = changed('secretary', 3, 1)
    const { counts, partly } = countsForEvent([...president, ...secretary], 10)
    expect(counts.map(({ weightUnits }) => weightUnits)).toEqual([1049, 1048, 1047, 1046, 1045, 1044, 1043, 3, 2, 1])
    expect(partly).toEqual(['president'])
    expect(countsForEvent(secretary, 3)).toEqual({ counts: secretary.toReversed(), partly: [] })
  })
})
