import { token } from '../chain'
import { withoutEnd } from '../text'

/**
 * Amounts as people read them (requirements 1.9, requirements 2.9). Pure text: what is decided by an amount is decided by base
 * units, never by what is written here.
 */

const THOUSAND = 1e3
const MILLION = 1e6
const BILLION = 1e9

/** An amount in steps of a unit, rounded half up, with so many decimals: 1,234,567 in millions by two is '1.23'. */
function inUnits(amount: number, unit: number, decimals: number): string {
  // Divided by the smallest step that is shown, so that halves are exact: 1.005M is 1.01M, not 1.00M.
  return (Math.round(amount / (unit / 10 ** decimals)) / 10 ** decimals).toFixed(decimals)
}

/** Whether an amount is shown in a unit: from the amount on that rounds to one of it, so that nothing reads '1000.00K'. */
const reaches = (amount: number, unit: number, below: number, decimals: number): boolean =>
  amount >= unit ||
  (amount >= below && Math.round(amount / (below / 10 ** decimals)) * (below / 10 ** decimals) >= unit)

/** A fraction cut after so many decimals, never rounded up: no holder is shown more than they have. */
function cut(amount: number, decimals: number): string {
  const steps = Math.floor(amount * 10 ** decimals + 1e-9)
  return (steps / 10 ** decimals).toFixed(decimals)
}

/** What is not a number, or less than nothing, is nothing. */
const sound = (amount: number): number => (Number.isFinite(amount) && amount > 0 ? amount : 0)

/** Less than one: two decimals, or four where two would say nothing. */
function small(amount: number): string {
  if (amount === 0) return '0'
  if (amount >= 0.01) return cut(amount, 2)
  return amount >= 0.0001 ? cut(amount, 4) : '<0.0001'
}

/**
 * A balance in short, as the header shows it: K from a thousand, M from a million, B from a billion, with two decimals.
 * Below a thousand as it is, with at most two decimals (four where two would say nothing).
 */
export function compactAmount(given: number): string {
  const amount = sound(given)
  if (reaches(amount, BILLION, MILLION, 2)) return `${inUnits(amount, BILLION, 2)}B`
  if (reaches(amount, MILLION, THOUSAND, 2)) return `${inUnits(amount, MILLION, 2)}M`
  if (amount >= THOUSAND) return `${inUnits(amount, THOUSAND, 2)}K`
  if (amount < 1) return small(amount)
  return Number.isInteger(amount) ? String(amount) : cut(amount, 2)
}

/**
 * A balance as the ID card shows it: x.xM from a million, rounded K from a thousand, whole tokens from one, and what is
 * less with two decimals, or four where two would say nothing.
 */
export function cardAmount(given: number): string {
  const amount = sound(given)
  if (reaches(amount, MILLION, THOUSAND, 0)) return `${inUnits(amount, MILLION, 1)}M`
  if (amount >= THOUSAND) return `${inUnits(amount, THOUSAND, 0)}K`
  return amount >= 1 ? String(Math.floor(amount)) : small(amount)
}

/** A number of followers: K from a thousand and M from a million, with one decimal. */
export function followersInWords(given: number): string {
  const count = Math.floor(sound(given))
  if (reaches(count, MILLION, THOUSAND, 1)) return `${inUnits(count, MILLION, 1)}M`
  return count >= THOUSAND ? `${inUnits(count, THOUSAND, 1)}K` : String(count)
}

/** Digits, perhaps after a sign, with a comma between thousands. */
function grouped(digits: string): string {
  const groups: string[] = []
  let end = digits.length
  for (; end > 3 && /\d/.test(digits.charAt(end - 4)); end -= 3) groups.unshift(digits.slice(end - 3, end))
  return [digits.slice(0, end), ...groups].join(',')
}

/** A number in full, its thousands apart, with exactly so many decimals: '1,204', '12.5'. */
export function inFull(number: number | bigint, decimals = 0): string {
  const [whole = '', fraction] = (typeof number === 'bigint' ? String(number) : number.toFixed(decimals)).split('.')
  return fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`
}

/** Votes as the nation writes them: at most one decimal, none where it is zero. */
export const votesInWords = (votes: number): string => inFull(votes, 1).replace(/\.0$/, '')

/** A written count with its word, of which '1' alone is singular. */
const counted = (count: string, word: string): string => `${count} ${count === '1' ? word : `${word}s`}`

/** '1 vote', '120.4 votes'. */
export const votesWithWord = (votes: number): string => counted(votesInWords(votes), 'vote')

/** '1 follower', '2.3K followers'. */
export const followersWithWord = (count: number): string => counted(followersInWords(count), 'follower')

/** Money in US dollars, from whole cents: '$1,234.50'. */
export function dollars(cents: number | bigint): string {
  const whole = BigInt(typeof cents === 'bigint' ? cents : Math.round(cents))
  const size = whole < 0n ? -whole : whole
  return `${whole < 0n ? '-' : ''}$${grouped(String(size / 100n))}.${String(size % 100n).padStart(2, '0')}`
}

/** Base units as the exact amount that they are, without a digit lost: '1,234.567891234'. */
export function exactAmount(baseUnits: bigint, decimals: number = token.decimals): string {
  const size = baseUnits < 0n ? -baseUnits : baseUnits
  const one = 10n ** BigInt(decimals)
  const fraction = decimals > 0 ? withoutEnd(String(size % one).padStart(decimals, '0'), '0') : ''
  return `${baseUnits < 0n ? '-' : ''}${grouped(String(size / one))}${fraction && `.${fraction}`}`
}

/** What is missing of an amount, in whole tokens rounded up, so that exactly as much more is enough: '1,234,501'. */
export function wholeMissing(baseUnits: bigint, decimals: number = token.decimals): string {
  const one = 10n ** BigInt(decimals)
  return grouped(String((baseUnits + one - 1n) / one))
}

/** Base units as a number of tokens, for the short forms above. It may lose digits: never decide by it. */
export function tokensOf(baseUnits: bigint, decimals: number = token.decimals): number {
  const one = 10n ** BigInt(decimals)
  return Number(baseUnits / one) + Number(baseUnits % one) / Number(one)
}

/** A count on a small badge: nothing for none, at most '9+'. */
export function unreadBadge(count: number): string {
  const unread = Math.floor(sound(count))
  if (unread === 0) return ''
  return unread > 9 ? '9+' : String(unread)
}

const inWords = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** A small count as sentences have it, up to twelve: 'nine'; larger ones in digits. */
export const countInWords = (count: number): string => inWords[count] ?? String(count)

/** The same at the beginning of a sentence: 'Nine'. */
export const countFirst = (count: number): string => countInWords(count).replace(/^./, (letter) => letter.toUpperCase())
