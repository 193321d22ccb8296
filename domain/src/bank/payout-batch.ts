import { cleanLine } from '../text'
import { readCsv, unguarded, type CsvRow } from './csv'
import { centsOf } from './money'

/** How payments are settled. `ledger`: an administrator has paid, and says with which reference. */
export const payoutRails = ['ledger'] as const

export type PayoutRailName = (typeof payoutRails)[number]

/** A reference's length in characters, and how many lines and columns a batch may have. */
export const payoutLimits = { reference: 120, lines: 1_000, columns: 50 } as const

/**
 * How much one exported batch holds, in bytes of UTF-8: with a reference of usual length in each line (a transaction of the
 * chain has 88 characters) it comes back in one request, which may have 128 KiB.
 */
const batchRoom = { bytes: 110_000, reference: 100 } as const

/** How many of these lines of an exported batch, from the first on, come back in one request once they are filled. */
export function linesThatReturn(lines: readonly string[]): number {
  let bytes = 0
  const tooMuch = lines.findIndex((line) => {
    bytes += new TextEncoder().encode(line).length + batchRoom.reference
    return bytes > batchRoom.bytes
  })
  return Math.min(tooMuch < 0 ? lines.length : tooMuch, payoutLimits.lines)
}

/** A line of a batch: this payment was paid, with this reference. */
export interface PayoutLine {
  /** The line's number in the file, from 1; the header is line 1. */
  readonly line: number
  readonly paymentId: string
  readonly reference: string
  /** In cents, where the file says it. */
  readonly cents: number | null
}

/** A line that cannot be taken, and why. */
export interface WrongLine {
  readonly line: number
  readonly message: string
}

export interface ReadBatch {
  readonly lines: readonly PayoutLine[]
  readonly wrong: readonly WrongLine[]
  /** Whether the file as a whole can be read; where it cannot, `wrong` says why. */
  readonly isUsable: boolean
}

/** The columns of an exported batch; a batch that is read needs the first and the last of them. */
export const batchColumns = ['payment', 'cycle', 'office', 'payee', 'handle', 'wallet', 'amount', 'reference'] as const

const needed = ['payment', 'reference'] as const

/**
 * Reads a batch from CSV, line by line: a header that names at least `payment` and `reference`, then a line for each
 * payment. Nothing is guessed: every line that cannot be taken is named, and then none is.
 */
export function readBatch(csv: string): ReadBatch {
  const rows = readCsv(csv)
  if (rows === null) return refuseAll(1, 'A quotation mark is opened and never closed.')
  const [header, ...body] = rows
  if (!header) return refuseAll(1, 'The file is empty.')
  if (header.fields.length > payoutLimits.columns) {
    return refuseAll(header.line, `At most ${payoutLimits.columns} columns.`)
  }
  const names = header.fields.map((name) => cleanLine(unguarded(name)).toLowerCase())
  const missing = needed.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    const columns = `${missing.length === 1 ? 'Column' : 'Columns'} '${missing.join("' and '")}'`
    return refuseAll(
      header.line,
      `${columns} ${missing.length === 1 ? 'is' : 'are'} missing. Please fill in the exported batch and leave its first line as it is.`,
    )
  }
  const doubled = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (doubled !== undefined) return refuseAll(header.line, `The header names '${doubled}' twice.`)
  if (body.length === 0) return refuseAll(header.line, 'There is no line below the header.')
  if (body.length > payoutLimits.lines) return refuseAll(header.line, `At most ${payoutLimits.lines} lines at once.`)
  return readLines(body, names)
}

const refuseAll = (line: number, message: string): ReadBatch => ({
  lines: [],
  wrong: [{ line, message }],
  isUsable: false,
})

function readLines(body: readonly CsvRow[], names: readonly string[]): ReadBatch {
  const lines: PayoutLine[] = []
  const wrong: WrongLine[] = []
  const seen = new Map<string, number>()
  for (const { line, fields } of body) {
    const field = (name: string) => cleanLine(unguarded((fields[names.indexOf(name)] ?? '').trim()))
    const paymentId = field('payment').toLowerCase()
    const reference = field('reference')
    const amount = field('amount')
    const cents = amount === '' ? null : centsOf(amount)
    const before = seen.get(paymentId)
    const problems = [
      fields.length > names.length && `It has ${fields.length} fields where the header has ${names.length}.`,
      !publicId.test(paymentId) && 'The payment is not an id.',
      before !== undefined && `The same payment is on line ${before}.`,
      reference === '' && 'The reference is missing.',
      reference.length > payoutLimits.reference && `The reference has more than ${payoutLimits.reference} characters.`,
      amount !== '' && cents === null && 'The amount is not an amount in dollars.',
    ].filter((problem) => problem !== false)
    seen.set(paymentId, before ?? line)
    if (problems.length > 0) wrong.push({ line, message: problems.join(' ') })
    else lines.push({ line, paymentId, reference, cents })
  }
  return { lines, wrong, isUsable: true }
}

const publicId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
