import { askedWords, wordsIn } from '../citizens'

/** Words that say nothing of an entry (stop words): a search for them would find nearly all. */
const empty = new Set([
  'a',
  'an',
  'and',
  'as',
  'at',
  'by',
  'for',
  'from',
  'in',
  'is',
  'it',
  'its',
  'of',
  'on',
  'the',
  'to',
  'was',
  'were',
])

/** A poll's question and a broadcast are longer than any other sentence; further words are not found. */
const mostWords = 80

/** The words by whose beginnings an entry is found. */
export const entryWords = (text: string): string[] => wordsIn([text], mostWords).filter((word) => !empty.has(word))

/**
 * The beginnings that a search of the gazette asks for; none where it holds nothing to search for. Words that say nothing are left
 * out, unless there is nothing else.
 */
export function askedOfGazette(search: string): string[] {
  const words = askedWords(search)
  const telling = words.filter((word) => !empty.has(word))
  return telling.length > 0 ? telling : words
}
