import { describe, expect, it } from 'vitest'
import { broadcastLimits, canBroadcast, isOnAir, tickerMessage } from '.'

const now = new Date('2026-01-06T12:00:00.000Z')
const later = (ms: number) => new Date(now.getTime() + ms)

describe('A broadcast', () => {
  it('says something', () => {
    expect(canBroadcast('Voting is open.', null, now)).toEqual({ allowed: true })
    expect(canBroadcast('', null, now)).toMatchObject({ code: 'broadcast_empty' })
  })

  it('ends later than now and within a year, or not at all', () => {
    expect(canBroadcast('Voting is open.', later(1), now)).toEqual({ allowed: true })
    expect(canBroadcast('Voting is open.', later(broadcastLimits.longestMs), now)).toEqual({ allowed: true })
    for (const end of [later(0), later(broadcastLimits.longestMs + 1)]) {
      expect(canBroadcast('Voting is open.', end, now)).toMatchObject({ code: 'broadcast_end_invalid' })
    }
  })

  it('is active until it ends or is taken down', () => {
    expect(isOnAir({ archivedAt: null, endsAt: null }, now)).toBe(true)
    expect(isOnAir({ archivedAt: now, endsAt: null }, now)).toBe(false)
    expect(isOnAir({ archivedAt: null, endsAt: later(1) }, now)).toBe(true)
    expect(isOnAir({ archivedAt: null, endsAt: later(0) }, now)).toBe(false)
    expect(isOnAir({ archivedAt: now, endsAt: later(1) }, now)).toBe(false)
  })
})

describe('The ticker', () => {
  const at = now.getTime()
  const [newer, older] = [
    { id: 'newer', endsAt: null },
    { id: 'older', endsAt: null },
  ]

  it('shows the newest message and no other', () => {
    expect(tickerMessage([newer, older], [], at)).toBe(newer)
    expect(tickerMessage([], [], at)).toBeNull()
  })

  it('shows nothing after the newest was closed, until there is news', () => {
    expect(tickerMessage([newer, older], ['newer'], at)).toBeNull()
    expect(tickerMessage([{ id: 'newest', endsAt: null }, newer, older], ['newer'], at)).toMatchObject({ id: 'newest' })
  })

  it('does not bring back what was closed when the newest is taken down', () => {
    expect(tickerMessage([older], ['older', 'newer'], at)).toBeNull()
    expect(tickerMessage([older], ['newer'], at)).toBe(older)
  })

  it('leaves a message at the instant of its end, for the one before it', () => {
    const ending = { id: 'ending', endsAt: at }
    expect(tickerMessage([ending, older], [], at - 1)).toBe(ending)
    expect(tickerMessage([ending, older], [], at)).toBe(older)
    expect(tickerMessage([ending], [], at)).toBeNull()
  })
})
