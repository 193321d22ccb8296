/** Characters of a message that lists and quotations show (requirements 2.9). */
export const longestExcerpt = 140

/** The beginning of a text on one line, for lists and quotations. Images without words are named. */
export function excerptOf(text: string, hasImages = false): string {
  // Most texts are one line already: asking is cheaper than writing them anew, for each row of a list.
  const words = /\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ') : text
  const line = text === '' && hasImages ? 'Image' : words
  if (line.length <= longestExcerpt) return line
  // A character of two code units is shown whole or not at all.
  const begun = line.slice(0, longestExcerpt - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${begun.trimEnd()}…`
}
