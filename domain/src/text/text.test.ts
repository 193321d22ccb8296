import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText } from '.'

describe('A text that others read', () => {
  it('loses what is not seen: zero width, direction marks, soft hyphens, control characters', () => {
    expect(cleanText('\u202eAl\u200bma\u2066 Oka\u00adfor\u0007\ufeff')).toBe('Alma Okafor')
    expect(cleanText('\u200b\u2060 \u00ad')).toBe('')
  })

  it('keeps its lines, its accents, its scripts and its emoji', () => {
    const text = 'Zoë 李雷\nمرحبا 👩‍🚀'
    expect(cleanText(text)).toBe(text)
    expect(cleanText('a\r\nb')).toBe('a\nb')
  })

  it('as a name stands on one line', () => {
    expect(cleanLine(' Ada\n\t Lovelace ')).toBe('Ada Lovelace')
  })
})
