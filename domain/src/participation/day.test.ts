import { describe, expect, it } from 'vitest'
import { allFeaturesOn, type Features } from '../system'
import { newsSince, visitNow, visitPause, waitsByPlace, waitsOf as waitsWhile, type Waiting } from '.'

const nothing: Waiting = {
  votes: null,
  polls: { total: 0, first: [] },
  interviews: { total: 0 },
  tasks: null,
  conversations: { total: 0 },
  mentions: [],
  vacancies: null,
  reports: null,
  bank: null,
  work: null,
}
const waitsOf = (day: Waiting) => waitsWhile(day, allFeaturesOn)
const poll = (closesAt: number | null) => ({ total: 2, first: [{ closesAt }, { closesAt: null }] })

describe('A day', () => {
  it('on which nothing waits has no lines, also for officials', () => {
    expect(waitsOf(nothing)).toEqual([])
    expect(waitsOf({ ...nothing, tasks: { total: 0, first: [] }, vacancies: [], reports: 0 })).toEqual([])
    expect(waitsOf({ ...nothing, votes: { positions: [], closesAt: 9 } })).toEqual([])
  })

  it('tells what closes first first, and then what has no date', () => {
    const day: Waiting = {
      ...nothing,
      votes: { positions: ['president', 'secretary'], closesAt: 200 },
      polls: poll(100),
      interviews: { total: 1 },
      tasks: { total: 4, first: [{ dueDate: 150 }] },
      mentions: [{ count: 1 }, { count: 2 }],
      reports: 3,
    }
    expect(waitsOf(day)).toEqual([
      { kind: 'polls', count: 2, until: 100 },
      { kind: 'tasks', count: 4, until: 150 },
      { kind: 'votes', count: 2, until: 200 },
      { kind: 'interviews', count: 1, until: null },
      { kind: 'mentions', count: 3, until: null },
      { kind: 'reports', count: 3, until: null },
    ])
    expect(waitsOf({ ...day, polls: poll(null) }).map(({ kind }) => kind)).toEqual([
      'tasks',
      'votes',
      'polls',
      'interviews',
      'mentions',
      'reports',
    ])
  })

  it('of an administrator tells until when the treasury lacks something, and what is overdue first', () => {
    const bank = { payday: null, salaries: 0, lacks: 0, dueAt: 400 }
    expect(waitsOf({ ...nothing, bank, work: { failing: [], stuck: 0 } })).toEqual([])
    const polls = poll(300)
    const treasury = { kind: 'treasury', count: 1, until: 400 }
    expect(waitsOf({ ...nothing, polls, bank: { ...bank, lacks: 5 } })).toEqual([
      { kind: 'polls', count: 2, until: 300 },
      treasury,
    ])
    expect(waitsOf({ ...nothing, polls, bank: { ...bank, lacks: 5, payday: 200, salaries: 2 } })).toMatchObject([
      { kind: 'payday', count: 1, until: 200 },
      { kind: 'polls' },
      treasury,
      { kind: 'salaries', count: 2, until: null },
    ])
    expect(waitsOf({ ...nothing, work: { failing: ['bank.pay-due'], stuck: 2 } })).toEqual([
      { kind: 'work', count: 3, until: null },
    ])
  })

  it('names neither votes nor polls while voting is switched off, and no votes while elections are', () => {
    const day: Waiting = { ...nothing, votes: { positions: ['president'], closesAt: 200 }, polls: poll(100) }
    const kinds = (off: Partial<Features>) => waitsWhile(day, { ...allFeaturesOn, ...off }).map(({ kind }) => kind)
    expect(kinds({})).toEqual(['polls', 'votes'])
    expect(kinds({ voting: false })).toEqual([])
    expect(kinds({ elections: false })).toEqual(['polls'])
  })

  it('has a number for each destination of the menu, and each thing that waits is in one of them', () => {
    const day: Waiting = {
      votes: { positions: ['president'], closesAt: 1 },
      polls: poll(null),
      interviews: { total: 4 },
      tasks: { total: 8, first: [] },
      conversations: { total: 16 },
      mentions: [{ count: 32 }],
      vacancies: Array.from({ length: 64 }),
      reports: 128,
      bank: { payday: 3, salaries: 255, lacks: 0.01, dueAt: 3 },
      work: { failing: ['bank.pay-due'], stuck: 511 },
    }
    const places = waitsByPlace(day, allFeaturesOn)
    expect(places).toEqual({
      elections: 1,
      polls: 2,
      interviews: 4,
      messenger: 16 + 32 + 128,
      home: 8 + 64,
      panel: 1 + 255 + 1 + 512,
    })
    expect(waitsByPlace(day, { ...allFeaturesOn, voting: false })).toEqual({ ...places, elections: 0, polls: 0 })
    const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
    expect(sum(Object.values(places))).toBe(sum(waitsOf(day).map(({ count }) => count)))
  })
})

describe('A visit', () => {
  const now = Date.UTC(2026, 0, 6, 12)

  it('is the first one where nothing is stored, and has no news', () => {
    const first = visitNow(null, now)
    expect(first).toEqual({ since: null, seen: now })
    expect(newsSince(first, now)).toBeNull()
  })

  it('goes on until the last look is half an hour ago, and not a millisecond longer', () => {
    const stored = { since: 5, seen: now }
    expect(visitNow(stored, now + visitPause)).toEqual({ since: 5, seen: now + visitPause })
    expect(visitNow(stored, now + visitPause + 1)).toEqual({ since: now, seen: now + visitPause + 1 })
  })

  it('begins with no clock that went back', () => {
    expect(visitNow({ since: 5, seen: now }, now - 1)).toEqual({ since: 5, seen: now })
  })

  it('has the news of a month at most', () => {
    expect(newsSince({ since: 0, seen: now }, now)).toBe(now - 30 * 86_400_000)
    expect(newsSince({ since: now - 1, seen: now }, now)).toBe(now - 1)
  })
})
