import type { CallAnswer } from '@nation/domain/contract'
import { markChange } from '@nation/domain/government'
import { refuse, type FakeNation } from './fake-nation'

type Answer = CallAnswer<'government.promises'>
export type FakeTerm = Answer['terms'][number]
export type FakePledge = FakeTerm['items'][number]

const day = 86_400_000

/** A goal or promise without a word, unless `overrides` says otherwise; a visitor reads it. */
export const fakePledge = (place: number, text: string, overrides: Partial<FakePledge> = {}): FakePledge => ({
  kind: 'promise',
  place,
  text,
  word: null,
  earlier: [],
  mark: null,
  may: { set: false, mark: false },
  ...overrides,
})

/** A term of a president with a goal that is done, promises that are broken and open, and one without a word. */
export function fakeTerm(now: number, candidateId: string, may: FakePledge['may']): FakeTerm {
  const said = { round: 1, link: null, setAt: now - 2 * day, agrees: 12, disagrees: 3 }
  const items = [
    fakePledge(0, 'A handover book', {
      kind: 'goal',
      word: { ...said, state: 'done', sentence: 'It lies in the archive.', link: 'https://example.org/book' },
    }),
    fakePledge(0, 'No emergency powers', {
      word: { ...said, round: 2, state: 'broken', sentence: 'One night of flood took them.', agrees: 1 },
      earlier: [{ ...said, state: 'open', sentence: 'None so far.', setAt: now - 4 * day }],
    }),
    fakePledge(1, 'A dry cellar for everybody', { word: { ...said, state: 'open', sentence: 'Half of them.' } }),
    fakePledge(2, 'A page a week'),
  ]
  return {
    candidateId,
    office: 'president',
    title: 'President',
    startedAt: now - 3 * day,
    endedAt: null,
    done: 1,
    broken: 1,
    items: items.map((item) => ({ ...item, may: { ...may, mark: may.mark && item.word !== null } })),
  }
}

/** Terms whose promises can be spoken of and marked: what is changed shows in what is answered next. */
export function promiseAnswers(now: number, terms: readonly FakeTerm[]): FakeNation['answers'] {
  let current = terms
  const change = (
    which: Pick<FakePledge, 'kind' | 'place'> & { candidateId: string },
    to: (one: FakePledge) => FakePledge,
  ) => {
    const isIt = (one: FakePledge) => one.kind === which.kind && one.place === which.place
    current = current.map((term) => {
      if (term.candidateId !== which.candidateId) return term
      const items = term.items.map((one) => (isIt(one) ? to(one) : one))
      const count = (state: string) => items.filter(({ word }) => word?.state === state).length
      return { ...term, items, done: count('done'), broken: count('broken') }
    })
    return current.find(({ candidateId }) => candidateId === which.candidateId)?.items.find(isIt)
  }
  return {
    'government.promises': () => ({ success: true, terms: [...current] }),
    'government.set-promise': ({ state, sentence, link, ...which }) => {
      const pledge = change(which, (one) => ({
        ...one,
        earlier: one.word ? [one.word, ...one.earlier] : [],
        word: {
          round: (one.word?.round ?? 0) + 1,
          state,
          sentence,
          link: link || null,
          setAt: now,
          agrees: 0,
          disagrees: 0,
        },
      }))
      return { success: true, message: 'Your word is published.', round: pledge?.word?.round ?? 1 }
    },
    'government.mark-promise': ({ mark, ...which }) => {
      const pledge = change(which, (one) => {
        const by = markChange(one.mark, mark)
        const counted = (word: NonNullable<FakePledge['word']>) => ({
          ...word,
          agrees: word.agrees + by.agrees,
          disagrees: word.disagrees + by.disagrees,
        })
        return { ...one, mark, word: one.word && counted(one.word) }
      })
      if (!pledge?.word) return refuse(404, 'promise_not_found', 'There is no such goal or promise.')
      return { success: true, mark, agrees: pledge.word.agrees, disagrees: pledge.word.disagrees }
    },
  }
}
