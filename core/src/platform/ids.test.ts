import { expect, it } from 'vitest'
import { validate, version } from 'uuid'
import { newPublicId } from './ids'

const at = new Date('2026-11-25T14:00:00.000Z')

it('Public ids of one instant are UUIDs of version 7, each another one, that sort by when they were made', () => {
  const ids = Array.from({ length: 2_000 }, () => newPublicId(at))
  for (const id of ids) expect([validate(id), version(id)]).toEqual([true, 7])
  expect(new Set(ids).size).toBe(ids.length)
  // The instant is the first twelve digits, and none of what is random is ever used twice.
  expect(new Set(ids.map((id) => id.slice(0, 13)))).toEqual(new Set(['01a21301-9300']))
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length)
  expect(newPublicId(new Date(at.getTime() + 1)) > ids.toSorted().at(-1)!).toBe(true)
})
