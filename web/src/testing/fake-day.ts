import type { CallAnswer } from '@nation/domain/contract'
import type { OwnProfile } from '../lib/session/session'
import type { FakeNation, FakeOptions } from './fake-nation'
import { idOf } from './fake-nation'

type Day = CallAnswer<'participation.day'>

const HOUR = 3_600_000

/** A day on which nothing waits. */
export const aCalmDay = (now: number): Day => ({
  success: true,
  eligibleToVote: true,
  votes: null,
  polls: { total: 0, first: [] },
  interviews: { total: 0, first: [] },
  tasks: null,
  conversations: { total: 0, first: [] },
  mentions: [],
  candidacy: null,
  outcome: null,
  vacancies: null,
  reports: null,
  bank: null,
  work: null,
  now,
})

interface Given extends Pick<FakeOptions, 'now' | 'as' | 'empty'> {
  readonly user: OwnProfile
}

/** What waits for the signed-in citizen. */
export function dayAnswers({ now, as, empty, user }: Given): FakeNation['answers'] {
  const calm = aCalmDay(now)
  const may = user.eligibleToVote
  const day: Day = {
    ...calm,
    eligibleToVote: may,
    votes: may
      ? {
          electionId: idOf(1, 1),
          open: 3,
          positions: ['president', 'prime_minister', 'secretary'],
          closesAt: now + 20 * HOUR,
        }
      : null,
    polls: may
      ? { total: 3, first: [{ id: idOf(8, 1), question: 'What to save first?', closesAt: now + 48 * HOUR }] }
      : calm.polls,
    interviews: { total: 1, first: [{ id: idOf(11, 1), title: 'The harbour' }] },
    outcome: may ? { electionId: idOf(1, 0), endedAt: now - 60 * HOUR, votes: 6, won: 4 } : null,
    ...(as === 'candidate' && {
      candidacy: {
        id: idOf(2, 12),
        position: 'president',
        rank: 2,
        level: false,
        candidates: 4,
        votes: 41.2,
        supportersCount: 30,
        opensAt: now - 24 * HOUR,
        closesAt: now + 20 * HOUR,
        endsAt: now + 92 * HOUR,
      },
    }),
    ...(as === 'admin' && {
      vacancies: ['raidMinister'],
      reports: 2,
      bank: { payday: null, salaries: 3, lacks: 125, lacksCents: '12500', dueAt: now + 30 * HOUR },
      work: { failing: ['bank.pay-due'], stuck: 1 },
    }),
  }
  return { 'participation.day': () => (empty ? calm : day) }
}
