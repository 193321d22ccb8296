/** Longer words are cut; no name of X is as long. */
const longestWord = 64
/** How many words of one citizen can be searched for. */
export const mostWords = 24
/** How many words of a search are looked at: the longest ones. */
const mostAsked = 4

/** Scripts that put no space between words: such a word is found from each of its characters on. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** What stands between words. The underscore stands within handles. */
const between = /[\p{P}\p{Z}\p{C}]+/u
const betweenAllBut = /(?:(?!_)[\p{P}\p{Z}\p{C}])+/u

/** A text as it is compared: in lower case, without accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The words by which a citizen is found: each word of the name and of the handle, the handle also as a whole. Somebody is found
 * by the beginning of any of them.
 */
export function wordsOf({ handle, username }: { readonly handle: string; readonly username: string }): string[] {
  const words = new Set<string>()
  for (const text of [plain(handle), plain(username)]) {
    for (const word of [...text.split(betweenAllBut), ...text.split(between)]) {
      for (const form of formsOf(word)) if (words.size < mostWords) words.add(form)
    }
  }
  return [...words]
}

function formsOf(word: string): string[] {
  if (word === '') return []
  const signs = [...word]
  const starts = unspaced.test(word) ? signs.map((_, place) => place) : [0]
  return starts.map((start) => signs.slice(start, start + longestWord).join(''))
}

/** The beginnings of words that a search asks for, the longest first: each is to begin a word of the citizen. */
export function askedWords(search: string): string[] {
  const words = plain(search)
    .split(betweenAllBut)
    .flatMap((word) => (word === '' ? [] : [[...word].slice(0, longestWord).join('')]))
  return [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, mostAsked)
}

/** Behind every word that begins so, and before every other that comes later. */
export const afterWordsWith = (beginning: string): string => `${beginning}\u{10FFFF}`
