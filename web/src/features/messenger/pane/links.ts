/** A piece of a message: words, or an address that may be opened. */
export type Piece =
  | { readonly text: string; readonly mentions?: boolean }
  | { readonly text: string; readonly href: string }

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi

/** What ends a sentence, not an address. */
const CLOSING = new Set('.,;:!?…')

function withoutClosing(address: string): string {
  let end = address.length
  while (end > 0 && CLOSING.has(address[end - 1]!)) end--
  return address.slice(0, end)
}

/** Cuts what belongs to the sentence around it off the end of an address: its full stop, and a bracket that was not opened in it. */
function trimmed(found: string): string {
  let address = withoutClosing(found)
  while (/[)\]}]$/.test(address)) {
    const close = address.at(-1)!
    const open = { ')': '(', ']': '[', '}': '{' }[close]!
    if (address.split(open).length >= address.split(close).length) break
    address = withoutClosing(address.slice(0, -1))
  }
  return address
}

/** The address to open; null for what is none, or hides whose it is behind a name and an @. */
function safeHref(address: string): URL | null {
  // Safari has `URL.parse` from version 18 only.
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null
}

/**
 * Splits a message into words and links. Only http and https become links; the text of a link is its address, and a host in letters that
 * look like others is shown as the network reads it.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trimmed(found)
    const url = safeHref(address)
    if (!url) continue
    if (index > from) pieces.push({ text: text.slice(from, index) })
    const isPlain = /^[\u0020-\u007e]*$/.test(address)
    pieces.push({ text: isPlain ? address : url.href, href: url.href })
    from = index + address.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

const HANDLE = /(?<![\p{L}\p{N}_@.])@\w{1,64}/gu

/** Marks the handles in the words of a message with mentions. */
export function withMentions(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece) => {
    if ('href' in piece) return [piece]
    const parts: Piece[] = []
    let from = 0
    for (const { 0: text, index } of piece.text.matchAll(HANDLE)) {
      if (index > from) parts.push({ text: piece.text.slice(from, index) })
      parts.push({ text, mentions: true })
      from = index + text.length
    }
    if (from < piece.text.length) parts.push({ text: piece.text.slice(from) })
    return parts
  })
}
