import { expect, it } from 'vitest'
import { excerptOf, longestExcerpt } from './excerpts'

it.each([0, 1, 2, 3])('An excerpt cuts no character in half: behind %i letters', (letters) => {
  const excerpt = excerptOf('x'.repeat(letters) + '🎉'.repeat(longestExcerpt))
  expect(excerpt.isWellFormed()).toBe(true)
  expect(excerpt).toMatch(/🎉…$/u)
  expect(excerpt.length).toBeLessThanOrEqual(longestExcerpt)
})
