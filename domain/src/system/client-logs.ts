import { cleanLine, cleanText } from '../text'

/** What a browser may tell of its own troubles. Whatever it tells is a claim: anybody can send anything. */
export const clientLogLimits = {
  /** Entries in one batch. */
  entries: 20,
  /** Characters of one entry's parts. A whole batch stays below what a browser sends while its page closes. */
  message: 500,
  detail: 2_000,
  page: 200,
  /** Entries that a browser remembers (document 1 section 9). */
  buffer: 100,
} as const

/** The levels that are sent; a browser keeps the others to itself. */
export const clientLogLevels = ['error', 'warn'] as const

const HIDDEN = '[secret]'

/** Words after which a secret of one word stands, in a text, an address or JSON; also as the end of a longer name. */
const words = 'access_?token|refresh_?token|id_?token|token|code_verifier|secret|totp|signature|api_?key'
/** Words after which anything may stand, spaces, commas and semicolons included: all of the rest is hidden. */
const phrases = 'passwords?|passphrase|passwd|pwd|mnemonic|seed_?phrase|authorization|cookies?'

/** The name of a value and what stands between them: `"password": `, `password=`, `\"password\":` inside of a text of JSON. */
const named = (names: string) => String.raw`\b[\w-]{0,40}(?:${names})\\*["'${'`'}]?\s*[:=]\s*`
/** A value in quotes, to its closing quote or, where it was cut off, to its end. */
const quoted = [
  String.raw`\\+"(?:(?!\\+").)*(?:\\+")?`,
  String.raw`"(?:[^"\\]|\\.)*"?`,
  String.raw`'(?:[^'\\]|\\.)*'?`,
  '`(?:[^`\\\\]|\\\\.)*`?',
].join('|')

const hidden: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`(${named(phrases)})(?:${quoted}|[^\\n]+)`, 'gi'), `$1${HIDDEN}`],
  [new RegExp(`(${named(words)})(?:${quoted}|[^\\s"'&;,}<>]+)`, 'gi'), `$1${HIDDEN}`],
  // The word alone says nothing, and is left.
  [/\b(bearer|basic|digest|dpop)\s+(?=[\w.~+/-]{8})[\w.~+/-]+=*/gi, `$1 ${HIDDEN}`],
  [/\beyJ[\w-]{8,}(\.[\w-]*){1,2}/g, HIDDEN],
  // The last @ ends the password, which may hold others.
  [/\/\/[^/\s:@]*:[^/\s]*@/g, `//${HIDDEN}@`],
  // X's one-time code is a secret in an address; elsewhere it is a harmless word.
  [/([?&#](?:code|state)=)[^&\s"'<>]+/gi, `$1${HIDDEN}`],
  // Keys and signatures bear no name; addresses and ids are shorter.
  [/\b[\w-]{60,}\b/g, HIDDEN],
]

/** A text without what looks like a credential. It errs on the side of hiding. */
export const withoutSecrets = (text: string): string =>
  hidden.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text)

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`

/** One line for the log: without secrets and control characters, and not too long. */
export const logLine = (text: string, length: number): string => cut(withoutSecrets(cleanLine(text)), length)

/** A text of several lines for the log, such as where in the program it happened. */
export const logText = (text: string, length: number): string => cut(withoutSecrets(cleanText(text)), length)
