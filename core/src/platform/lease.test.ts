import { describe, expect, it } from 'vitest'
import { useTestNation } from '../testing'
import { leaseOf } from './lease'

const nation = useTestNation()

describe('A lease', () => {
  it('is held by one at a time, however many ask at once', async () => {
    const leases = Array.from({ length: 10 }, () => leaseOf(nation.database, 'role', 60_000))
    const held = await Promise.all(leases.map((lease) => lease.hold()))
    expect(held.filter(Boolean)).toHaveLength(1)
  })

  it('stays with its holder, goes to the next when it is given back, and when its holder died', async () => {
    const first = leaseOf(nation.database, 'role', 60_000)
    const second = leaseOf(nation.database, 'role', 60_000)
    expect([await first.hold(), await second.hold(), await first.hold()]).toEqual([true, false, true])
    await first.release()
    expect(await second.hold()).toBe(true)
    await nation.database.query("UPDATE leases SET expires_at = '2001-01-01 00:00:00'")
    expect(await first.hold()).toBe(true)
    expect(await second.hold()).toBe(false)
  })

  it.each([
    ['goes to the next at once when a clock that had jumped wrote its end', 3_600_000, true],
    ['stays with its holder when their clock is a little ahead', 62_000, false],
  ])('%s', async (_, aheadMs, goes) => {
    await leaseOf(nation.database, 'role', 60_000).hold()
    await nation.database.query('UPDATE leases SET expires_at = ?', [new Date(Date.now() + aheadMs)])
    const next = leaseOf(nation.database, 'role', 60_000)
    expect(await next.hold()).toBe(goes)
    expect(await leaseOf(nation.database, 'role', 60_000).hold()).toBe(false)
  })
})
