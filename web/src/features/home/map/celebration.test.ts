import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '../../../lib/live/live'
import { celebrationOf } from './celebration'

const NOW = Date.UTC(2026, 1, 5, 15)
const joined: LiveEvent = { id: 7, kind: 'citizens.joined', subject: 'a', facts: { username: 'Vera Votes' }, at: NOW }

describe('a celebration', () => {
  it('names whoever has joined, in words that chance picks', () => {
    const said = [0, 0.2, 0.4, 0.6, 0.8, 0.999].map((chance) => celebrationOf(joined, NOW, chance))
    for (const words of said) expect(words).toContain('Vera Votes')
    expect(new Set(said).size).toBe(said.length)
  })

  it('is for joining alone', () => {
    expect(celebrationOf({ ...joined, kind: 'elections.voted' }, NOW, 0)).toBeNull()
  })

  it('is for what has just happened, not for what a tab slept through', () => {
    expect(celebrationOf({ ...joined, at: NOW - 60_000 }, NOW, 0)).not.toBeNull()
    expect(celebrationOf({ ...joined, at: NOW - 60_001 }, NOW, 0)).toBeNull()
  })

  it('welcomes somebody whose name is not told', () => {
    expect(celebrationOf({ ...joined, facts: {} }, NOW, 0)).toContain('A new citizen')
  })
})
