/** What a spreadsheet would take for the beginning of a formula. */
const formula = /^[\s\u00a0\ufeff\u200c\u200d]*[=+\-@\t\r|%＝＋－＠]/

/**
 * The same further on: where a spreadsheet that separates by something else than commas would begin a new field. The sign
 * comes first, so that blanks are read back only from where one stands.
 */
const formulaWithin = /(?=[=+\-@|%＝＋－＠])(?<=[;\t\r\n][\s\u00a0\ufeff\u200c\u200d]*)/g

const plainNumber = /^-?\d+(\.\d+)?$/

/**
 * A table as CSV (RFC 4180: CRLF, fields in quotes where they need it), with the mark by which spreadsheets know UTF-8. A
 * text that a spreadsheet would run as a formula gets an apostrophe in front; a plain number stays one.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  return `\ufeff${[header, ...rows].map(csvLine).join('')}`
}

/** One line of such a table, for tables that are written piece by piece. */
export const csvLine = (fields: readonly (string | number | null)[]): string => `${fields.map(csvField).join(',')}\r\n`

function csvField(value: string | number | null): string {
  if (value === null) return ''
  const text = String(value)
  const within = text.replace(formulaWithin, "'")
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${within}` : within
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
