import { cleanLine } from '@nation/domain/text'

/** Of a longer text no more is ever measured: no name that is shown needs more. In UTF-16 units. */
const MOST = 400

/**
 * A text on one line that is no wider than `width`: whole, or cut between letters as people see them, with an ellipsis. `widthOf`
 * measures in the units of `width`. Where not even the ellipsis has room, it is the ellipsis.
 */
export function fitText(text: string, width: number, widthOf: (text: string) => number): string {
  const line = cleanLine(text.slice(0, MOST).replace(/[\ud800-\udbff]$/, ''))
  if (text.length <= MOST && widthOf(line) <= width) return line
  const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const parts = [...letters.segment(line)].map(({ segment }) => segment)
  const cut = (count: number) => `${parts.slice(0, count).join('').trimEnd()}…`
  let [fits, tooLong] = [0, parts.length + 1]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (widthOf(cut(middle)) <= width) fits = middle
    else tooLong = middle
  }
  return cut(fits)
}
