import { expect, it } from 'vitest'
import { deriveKeys } from './keys'
import { farewellOf } from './tokens'

it('A farewell is of one session and one nation', () => {
  const [one, other] = [deriveKeys('a secret of one nation'), deriveKeys('a secret of another')]
  expect(farewellOf(one, 'session')).toBe(farewellOf(one, 'session'))
  expect(farewellOf(one, 'another session')).not.toBe(farewellOf(one, 'session'))
  expect(farewellOf(other, 'session')).not.toBe(farewellOf(one, 'session'))
})
