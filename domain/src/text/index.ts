/** What no name or text needs: control characters, and marks that are not seen but turn or hide what is. */

const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0080}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu

/** Letters in disguise, which are seen only as the name of a flag: at most six behind a black flag, and their end. */
const tags = /[\u{e0000}-\u{e007f}]+/gu
const flagOf = /^[\u{e0030}-\u{e007a}]{3,6}\u{e007f}$/u

/** Removes tags that name no flag. */
const withoutLoneTags = (text: string): string =>
  text.replace(tags, (run, at: number) => (text.slice(at - 2, at) === '\u{1f3f4}' && flagOf.test(run) ? run : ''))

/** Variants of nothing: of the beginning, of a blank, of a joiner, or of another variant. Mongolian letters have their own. */
const loneVariants =
  /(?<=^|[\s\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu

const joiners = /[\u200c\u200d]+/g

/** Removes joiners that join nothing: a run of them at an end of the text, or beside a blank. Each run is read once. */
const withoutLoneJoiners = (text: string): string =>
  text.replace(joiners, (run, at: number) => {
    const joins = !isBlankOrEnd(text.charAt(at - 1)) && !isBlankOrEnd(text.charAt(at + run.length))
    return joins ? run : ''
  })

const isBlankOrEnd = (character: string): boolean => character === '' || /\s/.test(character)

/**
 * A text as it may be shown to others: without what is not seen (line breaks and the joiners of emoji stay), trimmed.
 * Two names that look alike are then alike, and a text of nothing but invisible characters is empty.
 */
export function cleanText(text: string): string {
  const seen = withoutLoneTags(text.replaceAll('\r\n', '\n').replace(unseen, ''))
  return withoutLoneJoiners(seen.replace(loneVariants, '')).trim()
}

/**
 * More marks on one letter than any script needs: to put n of them in order takes n² steps (UAX 15, stream-safe texts). The two
 * halfwidth voicing marks are letters until NFKC makes marks of them.
 */
const longMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu

/** What two texts have in common that read alike: letters in one form and one case, without joiners and variants. */
export function looksOf(text: string): string {
  return cleanLine(text)
    .replace(longMarks, '$1')
    .normalize('NFKC')
    .replace(/[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f]/g, '')
    .toLowerCase()
}

/** The same on one line: for names. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ')
}

/** A text without the given characters at its end: read once from there, where `/x+$/` starts anew at every run of them. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Length of the reason for a deletion, in characters. Administrators read it in the audit. */
export const deletionReasonLength = 200
