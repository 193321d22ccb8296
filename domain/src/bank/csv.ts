/** A row of a CSV text with the number of the line that it begins in, from 1. */
export interface CsvRow {
  readonly line: number
  readonly fields: readonly string[]
}

/**
 * Reads CSV as spreadsheets write it (RFC 4180): fields in quotes, with commas, quotes and line breaks in them; CRLF or LF;
 * the mark of UTF-8 at its beginning. Rows in which nothing stands are left out. Null when a quote is never closed.
 */
export function readCsv(text: string): CsvRow[] | null {
  const rows: CsvRow[] = []
  let fields: string[] = []
  let field = ''
  let quoted = false
  let line = 1
  let begin = 1
  const endField = () => {
    fields.push(field)
    field = ''
  }
  const endRow = () => {
    endField()
    if (fields.some((one) => one.trim() !== '')) rows.push({ line: begin, fields })
    fields = []
  }
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  for (let i = 0; i < source.length; i++) {
    const character = source.charAt(i)
    if (character === '\n') line += 1
    if (quoted) {
      if (character !== '"') field += character
      else if (source.charAt(i + 1) === '"') field += source.charAt(++i)
      else quoted = false
    } else if (character === '"' && field === '') quoted = true
    else if (character === ',') endField()
    else if (character === '\n') {
      endRow()
      begin = line
    } else field += character
  }
  if (quoted) return null
  endRow()
  return rows
}

/** What a field said before it was made safe for spreadsheets: an apostrophe in front of what looks like a formula goes. */
export const unguarded = (field: string): string =>
  /^'[\s\u00a0\ufeff]*[=+\-@\t\r|%＝＋－＠]/.test(field) ? field.slice(1) : field
