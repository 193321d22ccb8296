import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrangeAttachments, keepLatest, takesEnding } from './attachments'
import { positionOf, positions } from './positions'

const stats = 'PnLs & Stats'
const [finance] = positionOf('minister_finance').attachments

describe('The attachments of a candidate', () => {
  it('are asked for by two positions, as the requirements say', () => {
    const asked = positions.flatMap(({ id, attachments }) => attachments.map((one) => [id, one.type, one.maxFiles]))
    expect(asked).toEqual([
      ['minister_finance', 'stats', 5],
      ['minister_creativity', 'gallery', 10],
    ])
  })

  it('are known by label and by type, which are one', () => {
    expect(arrangeAttachments('minister_finance', { stats: ['a'], [stats]: ['b'] }).attachments).toEqual({
      [stats]: ['a', 'b'],
    })
  })

  it('are the latest of too many, and the last of all where one is stored', () => {
    expect(keepLatest({ maxFiles: 1 }, ['first', 'second'])).toEqual(['second'])
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 20 }), (files) => {
        const latest = arrangeAttachments('minister_finance', { [stats]: files }).attachments[stats] ?? []
        expect(latest).toEqual([...new Set(files)].slice(-5))
      }),
    )
  })

  it('are wrong where the position asks for none, and missing where it asks for some', () => {
    expect(arrangeAttachments('president', { Gallery: ['a'] }).wrong).toMatchObject([
      { path: 'attachments.Gallery', code: 'unknown' },
    ])
    expect(arrangeAttachments('president', {}).wrong).toEqual([])
    expect(arrangeAttachments('minister_finance', { [stats]: [] }).wrong).toEqual([
      { path: `attachments.${stats}`, code: 'required', message: 'This attachment is required' },
    ])
  })

  it('may be JPEGs by either of their names, and nothing that is not named', () => {
    expect(['jpg', 'jpeg', 'pdf', 'gif'].map((ending) => finance && takesEnding(finance, ending))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
