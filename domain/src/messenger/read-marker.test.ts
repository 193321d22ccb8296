import { expect, it } from 'vitest'
import { readAfterWriting } from './read-marker'

it.each([
  [0, 1, 1],
  [3, 4, 4],
  [3, 5, 3],
  [7, 5, 7],
])('A marker at %i is, behind one’s own message %i, at %i', (read, written, after) => {
  expect(readAfterWriting(read, written)).toBe(after)
})
