import { describe, expect, it } from 'vitest'
import { aFact, useTestNation } from '../testing'
import { moveClock, openClock, readOffset } from './clock'
import { change } from './run'

const nation = useTestNation()
const hour = 3_600_000

describe('The nation’s time', () => {
  it('is the machine’s until it is moved, and then runs on from there', async () => {
    const before = await openClock(nation.database, false)
    expect(Math.abs(before.now().getTime() - Date.now())).toBeLessThan(hour)
    before.close()
    const to = new Date('2031-02-02T23:50:00.000Z')
    await moveClock(nation.database, () => to)
    const clock = await openClock(nation.database, false)
    expect(clock.now().getTime() - to.getTime()).toBeGreaterThanOrEqual(0)
    expect(clock.now().getTime() - to.getTime()).toBeLessThan(60_000)
    clock.close()
  })

  it('moves in every running process at once', async () => {
    const clock = await openClock(nation.database, false)
    await moveClock(nation.database, (now) => new Date(now.getTime() + 72 * hour))
    await expect.poll(() => clock.offsetMs(), { timeout: 5_000 }).toBeGreaterThan(71 * hour)
    clock.close()
  })

  it('is never moved before what has already happened', async () => {
    const at = new Date('2031-02-02T23:50:00.000Z')
    nation.clock.set(at)
    await change(nation.runtime, {}, async (ctx) => ctx.journal.add(aFact('test.happened')))
    await expect(moveClock(nation.database, () => new Date(at.getTime() - 1))).rejects.toThrow(
      /earlier than the nation's own records/,
    )
    await moveClock(nation.database, () => at)
    expect(await readOffset(nation.database)).not.toBe(0)
  })

  it('that was moved is refused by production', async () => {
    await moveClock(nation.database, (now) => new Date(now.getTime() + hour))
    await expect(openClock(nation.database, true)).rejects.toThrow(/production refuses/)
  })
})
