/** What no name or text needs: control characters, and marks that are not seen but turn or hide what is. */

const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0]/g

/** Joiners that join nothing: at an end, or beside a blank. */
const loneJoiners = /(?<=^|\s)[\u200c\u200d]+|[\u200c\u200d]+(?=\s|$)/g

/**
 * A text as it may be shown to others: without what is not seen (line breaks and the joiners of emoji stay), trimmed.
 * Two names that look alike are then alike, and a text of nothing but invisible characters is empty.
 */
export function cleanText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unseen, '').replace(loneJoiners, '').trim()
}

/** What two texts have in common that read alike: letters in one form and one case, without joiners and variants. */
export function looksOf(text: string): string {
  return cleanLine(text)
    .normalize('NFKC')
    .replace(/[\u200c\u200d\ufe00-\ufe0f]/g, '')
    .toLowerCase()
}

/** The same on one line: for names. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ')
}
