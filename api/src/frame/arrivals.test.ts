import type { NationError } from '@nation/domain/errors'
import { describe, expect, it } from 'vitest'
import { Arrivals, type ArrivalLimits } from './arrivals'

const limits: ArrivalLimits = {
  atOnce: 4,
  bytesAtOnce: 100,
  ofOne: 2,
  graceMs: 10_000,
  bytesPerSecond: 1_000,
  totalMs: 60_000,
}

function start() {
  const at = { ms: 0 }
  const arrivals = new Arrivals(limits, () => at.ms)
  const turnedOut: string[] = []
  const admit = (sender: string, name = sender, bytes = 1) => {
    const arrival = arrivals.admit(sender, bytes)
    arrival.onTurnedOut((error: NationError) => turnedOut.push(`${name} ${error.code}`))
    return arrival
  }
  return { at, arrivals, admit, turnedOut }
}

describe('Uploads that arrive', () => {
  it('are a few of one sender at a time, from the first byte to the answer', () => {
    const { admit } = start()
    const first = admit('ada')
    admit('ada').arrived()
    expect(() => admit('ada')).toThrow(expect.objectContaining({ code: 'rate_limited' }) as Error)
    first.answered()
    first.answered()
    admit('ada')
    expect(() => admit('ada')).toThrow(expect.objectContaining({ code: 'rate_limited' }) as Error)
  })

  it('take no more of the disk together than they may, received files that wait included', () => {
    const { admit } = start()
    const first = admit('ada', 'ada', 60)
    first.arrived()
    admit('bob', 'bob', 40).arrived()
    expect(() => admit('cem', 'cem', 1)).toThrow(expect.objectContaining({ code: 'busy' }) as Error)
    first.answered()
    first.answered()
    admit('cem', 'cem', 60)
    expect(() => admit('dan', 'dan', 1)).toThrow(expect.objectContaining({ code: 'busy' }) as Error)
  })

  it('are turned out when they are too slow, but not before they had time to get going', () => {
    const { at, arrivals, admit, turnedOut } = start()
    const slow = admit('ada', 'slow')
    const quick = admit('bob', 'quick')
    slow.came(5_000)
    quick.came(12_000)
    at.ms = 10_000
    arrivals.look()
    expect(turnedOut).toEqual([])
    at.ms = 10_001
    arrivals.look()
    expect(turnedOut).toEqual(['slow upload_too_slow'])
    expect(arrivals.size).toBe(1)
  })

  it('are turned out when they take too long, however much comes', () => {
    const { at, arrivals, admit, turnedOut } = start()
    admit('ada').came(10_000_000)
    at.ms = 60_001
    arrivals.look()
    expect(turnedOut).toEqual(['ada upload_too_slow'])
  })

  it('of slow accounts, however many, make room for others: the slowest first', () => {
    const { at, arrivals, admit, turnedOut } = start()
    for (const [index, name] of ['a1', 'a2', 'b1', 'b2'].entries()) {
      admit(name.slice(0, 1), name).came(100_000 - index * 10_000)
    }
    expect(() => admit('honest')).toThrow(expect.objectContaining({ code: 'busy' }) as Error)
    at.ms = 10_001
    admit('honest')
    expect(turnedOut).toEqual(['b2 busy'])
    expect(arrivals.size).toBe(4)
  })
})
