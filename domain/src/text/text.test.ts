import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText, looksOf, withoutEnd } from '.'

describe('A text that others read', () => {
  it('loses what is not seen: zero width, direction marks, soft hyphens, control characters', () => {
    expect(cleanText('\u202eAl\u200bma\u2066 Oka\u00adfor\u0007\ufeff')).toBe('Alma Okafor')
    expect(cleanText('\u200b\u2060 \u00ad')).toBe('')
    // Fillers, the blank of Braille, and joiners that join nothing.
    expect(cleanText('\u3164\u200d \u2800\u034f\u115f')).toBe('')
    expect(cleanText('Yes\u200d or no\u200c')).toBe('Yes or no')
  })

  it('loses letters in disguise, and variants of nothing, which would be read by machines alone', () => {
    expect(cleanText('\u{e0041}\u{e0042}')).toBe('')
    expect(cleanText('Vote\u{e0001}\u{e0041}\u{e007f} now')).toBe('Vote now')
    expect(cleanText('\ufe0f \u{e0100}\u200d\ufe0f')).toBe('')
    expect(cleanText('a\ufe0f\ufe01\ufe02\u{e0100}b')).toBe('a\ufe0fb')
    expect(cleanText('\u206a\u17b4\ufff9\u{1d173}')).toBe('')
    // Behind a flag without a country, and behind one that goes on.
    expect(cleanText('🏴\u{e0041}\u{e0042}')).toBe('🏴')
    expect(cleanText(`🏴${'\u{e0061}'.repeat(7)}\u{e007f}`)).toBe('🏴')
  })

  it('is empty where it holds nothing but what Unicode says is not shown', () => {
    const unshown = Array.from({ length: 0xe1000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character))
    expect(unshown.length).toBeGreaterThan(4_000)
    expect(unshown.filter((character) => cleanText(` ${character}${character} `) !== '')).toEqual([])
    // A variant of a Mongolian letter is one.
    expect(cleanText('\u1820\u180b\u1821')).toBe('\u1820\u180b\u1821')
  })

  it('keeps its lines, its accents, its scripts and its emoji', () => {
    const text = 'Zoë 李雷\nمرحبا 👩‍🚀'
    expect(cleanText(text)).toBe(text)
    expect(cleanText('a\r\nb')).toBe('a\nb')
    // The flag of Scotland, a heart in colour on fire, a key, and a variant of a Japanese letter.
    const variants =
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} ❤\ufe0f\u200d🔥 1\ufe0f\u20e3 葛\u{e0100}'
    expect(cleanText(variants)).toBe(variants)
  })

  it('reads like another in whatever form its letters were written', () => {
    expect(looksOf('CAFE\u0301')).toBe(looksOf('caf\u00e9'))
    expect(looksOf('Ｙｅｓ\ufe0f')).toBe('yes')
    expect(looksOf('Yes')).not.toBe(looksOf('No'))
  })

  it('as a name stands on one line', () => {
    expect(cleanLine(' Ada\n\t Lovelace ')).toBe('Ada Lovelace')
  })

  it('loses the joiners that join nothing, and no others', () => {
    // The definition as patterns, which read a run of joiners anew from each of its places.
    const byPatterns = (text: string) =>
      cleanText(text.replaceAll(/[\u200c\u200d]/g, (joiner) => (joiner === '\u200c' ? '\ue000' : '\ue001')))
        .replace(/(?<=^|\s)[\ue000\ue001]+|[\ue000\ue001]+(?=\s|$)/g, '')
        .trim()
        .replaceAll('\ue000', '\u200c')
        .replaceAll('\ue001', '\u200d')
    const unit = fc.constantFrom(
      'a',
      'é',
      '👩',
      ' ',
      '\n',
      '\r\n',
      '\t',
      '\u00a0',
      '\u200b',
      '\u200c',
      '\u200d',
      '\u202e',
    )
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 24 }).map((parts) => parts.join('')),
        (text) => {
          expect(cleanText(text)).toBe(byPatterns(text))
        },
      ),
      { numRuns: 5_000 },
    )
  })

  it('reads alike when it differs only after more marks than any script puts on a letter', () => {
    expect(looksOf(`a${'\u0301'.repeat(40)}`)).toBe(looksOf(`a${'\u0301'.repeat(41)}`))
    expect(looksOf(`a${'\u0301'.repeat(2)}`)).not.toBe(looksOf(`a${'\u0301'.repeat(3)}`))
  })

  it('has its marks counted also where they are letters that become marks', () => {
    const isMark = (text: string) => /^\p{M}+$/u.test(text)
    const becomeMarks = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => !isMark(letter) && isMark(letter.normalize('NFKC')))
    expect(becomeMarks).toEqual(['\uff9e', '\uff9f'])
    for (const letter of becomeMarks) expect(looksOf(`a${letter.repeat(40)}`)).toBe(looksOf(`a${letter.repeat(41)}`))
  })

  it('loses what is not wanted at its end, and only there', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '/', '-') }), (text) => {
        expect(withoutEnd(text, '/')).toBe(text.replace(/\/+$/, ''))
        expect(withoutEnd(text, '/-')).toBe(text.replace(/[/-]+$/, ''))
      }),
    )
  })
})
