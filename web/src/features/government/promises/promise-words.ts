import type { PromiseState } from '@nation/domain/government'
import type { PromiseTerm, Word } from './types'

/** The states as screens say them. */
export const stateWords: Readonly<Record<PromiseState, string>> = { open: 'Open', done: 'Done', broken: 'Broken' }

type PromiseCounts = Pick<PromiseTerm, 'done' | 'broken'> & { readonly items: readonly unknown[] }

/** What became of the promises of some terms, together: '4 of 6 promises done, 1 broken'. Goals count as promises. */
export function doneInWords(terms: readonly PromiseCounts[]): string {
  const sum = (of: (term: PromiseCounts) => number) => terms.reduce((all, term) => all + of(term), 0)
  const [done, broken, all] = [sum((term) => term.done), sum((term) => term.broken), sum((term) => term.items.length)]
  const counts = `${done} of ${all} ${all === 1 ? 'promise' : 'promises'} done`
  return broken > 0 ? `${counts}, ${broken} broken` : counts
}

/** What became of promises, in one line: '3 done, 1 broken, 2 open'. A state that none of them has is left out. */
export const recordInWords = (counts: Readonly<Record<PromiseState, number>>): string =>
  (['done', 'broken', 'open'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${stateWords[state].toLowerCase()}`)
    .join(', ')

/** How citizens marked a word: '12 agree, 3 disagree'. */
export const marksInWords = ({ agrees, disagrees }: Pick<Word, 'agrees' | 'disagrees'>): string =>
  agrees + disagrees === 0 ? 'No citizen has marked it yet' : `${agrees} agree, ${disagrees} disagree`
