import { describe, expect, it } from 'vitest'
import { Narrowing } from './narrowing'

const looked = { places: [3, 1], next: 0 }

/** What is known to a search of some words, after one of "bo" looked through the members. */
function after(words: readonly string[], changes = 7) {
  const narrowing = new Narrowing()
  const first = ['bo']
  narrowing.begin(first, 7)
  narrowing.keep('members', first, 7, looked)
  narrowing.begin(words, changes)
  return { first, narrowing, known: narrowing.of('members', words) }
}

describe('How far a search has looked', () => {
  it('is known to one of more letters or words, as long as nothing changed', () => {
    expect(after(['bob']).known).toBe(looked)
    expect(after(['bo', 'ada']).known).toBe(looked)
    expect(after(['b']).known).toBeUndefined()
    expect(after(['ada', 'bo']).known).toBeUndefined()
    expect(after(['bob'], 8).known).toBeUndefined()
  })

  it('is neither known to nor kept by one that another overtook', () => {
    const { first, narrowing } = after(['bob'])
    expect(narrowing.of('members', first)).toBeUndefined()
    narrowing.keep('members', first, 7, { places: [], next: 9 })
    const words = ['bobb']
    narrowing.begin(words, 7)
    expect(narrowing.of('members', words)).toBe(looked)
  })
})
