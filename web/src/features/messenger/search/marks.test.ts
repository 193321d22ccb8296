import { describe, expect, it } from 'vitest'
import { markedExcerpt } from './marks'

const shown = (text: string, query: string) =>
  markedExcerpt(text, query)
    .map((piece) => (piece.found ? `[${piece.text}]` : piece.text))
    .join('')

describe('the excerpt of a message that was found', () => {
  it('marks words with the beginnings that were asked for, whatever their case and accents', () => {
    expect(shown('The Harbours, near the café', 'harb cafe')).toBe('The [Harbours], near the [café]')
    expect(shown('ask @ada_citizen', 'ada')).toBe('ask @[ada_citizen]')
    expect(shown('Nothing here', 'zzz')).toBe('Nothing here')
  })

  it('stands on one line, around the first of them', () => {
    const long = `${'before '.repeat(60)}\n\nharbour ${'after '.repeat(60)}`
    const found = shown(long, 'harbour')
    expect(found).toMatch(/^…before .*\[harbour\] after .*…$/)
    expect(found).not.toContain('\n')
    expect(found.length).toBeLessThan(220)
    expect(shown('x'.repeat(2000), 'xx').length).toBeGreaterThan(10)
  })
})
