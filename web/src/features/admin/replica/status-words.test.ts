import { timeAgo } from '@nation/domain/formats'
import { describe, expect, it } from 'vitest'
import { problemsOf, statusOf, type ReplicaFigures } from './status-words'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

const here: ReplicaFigures['state'] = {
  ...{ contact: 'online', filled: true, loading: false, rows: 200, estimate: 200 },
  ...{ leading: true, syncedAt: NOW - 120_000, notice: null, trouble: null },
}

const figures = (state: Partial<ReplicaFigures['state']> = {}, over: Partial<ReplicaFigures> = {}): ReplicaFigures => ({
  state: { ...here, ...state },
  entries: [],
  now: NOW,
  ...over,
})

describe('the status of the replica', () => {
  it('says when it was synced, and nothing more where nothing waits', () => {
    expect(statusOf(figures())).toEqual({
      words: `Synced ${timeAgo(NOW - 120_000, NOW)}`,
      waiting: null,
      open: null,
      share: null,
    })
  })

  it.each([
    ['unknown', 'Connecting'],
    ['offline', `Offline, as of ${timeAgo(NOW - 120_000, NOW)}`],
    ['signInNeeded', 'Sign in again to sync'],
    ['outdated', 'The console and the server are of different versions'],
    ['ended', 'The session has ended'],
  ] as const)('says where it stands with the server: %s', (contact, words) => {
    expect(statusOf(figures({ contact })).words).toBe(words)
  })

  it('names the day where the server was not reached for long, or never', () => {
    expect(statusOf(figures({ contact: 'offline', syncedAt: Date.UTC(2026, 9, 2) })).words).toMatch(
      /^Offline, as of 2 Oct/,
    )
    expect(statusOf(figures({ contact: 'offline', syncedAt: null })).words).toBe('Offline')
  })

  it('counts what waits apart from what needs an answer', () => {
    const entries = [
      { state: { is: 'waiting' } },
      { state: { is: 'conflict', theirs: null } },
      { state: { is: 'unknown' } },
      { state: { is: 'refused', code: 'forbidden', sentence: 'x' } },
    ] as const
    expect(statusOf(figures({}, { entries }))).toMatchObject({
      waiting: '1 change waiting',
      open: '3 changes to decide',
    })
  })

  it('shows a first sync as full only when every table was read', () => {
    const first = (rows: number, estimate: number) => statusOf(figures({ filled: false, rows, estimate }))
    expect(first(0, 0)).toMatchObject({ words: 'Syncing', share: 0 })
    expect(first(50, 200).share).toBe(0.25)
    expect(first(300, 200).share).toBe(0.99)
  })

  it('says who syncs where it is not this window', () => {
    expect(statusOf(figures({ contact: 'unknown', leading: false })).words).toBe('Synced by another window')
  })

  it('says what is wrong with the copy, and nothing where nothing is', () => {
    const fine = { notice: null, trouble: null, lostEntries: 0, otherEntries: 0 }
    expect(problemsOf(fine)).toEqual([])
    expect(problemsOf({ notice: 'full', trouble: 'x', lostEntries: 1, otherEntries: 2 })).toEqual([
      'The disk is full. The copy is in memory and is filled again at the next start.',
      '1 change could not be read any more and will not be sent.',
      '2 changes of another administrator are kept sealed until they sign in here.',
      'The copy could not be brought up to date: x',
    ])
  })
})
