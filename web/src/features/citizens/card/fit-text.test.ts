import { describe, expect, it, vi } from 'vitest'
import { fitText } from './fit-text'

/** Ten pixels for each UTF-16 unit. */
const widthOf = (text: string) => text.length * 10

describe('a text that is given a width', () => {
  it('stays whole where it has room', () => {
    expect(fitText('Ada Lovelace', 120, widthOf)).toBe('Ada Lovelace')
  })

  it('is cut where it has none, and says so', () => {
    expect(fitText('Ada Lovelace', 119, widthOf)).toBe('Ada Lovela…')
    expect(fitText('Ada Lovelace', 50, widthOf)).toBe('Ada…')
    expect(fitText('Ada', 0, widthOf)).toBe('…')
  })

  it('is never cut inside of what people see as one letter', () => {
    const family = '👩‍👩‍👧‍👦'
    expect(fitText(family.repeat(3), widthOf(family) + 30, widthOf)).toBe(`${family}…`)
    expect(fitText('e\u0301'.repeat(9), 40, widthOf)).toBe('e\u0301…')
  })

  it('loses what is not seen, and what would turn the words around it', () => {
    expect(fitText('Ada\u202Eecalevol\n\tB', 500, widthOf)).toBe('Adaecalevol B')
    expect(fitText('שלום עולם', 500, widthOf)).toBe('שלום עולם')
  })

  it('costs little however long it is', () => {
    const measured = vi.fn(widthOf)
    const shown = fitText('👑'.repeat(1_000_000), 200, measured)
    expect(shown).toBe(`${'👑'.repeat(9)}…`)
    expect(measured.mock.calls.length).toBeLessThan(15)
    expect(Math.max(...measured.mock.calls.map(([text]) => text.length))).toBeLessThanOrEqual(401)
  })

  it('may be markup: it is only ever text', () => {
    expect(fitText('</text><script>', 500, widthOf)).toBe('</text><script>')
  })
})
