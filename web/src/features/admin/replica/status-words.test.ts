import { timeAgo } from '@nation/domain/formats'
import { describe, expect, it } from 'vitest'
import { problemsOf, statusOf, type ReplicaFigures, type ReplicaTroubles } from './status-words'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

const here: ReplicaFigures['state'] = {
  ...{ contact: 'online', filled: true, loading: false, rows: 200, estimate: 200 },
  ...{ leading: true, syncedAt: NOW - 120_000, notice: null, trouble: null },
}

const figures = (state: Partial<ReplicaFigures['state']> = {}, over: Partial<ReplicaFigures> = {}): ReplicaFigures => ({
  state: { ...here, ...state },
  entries: [],
  nation: 'one',
  now: NOW,
  ...over,
})

const fine: ReplicaTroubles = {
  ...{ notice: null, trouble: null, lostEntries: 0, otherEntries: 0, foreignEntries: 0 },
  ...{ contact: 'online', refusal: null, clockAhead: 0, noKeyReason: null },
}

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
    ['refused', 'The server cannot be used now'],
    ['newerServer', 'The server is newer than this console'],
    ['olderServer', 'The server is older than this console'],
    ['ended', 'The session has ended'],
  ] as const)('says where it stands with the server: %s', (contact, words) => {
    expect(statusOf(figures({ contact })).words).toBe(words)
  })

  it('names the day where the server was not reached for long, or never', () => {
    expect(statusOf(figures({ contact: 'offline', syncedAt: Date.UTC(2026, 9, 2) })).words).toMatch(
      /^Offline, as of Fri 2 Oct, 00:00 UTC$/,
    )
    expect(statusOf(figures({ contact: 'offline', syncedAt: null })).words).toBe('Offline')
  })

  it('names the instant where the clock that is left offline is off by a day, ahead or behind', () => {
    for (const clock of [NOW + 86_400_000, NOW - 86_400_000])
      expect(statusOf(figures({ contact: 'offline' }, { now: clock })).words).toBe(
        'Offline, as of Wed 18 Nov, 15:18 UTC',
      )
  })

  it('counts what waits apart from what needs an answer', () => {
    const entries = [
      { nation: 'one', state: { is: 'waiting' } },
      { nation: 'two', state: { is: 'waiting' } },
      { nation: 'one', state: { is: 'conflict', theirs: null } },
      { nation: 'one', state: { is: 'unknown' } },
      { nation: 'one', state: { is: 'refused', code: 'forbidden', sentence: 'x' } },
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
    expect(problemsOf(fine)).toEqual([])
    expect(problemsOf({ ...fine, notice: 'full', trouble: 'x', lostEntries: 1, otherEntries: 2 })).toEqual([
      'The disk is full. The copy is in memory and is filled again at the next start.',
      '1 change could not be read any more and will not be sent.',
      '2 changes of another administrator are stored, encrypted, until they sign in here.',
      'The copy could not be brought up to date: x',
    ])
  })

  it.each([
    [{ contact: 'refused', refusal: 'Not trusted.' }, 'Not trusted. Unsent changes are stored and sent later.'],
    [{ contact: 'newerServer' }, /^Update this console\. The copy stays as it is, and unsent changes are sent/],
    [{ contact: 'olderServer' }, /unsent changes are stored until the server is updated\.$/],
    [{ notice: 'anotherNation' }, 'Another nation answers at this address now. The copy is filled with its rows.'],
    [
      { foreignEntries: 2 },
      '2 changes for the nation that was at this address before: stored, and not sent to this one.',
    ],
    [{ clockAhead: 86_400_000 }, /clock is 1 day 0 hours ahead of the nation’s\. Times here are the nation’s\.$/],
    [{ clockAhead: -86_400_000 }, /clock is 1 day 0 hours behind the nation’s\./],
  ] as const)('says plainly what is around it: %o', (what, words) => {
    const problems = problemsOf({ ...fine, ...what })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(words)
  })

  it('says nothing of a clock that differs by minutes', () => {
    expect(problemsOf({ ...fine, clockAhead: 120_000 })).toEqual([])
  })
})

describe('a copy that is in memory', () => {
  it.each([
    [
      'The key could not be saved on this computer.',
      /^The key could not be saved on this computer\. The copy and the unsent/,
    ],
    [null, /^This computer cannot store a key safely\. The copy and the unsent/],
  ])('says why its key is not stored: %s', (noKeyReason, words) => {
    expect(problemsOf({ ...fine, notice: 'noKey', noKeyReason })).toEqual([expect.stringMatching(words)])
  })
})
