import { describe, expect, it } from 'vitest'
import { canBroadcast, isOnAir, tickerMessage } from '.'

describe('A broadcast', () => {
  it('says something', () => {
    expect(canBroadcast('The polls are open.')).toEqual({ allowed: true })
    expect(canBroadcast('')).toMatchObject({ code: 'broadcast_empty' })
  })

  it('is active until it is taken down', () => {
    expect(isOnAir({ archivedAt: null })).toBe(true)
    expect(isOnAir({ archivedAt: new Date('2026-01-06T12:00:00.000Z') })).toBe(false)
  })
})

describe('The ticker', () => {
  const [newer, older] = [{ id: 'newer' }, { id: 'older' }]

  it('shows the newest message and no other', () => {
    expect(tickerMessage([newer, older], [])).toBe(newer)
    expect(tickerMessage([], [])).toBeNull()
  })

  it('shows nothing after the newest was closed, until there is news', () => {
    expect(tickerMessage([newer, older], ['newer'])).toBeNull()
    expect(tickerMessage([{ id: 'newest' }, newer, older], ['newer'])).toEqual({ id: 'newest' })
  })

  it('does not bring back what was closed when the newest is taken down', () => {
    expect(tickerMessage([older], ['older', 'newer'])).toBeNull()
    expect(tickerMessage([older], ['newer'])).toBe(older)
  })
})
