import { mentionedHandles } from '@nation/domain/messenger'
import { describe, expect, it } from 'vitest'
import { fitsQuery, mentionAt, withMention } from './mention-spot'

describe('where a mention is begun', () => {
  it.each([
    ['@mi', 3, { from: 0, to: 3, query: 'mi' }],
    ['Hello @mina_m', 13, { from: 6, to: 13, query: 'mina_m' }],
    ['Hello @mina_m there', 9, { from: 6, to: 13, query: 'mi' }],
    ['(@Zoë', 5, { from: 1, to: 5, query: 'Zoë' }],
    ['two\n@a', 6, { from: 4, to: 6, query: 'a' }],
  ])('finds it in %j', (text, caret, spot) => {
    expect(mentionAt(text, caret)).toEqual(spot)
  })

  it.each([
    ['@', 1],
    ['ada@nation', 10],
    ['a.@mina', 7],
    ['@@mina', 6],
    ['@mina there', 11],
    ['@mina ', 6],
    ['mina', 4],
  ])('finds none in %j', (text, caret) => {
    expect(mentionAt(text, caret)).toBeNull()
  })

  it('is completed to what the nation takes for a mention, with one space behind it', () => {
    const text = 'Ask @mi, or @pi today'
    const first = withMention(text, mentionAt(text, 7)!, 'mina_minister')
    expect(first).toEqual({ text: 'Ask @mina_minister , or @pi today', caret: 19 })
    const second = withMention(text, mentionAt(text, 15)!, 'piet_president')
    expect(second).toEqual({ text: 'Ask @mi, or @piet_president today', caret: 28 })
    expect(mentionedHandles(second.text)).toContain('piet_president')
  })

  it('offers people by the beginnings of words of their name and handle', () => {
    const mina = { username: 'Mina Farahani', twitterUsername: 'mina_minister' }
    for (const query of ['mi', 'FARA', 'mina_min', 'minister']) expect(fitsQuery(mina, query)).toBe(true)
    for (const query of ['ina', 'ada']) expect(fitsQuery(mina, query)).toBe(false)
  })
})
