import { dateInWords as inWords } from '@nation/domain/formats'

/** A date that stays on one line: '26 Nov 2026'. For what is drawn; a file or a search has plain spaces. */
export const dateInWords = (instant: number): string => inWords(instant).replaceAll(' ', '\u00A0')
