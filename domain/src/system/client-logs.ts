import { cleanLine, cleanText } from '../text'

/** What a browser may report of its own errors. A report is only a claim: any client can send anything. */
export const clientLogLimits = {
  /** Entries in one batch. */
  entries: 20,
  /** Characters of one entry's parts. A whole batch stays below what a browser sends while its page closes. */
  message: 500,
  detail: 2_000,
  page: 200,
  /** Entries that a browser remembers (requirements 1.9). */
  buffer: 100,
} as const

/** The levels that are sent; a browser keeps the others to itself. */
export const clientLogLevels = ['error', 'warn'] as const

const HIDDEN = '[secret]'

/** Words after which a secret of one word stands, in a text, an address or JSON; also as the end of a longer name. */
const words = 'access_?token|refresh_?token|id_?token|token|code_verifier|secret|totp|signature|api_?key'
/** Words after which anything may stand, spaces, commas and semicolons included: all of the rest is hidden. */
const phrases = 'passwords?|passphrase|passwd|pwd|mnemonic|seed_?phrase|authorization|cookies?'

/**
 * The end of a value's name and what stands between them: `"password": `, `password=`, `\"password\":` inside of a text of
 * JSON. Every pattern here reads each character a bounded number of times: the texts are strangers'.
 */
const named = (names: string) => String.raw`(?:${names})\\*["'${'`'}]?\s*[:=]\s*`
/** A value in quotes, to its closing quote or, where it was cut off, to its end. */
const quoted = [
  String.raw`\\+"(?:[^\\\n]|\\+(?![\\"]))*(?:\\+")?`,
  String.raw`"(?:[^"\\]|\\.)*"?`,
  String.raw`'(?:[^'\\]|\\.)*'?`,
  '`(?:[^`\\\\]|\\\\.)*`?',
].join('|')

const hidden: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  [new RegExp(`(${named(phrases)})(?:${quoted}|[^\\n]+)`, 'gi'), `$1${HIDDEN}`],
  [new RegExp(`(${named(words)})(?:${quoted}|[^\\s"'&;,}<>]+)`, 'gi'), `$1${HIDDEN}`],
  // The word alone says nothing, and is left.
  [/\b(bearer|basic|digest|dpop)\s+(?=[\w.~+/-]{8})[\w.~+/-]+=*/gi, `$1 ${HIDDEN}`],
  [/[\w.-]+/g, withoutJwt],
  // The last @ ends the password, which may hold others.
  [/\/\/[^/\s:@]*:[^/\s]*@/g, `//${HIDDEN}@`],
  // X's one-time code is a secret in an address; elsewhere it is a harmless word.
  [/([?&#](?:code|state)=)[^&\s"'<>]+/gi, `$1${HIDDEN}`],
  // Keys and signatures bear no name; addresses and ids are shorter, and a ruled line is no word.
  [/[\w-]+/g, (run) => (run.length >= 60 && /\w/.test(run) ? HIDDEN : run)],
]

/** Letters, digits, dashes and dots in a row, without the JWT that begins in them: a part that begins so, and a dot. */
function withoutJwt(run: string): string {
  if (!run.includes('eyJ')) return run
  const parts = run.split('.')
  const starts = parts.slice(0, -1).map((part) => part.search(/\beyJ[\w-]{8}/))
  const first = starts.findIndex((start) => start >= 0)
  return first < 0 ? run : [...parts.slice(0, first), (parts[first] ?? '').slice(0, starts[first]) + HIDDEN].join('.')
}

/** A text without what looks like a credential. It errs on the side of hiding. */
export const withoutSecrets = (text: string): string =>
  hidden.reduce(
    (rest, [pattern, instead]) =>
      typeof instead === 'string' ? rest.replace(pattern, instead) : rest.replace(pattern, instead),
    text,
  )

/** A text cut to what can still be shown of it before anything else is done to it; not in the middle of a word. */
function foreshortened(text: string, length: number): string {
  const most = 4 * length
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'))
  return end > 0 ? cut.slice(0, end) : cut
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`

/** One line for the log: without secrets and control characters, and not too long. */
export const logLine = (text: string, length: number): string =>
  cut(withoutSecrets(cleanLine(foreshortened(text, length))), length)

/** A text of several lines for the log, such as where in the program it happened. */
export const logText = (text: string, length: number): string =>
  cut(withoutSecrets(cleanText(foreshortened(text, length))), length)
