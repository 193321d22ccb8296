import { termRuleInWords } from '@nation/domain/elections'
import { inFull, votesWithWord } from '@nation/domain/formats'
import { dateInWords } from '../../ui'
import type { Member } from './seats'
import type { OfficialTerm } from './types'

const citizens = (count: number): string => `${inFull(count)} ${count === 1 ? 'citizen' : 'citizens'}`

/** How long a term lasted, or since when it lasts. */
export function termDates({ startedAt, endedAt }: Pick<OfficialTerm, 'startedAt' | 'endedAt'>): string {
  return endedAt === null
    ? `In office since ${dateInWords(startedAt)}`
    : `${dateInWords(startedAt)} to ${dateInWords(endedAt)}`
}

/** How a seat was come by, in a sentence: by whom, or by which votes and against how many. */
export function wonBy(term: OfficialTerm): string {
  if (term.how === 'appointed') return term.appointedBy ? `Appointed by ${term.appointedBy}.` : 'Appointed.'
  const votes = `Elected with ${votesWithWord(term.votes ?? 0)} from ${citizens(term.supportersCount ?? 0)}`
  const others = (term.contenders ?? 1) - 1
  if (others < 1) return `${votes}, unopposed.`
  const share = term.share === null ? '' : `, ${term.share}% of the weight,`
  return `${votes}${share} against ${others === 1 ? 'one other candidate' : `${others} other candidates`}.`
}

type Came = Pick<Member['term'], 'how' | 'startedAt' | 'appointedBy' | 'votes' | 'supportersCount'>

/** How and when an official came to a seat, in a line: 'Elected 9 November 2026 · 120.4 votes from 98 citizens'. */
export function howTheyCame({ how, startedAt, appointedBy, votes, supportersCount }: Came): string {
  const since = dateInWords(startedAt)
  if (how === 'appointed') return appointedBy === null ? `Appointed ${since}` : `Appointed ${since} by ${appointedBy}`
  const won = votes === null ? '' : ` · ${votesWithWord(votes)}`
  return `Elected ${since}${won}${supportersCount === null ? '' : ` from ${citizens(supportersCount)}`}`
}

type Ended = Pick<OfficialTerm, 'endedAt' | 'endedHow' | 'endedBy'>

/** How a term ended; nothing while it lasts. */
export function howItEnded({ endedAt, endedHow, endedBy }: Ended): string | null {
  if (endedAt === null) return null
  const words = {
    election: 'The next government was seated.',
    removed: endedBy === null ? 'Removed from office.' : `Removed from office by ${endedBy}.`,
    resigned: 'Resigned.',
    left: 'Left the nation.',
  }
  return endedHow && words[endedHow]
}

/** The same, addressed to the official. */
export function howYoursEnded({ endedHow, endedBy }: Ended): string {
  if (endedHow === 'resigned') return 'You resigned.'
  if (endedHow === 'removed')
    return endedBy === null ? 'You were removed from office.' : `${endedBy} removed you from office.`
  return 'The next government was seated.'
}

/** The rule that decided, where there was something to decide. */
export const decidedBy = (term: OfficialTerm): string | null =>
  term.rule === 'unopposed' ? null : termRuleInWords(term.rule)
