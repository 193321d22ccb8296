import { expect, it } from 'vitest'
import { SlotWatch } from './slot-watch'

const second = 1_000
const minute = 60 * second
/** The slot of an endpoint that is well: one every 400 ms. */
const well = (at: number, from = 1_000_000) => BigInt(from + Math.floor(at / 400))

/** A watch that has seen endpoint `a` for some minutes. */
function watching(): SlotWatch {
  const watch = new SlotWatch()
  for (let at = 0; at <= 4 * minute; at += 10 * second) expect(watch.judge('a', well(at), at)).toBeNull()
  return watch
}
const now = 4 * minute

it('An answer of long ago is refused, and one of a minute ago is not', () => {
  const watch = watching()
  expect(watch.judge('b', well(now) - 150n, now)).toBeNull()
  expect(watch.judge('b', well(now) - 151n, now)).toMatch(/long ago: 151 slots/)
})

it('What was known for ten minutes without an answer that reached it counts no longer', () => {
  const watch = watching()
  expect(watch.judge('b', well(now) - 50_000n, now + 10 * minute - 1)).toMatch(/long ago/)
  expect(watch.judge('b', well(now) - 50_000n, now + 10 * minute)).toBeNull()
})

it('A slot of the far future locks out none of the next answers, neither later nor as the first', () => {
  const watch = watching()
  expect(watch.judge('liar', 10n ** 15n, now)).toBeNull()
  expect(watch.judge('a', well(now), now)).toBeNull()
  const fresh = new SlotWatch()
  fresh.judge('a', 10n ** 15n, 0)
  for (let at = second; at < 5 * minute; at += 10 * second) expect(fresh.judge('a', well(at), at)).toBeNull()
  expect(fresh.judge('b', well(5 * minute) - 1_000n, 5 * minute)).toMatch(/long ago/)
})

it('An endpoint whose slot does not rise for two minutes stands still, however often it is asked', () => {
  const watch = new SlotWatch()
  expect(watch.judge('a', 500_000n, 0)).toBeNull()
  expect(watch.judge('a', 500_000n, 0)).toBeNull()
  expect(watch.judge('a', 500_000n, 2 * minute - 1)).toBeNull()
  expect(watch.judge('a', 500_000n, 2 * minute)).toMatch(/stood still for 120 s/)
  expect(watch.judge('a', 500_300n, 2 * minute)).toBeNull()
})

it('Two endpoints that stand still at the same slot tell of a chain that has halted, and are believed', () => {
  const watch = watching()
  const halted = well(now)
  for (const at of [now, now + minute]) {
    expect(['a', 'b'].map((one) => watch.judge(one, halted, at))).toEqual([null, null])
  }
  expect(watch.judge('a', halted, now + 2 * minute)).toMatch(/stood still/)
  expect(watch.judge('b', halted, now + 2 * minute)).toBeNull()
  expect(watch.judge('a', halted, now + 3 * minute)).toBeNull()
})

it('An endpoint that stood still is not believed for another that was well when it was last asked', () => {
  const watch = watching()
  const halted = well(now)
  expect(['a', 'b'].map((one) => watch.judge(one, halted, now))).toEqual([null, null])
  expect(watch.judge('a', halted, now + 5 * minute)).toMatch(/stood still/)
})
