import { positions } from '@nation/domain/elections'
import { inFull } from '@nation/domain/formats'
import type { PositionId } from './types'

export { officesInWords, ruleInWords } from '@nation/domain/elections'
export { electionName, followersInWords, votesInWords, votesWithWord } from '@nation/domain/formats'

/** A ballot's number: the end of the candidacy's id, as it is printed on the stub. */
export const ballotNumber = (candidateId: string): string => candidateId.slice(-6).toUpperCase()

/** Short names for chips and rulers, where the full title does not fit. */
export const shortTitles = Object.fromEntries(positions.map(({ id, short }) => [id, short])) as Readonly<
  Record<PositionId, string>
>

/** '22 candidates'. */
export const candidatesInWords = (count: number): string => `${count} ${count === 1 ? 'candidate' : 'candidates'}`

/** '1,054 citizens'. */
export const citizensInWords = (count: number): string => `${inFull(count)} ${count === 1 ? 'citizen' : 'citizens'}`

/**
 * How many of the offices that take votes have the voter's vote: 'You have voted in 2 of 6 open offices.' `empty`: how many more are
 * open, for which nobody stands.
 */
export function votedInWords(given: number, offices: number, empty = 0): string {
  if (offices === 0) return 'No office is open for voting now.'
  const open = `open office${offices === 1 ? '' : 's'}${empty > 0 ? ' with candidates' : ''}`
  if (offices === 1) return `You have ${given === 1 ? '' : 'not '}voted in the one ${open}.`
  return `You have voted in ${given === offices ? 'all' : `${given} of`} ${offices} ${open}.`
}

/** What a vote weighs: '1.2×'. */
export const weightInWords = ({ multiplier }: { multiplier: number }): string => `${multiplier.toFixed(1)}×`

/** What a candidate is called on a button: the first of their names; all of them where it is short or shared with the other. */
export function calledName(displayName: string, other = ''): string {
  const [first = '', otherFirst] = [displayName, other].map((name) => name.trim().split(/\s+/)[0])
  return first.length < 3 || first === otherFirst ? displayName : first
}
