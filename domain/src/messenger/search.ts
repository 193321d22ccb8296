import { askedWords, wordsIn } from '../citizens'

/** So many words of one message are found by. */
const mostWords = 200

/** The words by whose beginnings a message is found. */
export const messageWords = (text: string): string[] => wordsIn([text], mostWords)

/** The beginnings of words that a search of messages asks for, the longest first; none where it holds nothing to search for. */
export const askedOfMessages = (search: string): string[] => askedWords(search)

/** Whether a text holds a word for each beginning. */
export function holdsAll(text: string, asked: readonly string[]): boolean {
  const words = messageWords(text)
  return asked.every((beginning) => words.some((word) => word.startsWith(beginning)))
}
