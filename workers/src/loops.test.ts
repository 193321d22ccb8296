import { createLogger } from '@nation/core/platform'
import { expect, it, vi } from 'vitest'
import { loop } from './loops'

const log = createLogger('workers', 'fatal')

it('A crowd of nudges shares the round that comes after the rest, and none of them is forgotten', async () => {
  const rounds: number[] = []
  let nudged = 0
  const looping = loop('test', 60_000, log, async () => void rounds.push(nudged), 30)
  await vi.waitFor(() => expect(rounds).toEqual([0]), { timeout: 15_000 })
  for (; nudged < 100; nudged++) looping.nudge()
  await vi.waitFor(() => expect(rounds).toEqual([0, 100]), { timeout: 15_000 })
  await looping.stop()
})

it('A nudge during a round brings another one after it', async () => {
  const rounds: (() => void)[] = []
  const looping = loop('test', 60_000, log, () => new Promise<void>((resolve) => rounds.push(resolve)))
  expect(rounds).toHaveLength(1)
  looping.nudge()
  looping.nudge()
  rounds[0]?.()
  await vi.waitFor(() => expect(rounds).toHaveLength(2), { timeout: 15_000 })
  rounds[1]?.()
  await looping.stop()
})

it('A loop turns once its first round went well, and not while rounds fail', async () => {
  let outcome: Promise<void> = Promise.resolve()
  const looping = loop('test', 1, log, () => outcome)
  expect(looping.turns()).toBe(false)
  await vi.waitFor(() => expect(looping.turns()).toBe(true), { timeout: 15_000 })
  outcome = Promise.reject(new Error('away'))
  outcome.catch(() => undefined)
  await vi.waitFor(() => expect(looping.turns()).toBe(false), { timeout: 15_000 })
  await looping.stop()
})
