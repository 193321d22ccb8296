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

/** Emoji, currency signs and the like are words of their own, also where they touch a word: `$sol`, `ada🚀`. */
const symbols = /(\p{S}+)/u

/** A text as it is compared: in lower case, without accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Most words: they hold no symbol and no sign of a script without spaces. */
const isSimple = (word: string): boolean => /^[a-z0-9_]+$/.test(word)

/** The words and runs of symbols of a text that is plain. */
const partsOf = (text: string, separator: RegExp): string[] =>
  text.split(separator).flatMap((word) => (isSimple(word) ? [word] : word.split(symbols).filter((part) => part !== '')))

/**
 * The words by which a citizen is found: each word of the name and of the handle, the handle also as a whole. A citizen is found
 * by the beginning of any of them. Symbols come last: they take no word's place.
 */
export function wordsOf({ handle, username }: { readonly handle: string; readonly username: string }): string[] {
  return wordsIn([handle, username], mostWords)
}

/** The words of texts, without repeats, at most so many. Symbols come last: they take no word's place. */
export function wordsIn(texts: readonly string[], most: number): string[] {
  // The two separators differ by the underscore alone.
  const parts = texts
    .map(plain)
    .flatMap((text) => [...(text.includes('_') ? partsOf(text, betweenAllBut) : []), ...partsOf(text, between)])
  const ofSymbols = (part: string) => !isSimple(part) && symbols.test(part)
  const forms = [...parts.filter((part) => !ofSymbols(part)), ...parts.filter(ofSymbols)].flatMap(formsOf)
  return [...new Set(forms)].slice(0, most)
}

function formsOf(word: string): string[] {
  if (isSimple(word)) return [word.slice(0, longestWord)]
  const signs = [...word]
  const starts = unspaced.test(word) || symbols.test(word) ? signs.map((_, place) => place) : [0]
  return starts.map((start) => signs.slice(start, start + longestWord).join(''))
}

/**
 * The beginnings of words that a search asks for, the longest first: each is to begin a word of the citizen. None of them begins
 * another one.
 */
export function askedWords(search: string): string[] {
  const words = partsOf(plain(search), betweenAllBut).map((word) => [...word].slice(0, longestWord).join(''))
  const longestFirst = [...new Set(words)].toSorted((a, b) => b.length - a.length)
  return longestFirst
    .filter((word, place) => !longestFirst.slice(0, place).some((longer) => longer.startsWith(word)))
    .slice(0, mostAsked)
}

/** Behind every word that begins so, and before every other that comes later. */
export const afterWordsWith = (beginning: string): string => `${beginning}\u{10FFFF}`
