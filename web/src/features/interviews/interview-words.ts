import { dateInWords } from '../../ui'

/** 'One question', '5 questions'. */
export const questionsInWords = (count: number): string => (count === 1 ? 'One question' : `${count} questions`)

/** 'No responses yet', 'One response', '12 responses'. */
export function responsesInWords(count: number): string {
  if (count === 0) return 'No responses yet'
  return count === 1 ? 'One response' : `${count} responses`
}

/** When something was made; 'N/A' where it was not recorded (requirements 2.2). */
export const createdInWords = (at: number | null | undefined): string =>
  at === null || at === undefined || Number.isNaN(at) ? 'N/A' : dateInWords(at)
