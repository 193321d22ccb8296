import { describe, expect, it } from 'vitest'
import { parseClock } from './clock-argument'

const now = new Date('2026-01-04T23:50:00.000Z')
const to = (argument: string) => parseClock(argument)(now).toISOString()

describe('What a person means by an instant', () => {
  it.each([
    ['2026-01-05T00:00:00Z', '2026-01-05T00:00:00.000Z'],
    ['2026-01-05T00:00Z', '2026-01-05T00:00:00.000Z'],
    ['2026-01-05T01:00:00.250+01:00', '2026-01-05T00:00:00.250Z'],
    ['2028-02-29T12:00:00Z', '2028-02-29T12:00:00.000Z'],
  ])('is an ISO instant with its zone: %s', (argument, instant) => {
    expect(to(argument)).toBe(instant)
  })

  it.each([
    ['+30s', '2026-01-04T23:50:30.000Z'],
    ['+10m', '2026-01-05T00:00:00.000Z'],
    ['+2h', '2026-01-05T01:50:00.000Z'],
    ['+3d', '2026-01-07T23:50:00.000Z'],
    ['+1w', '2026-01-11T23:50:00.000Z'],
  ])('is a step from the nation’s now: %s', (argument, instant) => {
    expect(to(argument)).toBe(instant)
  })

  it.each([
    '',
    'tomorrow',
    '-3d',
    '+3',
    '+3y',
    '3d',
    '2026-01-05',
    '2026-01-05T00:00:00',
    '2026-13-01T00:00:00Z',
    'show',
  ])('is not %j, and the refusal says how to write one', (argument) => {
    expect(() => parseClock(argument)).toThrow(/is not an instant: write one like 2026-01-05T00:00:00Z/)
  })
})
