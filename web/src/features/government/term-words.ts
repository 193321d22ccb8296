import { dateInWords } from '@nation/domain/formats'
import { termRuleInWords, votesInWords } from '../elections/shared/election-words'
import type { OfficialTerm } from './types'

const some = (count: number, one: string): string => `${votesInWords(count)} ${count === 1 ? one : `${one}s`}`

/** How long a term lasted, or since when it lasts. */
export function termDates({ startedAt, endedAt }: Pick<OfficialTerm, 'startedAt' | 'endedAt'>): string {
  return endedAt === null
    ? `In office since ${dateInWords(startedAt)}`
    : `${dateInWords(startedAt)} to ${dateInWords(endedAt)}`
}

/** How a seat was come by, in a sentence: by whom, or by which votes and against how many. */
export function wonBy(term: OfficialTerm): string {
  if (term.how === 'appointed') return term.appointedBy ? `Appointed by ${term.appointedBy}.` : 'Appointed.'
  const votes = `Elected with ${some(term.votes ?? 0, 'vote')} from ${some(term.supportersCount ?? 0, 'citizen')}`
  const others = (term.contenders ?? 1) - 1
  if (others < 1) return `${votes}, unopposed.`
  const share = term.share === null ? '' : `, ${term.share}% of the weight,`
  return `${votes}${share} against ${others === 1 ? 'one other candidate' : `${others} other candidates`}.`
}

/** The rule that decided, where there was something to decide. */
export const decidedBy = (term: OfficialTerm): string | null =>
  term.rule === 'unopposed' ? null : termRuleInWords(term.rule)
