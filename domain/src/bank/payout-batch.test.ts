import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf } from '../formats'
import { batchColumns, payoutLimits, readBatch, readCsv } from '.'

const a = '01890a5d-ac96-774b-bcce-b302099a8057'
const b = '01890a5d-ac96-774b-bcce-b302099a8058'

describe('A batch', () => {
  it('names payments and references, wherever these columns are, and skips empty lines', () => {
    const { lines, wrong } = readBatch(
      `\ufeffReference,x,PAYMENT,amount\r\nT-1,,${a},12.5\r\n,,,\r\n"T ""2""",,${b},\r\n`,
    )
    expect(wrong).toEqual([])
    expect(lines).toEqual([
      { line: 2, paymentId: a, reference: 'T-1', cents: 1_250 },
      { line: 4, paymentId: b, reference: 'T "2"', cents: null },
    ])
  })

  it('names every wrong line with its number in the file, also below a field of several lines', () => {
    const { lines, wrong } = readBatch(
      [
        'payment,reference,amount',
        `${a},"a long\nreference",1`,
        'nonsense,T-1,1',
        `${b},,1`,
        `${a},T-2,1`,
        `${b.replace(/8$/, '9')},T-3,much`,
        `${b.replace(/8$/, 'a')},T-4,1,more`,
        `${b.replace(/8$/, 'b')},${'x'.repeat(payoutLimits.reference + 1)},`,
      ].join('\n'),
    )
    expect(lines).toEqual([{ line: 2, paymentId: a, reference: 'a long reference', cents: 100 }])
    expect(wrong.map(({ line }) => line)).toEqual([4, 5, 6, 7, 8, 9])
    expect(wrong.map(({ message }) => message)).toEqual([
      'The payment is not an id.',
      'The reference is missing.',
      'The same payment is on line 2.',
      'The amount is not an amount in dollars.',
      'It has 4 fields where the header has 3.',
      `The reference has more than ${payoutLimits.reference} characters.`,
    ])
  })

  it.each([
    ['', 'The file is empty.'],
    [
      `payment\n${a}`,
      "Column 'reference' is missing. Please fill in the exported batch and leave its first line as it is.",
    ],
    [
      'foo,bar\n1,2',
      "Columns 'payment' and 'reference' are missing. Please fill in the exported batch and leave its first line as it is.",
    ],
    ['payment,reference,payment\n', "The header names 'payment' twice."],
    ['payment,reference\n', 'There is no line below the header.'],
    [`payment,reference\n${a},"T-1`, 'A quotation mark is opened and never closed.'],
    [`payment,reference\n${`${a},T\n`.repeat(payoutLimits.lines + 1)}`, `At most ${payoutLimits.lines} lines at once.`],
  ])('that is no table is refused whole', (csv, message) => {
    expect(readBatch(csv)).toMatchObject({ isUsable: false, lines: [], wrong: [{ message }] })
  })

  it('reads again what was exported, also references that look like formulas', () => {
    const references = fc
      .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
      .map((text) => text.replace(/\s+/g, ' ').trim())
      .filter((text) => text !== '' && !text.startsWith("'") && readBatch(oneLine(text)).wrong.length === 0)
    fc.assert(
      fc.property(fc.oneof(references, fc.constantFrom('=1+1', '@SUM(A1)', '-x', '+49 30', '|calc')), (reference) => {
        const { lines, wrong } = readBatch(csvOf([...batchColumns], [[a, 1, 'o', 'p', 'h', 'w', '1.00', reference]]))
        expect(wrong).toEqual([])
        expect(lines).toMatchObject([{ paymentId: a, cents: 100 }])
        expect(lines[0]?.reference).toBe(readBatch(oneLine(reference)).lines[0]?.reference)
      }),
    )
  })

  const oneLine = (text: string) => `payment,reference\n${a},"${text.replaceAll('"', '""')}"\n`
})

describe('CSV', () => {
  it('comes back as it was written, with line breaks, quotes and commas in its fields', () => {
    const field = fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\r', ''))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant('x'), field, field), { minLength: 1, maxLength: 6 }), (rows) => {
        const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\r\n')
        expect(readCsv(text)?.map(({ fields }) => fields)).toEqual(rows)
      }),
    )
  })
})
