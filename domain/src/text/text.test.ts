import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText, looksOf } from '.'

describe('A text that others read', () => {
  it('loses what is not seen: zero width, direction marks, soft hyphens, control characters', () => {
    expect(cleanText('\u202eAl\u200bma\u2066 Oka\u00adfor\u0007\ufeff')).toBe('Alma Okafor')
    expect(cleanText('\u200b\u2060 \u00ad')).toBe('')
    // Fillers, the blank of Braille, and joiners that join nothing.
    expect(cleanText('\u3164\u200d \u2800\u034f\u115f')).toBe('')
    expect(cleanText('Yes\u200d or no\u200c')).toBe('Yes or no')
  })

  it('keeps its lines, its accents, its scripts and its emoji', () => {
    const text = 'Zoë 李雷\nمرحبا 👩‍🚀'
    expect(cleanText(text)).toBe(text)
    expect(cleanText('a\r\nb')).toBe('a\nb')
  })

  it('reads like another in whatever form its letters were written', () => {
    expect(looksOf('CAFE\u0301')).toBe(looksOf('caf\u00e9'))
    expect(looksOf('Ｙｅｓ\ufe0f')).toBe('yes')
    expect(looksOf('Yes')).not.toBe(looksOf('No'))
  })

  it('as a name stands on one line', () => {
    expect(cleanLine(' Ada\n\t Lovelace ')).toBe('Ada Lovelace')
  })
})
