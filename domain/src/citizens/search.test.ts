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
})
