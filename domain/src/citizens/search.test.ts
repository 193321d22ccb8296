import { describe, expect, it } from 'vitest'
import { askedWords, mostWords, wordsOf } from './search'

const found = (citizen: { handle: string; username: string }, search: string) =>
  askedWords(search).every((beginning) => wordsOf(citizen).some((word) => word.startsWith(beginning)))

describe('A citizen', () => {
  const zoe = { handle: 'zoe_of_oslo', username: 'Zoë  O’Hara-Ång 🔥' }

  it.each(['zoe', 'ZOË', 'zoe_of', '@zoe_of_oslo', 'of', 'oslo', 'hara', 'ang', 'ång zo', '🔥', 'Zoë O’Hara'])(
    'is found by the beginning of each word of the name and the handle: %s',
    (search) => expect(found(zoe, search)).toBe(true),
  )

  it.each(['oe', 'slo', 'ara', 'zoe berlin'])('is not found by other parts: %s', (search) =>
    expect(found(zoe, search)).toBe(false),
  )

  it.each([
    ['$SOL Ada', 'sol'],
    ['$SOL Ada', '$sol'],
    ['🚀Ada', 'ada'],
    ['Ada🚀🔥', 'ada'],
    ['Ada🚀🔥', '🔥'],
    ['Ada🚀🔥', 'ada🚀'],
    ['Ada 👩‍🚀 M', '👩‍🚀'],
    ['~|Ada|~', 'ada'],
    ['ＡＤＡ ①', 'ada 1'],
    ['مرحبا بالعالم', 'بالع'],
    ['שָׁלוֹם', 'שלום'],
    ['Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤a̵l̸g̷o̸', 'zalgo'],
    ['Åse Øst', 'ase'],
    ['İstanbul', 'istanbul'],
    ['ガンダム', 'カンタム'],
  ])('who is called %s is found by %s', (username, search) =>
    expect(found({ handle: 'x', username }, search)).toBe(true),
  )

  it('is found by a word however many symbols stand before it', () => {
    const username = `${'🔥🚀✨'.repeat(15)} Ada`
    expect(wordsOf({ handle: 'x', username }).slice(0, 2)).toEqual(['x', 'ada'])
  })

  it('has words that fit their column, whatever the name is', () => {
    const names = [
      'a'.repeat(500),
      '山'.repeat(128),
      'ﷺ'.repeat(50),
      '\ud800\udfff\ud800',
      '\u0000\u202e\u{10ffff}ab',
      '',
    ]
    for (const username of names) {
      const words = wordsOf({ handle: 'x', username })
      expect(words.length).toBeLessThanOrEqual(mostWords)
      for (const word of words) {
        expect([...word].length).toBeLessThanOrEqual(64)
        expect(word).not.toMatch(/[\p{C}\p{Z}]/u)
      }
    }
  })

  it('whose name is written without spaces is found from each character on', () => {
    const taro = { handle: 'taro', username: '山田太郎' }
    expect(['山田', '太郎', '郎'].map((search) => found(taro, search))).toEqual([true, true, true])
    expect(found(taro, '山郎')).toBe(false)
  })

  it('with very many words is found by the first of them', () => {
    const words = Array.from({ length: 60 }, (_, n) => `w${n}`)
    expect(wordsOf({ handle: 'long', username: words.join(' ') })).toHaveLength(mostWords)
  })
})

describe('A search', () => {
  it('of signs alone asks for nothing', () => {
    expect(['%', '@', '  ', '...', ''].map(askedWords)).toEqual([[], [], [], [], []])
  })

  it('asks for each word once, the longest first, and for no more than four', () => {
    expect(askedWords('ada of the the harbour master ADA')).toEqual(['harbour', 'master', 'ada', 'the'])
  })

  it('asks for no beginning that another one begins with', () => {
    expect(askedWords('a ada ad be')).toEqual(['ada', 'be'])
  })
})
