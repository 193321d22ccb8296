/** A text as it is searched: without case and accents. Most have no letters but those of ASCII, and need no more than small ones. */
export const folded = (text: string): string =>
  hasOthers.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase() : text.toLowerCase()

const hasOthers = /[^\0-\x7f]/
