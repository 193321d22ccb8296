import { dateInWords as inWords } from '@nation/domain/formats'

/** A text that stays on one line. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00A0')

/** A date that stays on one line: '26 Nov 2026'. For what is drawn; a file or a search has plain spaces. */
export const dateInWords = (instant: number): string => unbroken(inWords(instant))
