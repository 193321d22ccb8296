import { describe, expect, it } from 'vitest'
import { csvLine, csvOf } from '.'

describe('a table as CSV', () => {
  it('begins with the mark of UTF-8, and ends every line, the last one too', () => {
    expect(csvOf(['name', 'votes'], [['Ada', 3]])).toBe('\ufeffname,votes\r\nAda,3\r\n')
  })

  it('puts what has commas, quotes, line breaks or blanks at its ends in quotes', () => {
    expect(csvLine(['a,b', 'say "no"', 'one\ntwo', ' x ', null])).toBe('"a,b","say ""no""","one\ntwo"," x ",\r\n')
  })

  it.each([
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '  =HYPERLINK("x")',
    '\u00a0=1',
    '＝1+1',
    '|calc',
    '%0A',
    '\u200d=1',
  ])('makes no formula of %j', (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
  })

  it.each(['x;=1+1', 'x\n=HYPERLINK("y")', 'x; =1', 'x\t+1', 'x\r\n@SUM(A1)'])(
    'makes no formula of a part of %j, where other separators are read',
    (text) => {
      expect(csvLine([text])).toMatch(/[;\t\n] ?'[=+@]/)
    },
  )

  it('leaves plain numbers, also below nothing, and texts as they are', () => {
    expect(csvLine([-3, '-4.5', '12', 'a=b', 'no-one'])).toBe('-3,-4.5,12,a=b,no-one\r\n')
  })
})
