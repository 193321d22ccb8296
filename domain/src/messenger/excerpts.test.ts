import { expect, it } from 'vitest'
import { excerptOf, longestExcerpt, readAfterWriting } from './excerpts'

it.each([0, 1, 2, 3])('An excerpt cuts no character in half: behind %i letters', (letters) => {
  const excerpt = excerptOf('x'.repeat(letters) + '🎉'.repeat(longestExcerpt))
  expect(excerpt.isWellFormed()).toBe(true)
  expect(excerpt).toMatch(/🎉…$/u)
  expect(excerpt.length).toBeLessThanOrEqual(longestExcerpt)
})

it.each([
  [0, 1, 1],
  [3, 4, 4],
  [3, 5, 3],
  [7, 5, 7],
])('A marker at %i is, behind one’s own message %i, at %i', (read, written, after) => {
  expect(readAfterWriting(read, written)).toBe(after)
})
