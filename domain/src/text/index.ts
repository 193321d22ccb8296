/** What no name or text needs: control characters, and marks that are not seen but turn or hide what is. */

const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/**
 * A text as it may be shown to others: without what is not seen (line breaks and the joiners of emoji stay), trimmed.
 * Two names that look alike are then alike, and a text of nothing but invisible characters is empty.
 */
export function cleanText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unseen, '').trim()
}

/** The same on one line: for names. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ')
}
