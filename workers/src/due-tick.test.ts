import { createLogger } from '@nation/core/platform'
import { useTestNation } from '@nation/core/testing'
import { NextRuns, readOrders, type TimedJob } from '@nation/core/work'
import { describe, expect, it, vi } from 'vitest'
import { Background, dueTick, type TickParts } from './due-tick'

const nation = useTestNation()
const silent = createLogger('workers', 'silent')

const due = (name: string, run: () => Promise<void>, long = false): TimedJob => ({
  name,
  long,
  dueAt: (_, now) => Promise.resolve(now),
  run,
})

/** A tick without Redis. */
async function tick(jobs: readonly TimedJob[], change: Partial<TickParts> = {}): Promise<void> {
  const background = new Background(silent)
  const parts: TickParts = {
    enqueue: () => Promise.resolve('refused'),
    background,
    orders: () => readOrders(nation.database),
    next: new NextRuns(nation.database),
    looks: nation.database,
    ...change,
  }
  await dueTick(nation.runtime, jobs, parts, silent)
  await background.settled()
}

const pause = (name: string) =>
  nation.database.query(
    'INSERT INTO jobs (name, paused_at) VALUES (?, NOW(3)) ON DUPLICATE KEY UPDATE paused_at = NOW(3)',
    [name],
  )

describe('A tick', () => {
  it.each([
    ['here', false],
    ['beside the queue', true],
  ])('leaves alone what was paused while an earlier job of it ran: work that is done %s', async (_, long) => {
    const run = vi.fn(() => Promise.resolve())
    const pausing = async () => void (await pause('polls.close-due'))
    await tick([due('bank.pay-due', pausing), due('polls.close-due', run, long), due('tasks.remind', run, long)])
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('leaves alone what was paused while Redis was waited for', async () => {
    const run = vi.fn(() => Promise.resolve())
    const enqueue = async () => {
      await pause('polls.close-due')
      return 'refused' as const
    }
    await tick([due('polls.close-due', run)], { enqueue })
    expect(run).not.toHaveBeenCalled()
  })

  it('does itself what waits in the queue, once at a time, and goes on meanwhile', async () => {
    let ends = () => {}
    const advance = vi.fn(() => new Promise<void>((resolve) => (ends = resolve)))
    const pay = vi.fn(() => Promise.resolve())
    const jobs = [due('elections.advance', advance), due('bank.pay-due', pay)]
    const enqueue = (job: TimedJob) => Promise.resolve(job.name === 'elections.advance' ? 'late' : 'handed')
    const background = new Background(silent)
    const parts = {
      enqueue,
      background,
      orders: () => readOrders(nation.database),
      next: new NextRuns(nation.database),
      looks: nation.database,
    }
    await dueTick(nation.runtime, jobs, parts as TickParts, silent)
    await dueTick(nation.runtime, jobs, parts as TickParts, silent)
    // The queue has come to it after all.
    await background.once(jobs[0]!, nation.runtime)
    expect([advance, pay].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
    ends()
    await background.settled()
  })

  it.each([
    ['fails', () => Promise.reject(new Error('no'))],
    ['waits', () => new Promise<never>(() => undefined)],
  ])('does what is due although the note of when it is due %s', async (_, query) => {
    const run = vi.fn(() => Promise.resolve())
    const next = new NextRuns({ query })
    await tick([due('elections.advance', run), due('bank.pay-due', run)], { next })
    expect(run).toHaveBeenCalledTimes(2)
  })
  it.each([
    ['fails', due('elections.advance', () => Promise.reject(new Error('no')))],
    [
      'cannot say when it is due',
      { ...due('elections.advance', vi.fn()), dueAt: () => Promise.reject(new Error('no')) },
    ],
  ])('comes to the next job although one %s', async (_, first) => {
    const run = vi.fn(() => Promise.resolve())
    await tick([first, due('bank.pay-due', run)])
    expect(run).toHaveBeenCalledTimes(1)
  })
})
