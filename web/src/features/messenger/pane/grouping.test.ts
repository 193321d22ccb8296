import { afterEach, expect, it } from 'vitest'
import { dayInWords } from './grouping'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const at = (text: string) => new Date(text).getTime()

it.each([
  // Before and after a midnight there.
  ['Australia/Sydney', '2026-01-08T12:30:00Z', '2026-01-08T13:30:00Z'],
  ['America/Los_Angeles', '2026-01-09T07:30:00Z', '2026-01-09T08:30:00Z'],
])('names a day by the date in %s, whatever the date is in UTC', (place, evening, night) => {
  process.env.TZ = place
  const later = at('2026-02-01T00:00:00Z')
  expect([dayInWords(at(evening), later), dayInWords(at(night), later)]).toEqual(['8 Jan 2026', '9 Jan 2026'])
  expect([dayInWords(at(evening), at(night)), dayInWords(at(night), at(night))]).toEqual(['Yesterday', 'Today'])
})
