import { askedOfMessages, messageWords } from '@nation/domain/messenger'

/** A piece of a text; `found` where a word of the search begins. */
export interface Piece {
  readonly text: string
  readonly found: boolean
}

/** Characters of a result that are shown, and how many of them before the first word that was found. */
const shown = 160
const leading = 40

/** The part of a text around the first word that a search found, on one line, with all such words marked. */
export function markedExcerpt(text: string, query: string): readonly Piece[] {
  const asked = askedOfMessages(query)
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const pieces = (line.match(/[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_]+/gu) ?? []).map((piece) => ({
    text: piece,
    found: messageWords(piece).some((word) => asked.some((beginning) => word.startsWith(beginning))),
  }))
  return around(pieces)
}

function around(pieces: readonly Piece[]): readonly Piece[] {
  const first = Math.max(
    0,
    pieces.findIndex(({ found }) => found),
  )
  let start = first
  for (let length = 0; start > 0 && length + pieces[start - 1]!.text.length <= leading; start--) {
    length += pieces[start - 1]!.text.length
  }
  if (pieces[start]?.text === ' ') start++
  let end = start
  for (let length = 0; end < pieces.length && length < shown; end++) length += pieces[end]!.text.length
  const part = pieces.slice(start, end)
  return [
    ...(start > 0 ? [{ text: '…', found: false }] : []),
    ...part,
    ...(end < pieces.length ? [{ text: '…', found: false }] : []),
  ]
}
