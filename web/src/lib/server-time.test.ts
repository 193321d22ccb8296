import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearServerTime, learnServerTime, serverNow } from './server-time'

describe('the nation’s time', () => {
  beforeEach(() => {
    clearServerTime()
    vi.setSystemTime(1_000_000)
    return () => void vi.useRealTimers()
  })

  it('is the device’s until the server said otherwise', () => {
    expect(serverNow()).toBe(1_000_000)
    learnServerTime(null, 0, 0)
    learnServerTime('soon', 0, 0)
    expect(serverNow()).toBe(1_000_000)
  })

  it('is taken from the middle of a request, and from the quickest of several', () => {
    learnServerTime('5000000', 999_900, 1_000_000)
    expect(serverNow()).toBe(5_000_050)
    learnServerTime('5001000', 996_000, 1_000_000)
    expect(serverNow()).toBe(5_000_050)
  })

  it('is not taken from an answer that took longer than an attempt may: the device slept meanwhile', () => {
    learnServerTime('5000000', 400_000, 1_000_000)
    expect(serverNow()).toBe(1_000_000)
  })

  it('follows a clock that was moved', () => {
    learnServerTime('5000000', 999_990, 1_000_000)
    vi.setSystemTime(1_001_000)
    learnServerTime('90000000', 1_000_900, 1_001_000)
    expect(serverNow()).toBe(90_000_050)
  })
})
