import { describe, expect, it } from 'vitest'
import { contentLimits, mentionedHandles } from './content'

describe('The handles that a text mentions', () => {
  it.each([
    ['@ada is here', ['ada']],
    ['Ask @Ada, @BEN_2 and (@ada)!', ['ada', 'ben_2']],
    ['mail me: ben@harbour.org', []],
    ['a.@ada @@ada', []],
    ['@', []],
    ['é@ada', []],
    ['@ada@ben', ['ada']],
  ])('%s', (text, handles) => {
    expect(mentionedHandles(text)).toEqual(handles)
  })

  it('are at most ten', () => {
    const text = Array.from({ length: 20 }, (_, n) => `@citizen_${n}`).join(' ')
    expect(mentionedHandles(text)).toHaveLength(contentLimits.mentions)
  })
})
