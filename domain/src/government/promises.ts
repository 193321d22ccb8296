import { allowed, refused, type Verdict } from '../errors'

/** What a programme is made of, as far as its author is held to it. */
export const promiseKinds = ['goal', 'promise'] as const
export type PromiseKind = (typeof promiseKinds)[number]

/** What an official says of a goal or promise. */
export const promiseStates = ['open', 'done', 'broken'] as const
export type PromiseState = (typeof promiseStates)[number]

/** What a citizen may say of it. */
export const promiseMarks = ['agree', 'disagree'] as const
export type PromiseMark = (typeof promiseMarks)[number]

/** Lengths in characters, how often one promise may be spoken of, and how many terms are read at once (decision 91). */
export const promiseReportLimits = { sentence: 280, link: 500, rounds: 20, terms: 6 } as const

/** What is said of a link that may not stand there. */
export const promiseLinkProblem = 'Please give an https address.'

/** Whether the author may say another state: in office for it, and not more often than a page can show. */
export function canSetPromise(seated: boolean, roundsSoFar: number): Verdict {
  if (!seated) return refused('promise_not_yours')
  return roundsSoFar < promiseReportLimits.rounds ? allowed : refused('promise_rounds_spent')
}

/** What decides whether a citizen may mark what an official said. */
export interface Marking {
  readonly eligible: boolean
  readonly isOwn: boolean
  /** The round that the citizen saw, and the one that is under way. */
  readonly seen: number
  readonly round: number
}

/** Whether a citizen may mark: with the right to vote, not their own word, and only the word that they saw. */
export function canMarkPromise({ eligible, isOwn, seen, round }: Marking): Verdict {
  if (isOwn) return refused('promise_own_mark')
  if (!eligible) return refused('voting_not_eligible')
  return seen === round ? allowed : refused('promise_changed')
}

/** By how much a citizen's mark changes the two counts of the round; a mark of an earlier round counted there. */
export function markChange(before: PromiseMark | null, after: PromiseMark | null) {
  const of = (mark: PromiseMark) => Number(after === mark) - Number(before === mark)
  return { agrees: of('agree'), disagrees: of('disagree') }
}
