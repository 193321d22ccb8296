import { citizenNumber } from '@nation/domain/formats'
import { withoutEnd } from '@nation/domain/text'

/**
 * The two machine-readable lines of an ID card, 36 characters each, laid out as ICAO 9303 lays out the TD2 card, with its
 * check digits. Where that card has a date of birth, ours has the day on which the holder became a citizen; it never expires.
 */

/** The content of the lines. */
export interface CardHolder {
  readonly uid: string
  readonly name: string
  /** Epoch milliseconds. */
  readonly joinedAt: number
  /** At most seven letters and digits: what the holder is to the nation. */
  readonly roleCode: string
}

/** Our issuing state: of the codes that ISO 3166 leaves to everybody's use (XA to XZ). */
export const STATE_CODE = 'XON'

const NAME_LENGTH = 31
const WEIGHTS = [7, 3, 1] as const

/** Letters that lose more than an accent when they become plain capitals. */
const SPELT_OUT: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  Å: 'AA',
  Æ: 'AE',
  Ø: 'OE',
  ß: 'SS',
  ẞ: 'SS',
  Þ: 'TH',
  Ð: 'D',
  Ł: 'L',
  Ñ: 'N',
}

/** A text in the characters that the lines may hold: A to Z, 0 to 9 and the filler. */
export function plainCapitals(text: string): string {
  const line = text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\u0000-\u007f]/g, (letter) => SPELT_OUT[letter] ?? letter)
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[^A-Z0-9]+/g, '<')
  return withoutEnd(line.replace(/^</, ''), '<')
}

const fill = (text: string, length: number) => text.slice(0, length).padEnd(length, '<')

function valueOf(character: string): number {
  if (character === '<') return 0
  return parseInt(character, 36)
}

/** The check digit over a field: characters as numbers, weighted 7, 3, 1, their sum modulo 10. */
export function checkDigit(field: string): string {
  const sum = [...field].reduce((total, character, index) => total + valueOf(character) * WEIGHTS[index % 3]!, 0)
  return String(sum % 10)
}

/** Surname first, as documents have it; one word is a surname. A name of other scripts leaves the number to speak. */
function nameField(name: string, number: string): string {
  const words = name.trim().split(/\s+/).map(plainCapitals).filter(Boolean)
  const surname = words.pop() ?? `CITIZEN<${number}`
  return fill([surname, words.join('<')].filter(Boolean).join('<<'), NAME_LENGTH)
}

const dateField = (instant: number) => new Date(instant).toISOString().slice(2, 10).replaceAll('-', '')

/** The two lines. */
export function machineReadable({ uid, name, joinedAt, roleCode }: CardHolder): readonly [string, string] {
  const number = citizenNumber(uid)
  const document = fill(plainCapitals(number), 9)
  const since = dateField(joinedAt)
  const never = '<<<<<<'
  const documentPart = document + checkDigit(document)
  const sincePart = since + checkDigit(since)
  const endPart = never + checkDigit(never) + fill(plainCapitals(roleCode), 7)
  return [
    `I<${STATE_CODE}${nameField(name, number)}`,
    `${documentPart}${STATE_CODE}${sincePart}<${endPart}${checkDigit(documentPart + sincePart + endPart)}`,
  ]
}
