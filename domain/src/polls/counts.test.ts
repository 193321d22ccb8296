import { expect, it } from 'vitest'
import { pollCountsOf, pollPublicationInstant, withPollCounts } from './counts'

const option = (id: string, votes: number) => ({ id, votes, percentage: 0, shownPercentage: 0 })
const poll = { id: 'bridge', totalVotes: 3, options: [option('north', 2), option('south', 1)] }
const event = (north: number, south: number) => ({
  pollId: 'bridge',
  counts: [
    { id: 'south', votes: south },
    { id: 'north', votes: north },
  ],
})

it('Counts that an event brings stand in the poll, with shares that add up', () => {
  const shown = withPollCounts(poll, event(2, 4))
  expect(shown).toMatchObject({ id: 'bridge', totalVotes: 6 })
  expect(shown.options.map(({ votes, shownPercentage }) => [votes, shownPercentage])).toEqual([
    [2, 33],
    [4, 67],
  ])
  expect(shown.options[0]?.percentage).toBeCloseTo(33.33)
})

it('An event from before what is shown changes nothing: votes are final, and counts only grow', () => {
  expect(withPollCounts(poll, event(1, 1))).toBe(poll)
  expect(withPollCounts(poll, event(2, 1))).toBe(poll)
})

it('An entry of an earlier version brings no counts', () => {
  expect(pollCountsOf({ pollId: 'bridge' })).toBeNull()
  expect(pollCountsOf(event(1, 1))).toEqual(event(1, 1))
})

it('A publication is due at each fifth second, for every process at the same', () => {
  expect(pollPublicationInstant(new Date('2026-01-06T12:00:04.999Z'))).toEqual(new Date('2026-01-06T12:00:00.000Z'))
  expect(pollPublicationInstant(new Date('2026-01-06T12:00:05.000Z'))).toEqual(new Date('2026-01-06T12:00:05.000Z'))
})
