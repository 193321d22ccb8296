import { leaseOf } from '@nation/core/platform'
import { useTestNation } from '@nation/core/testing'
import { expect, it } from 'vitest'
import { noServerRuns } from './no-server-runs'

const nation = useTestNation()
const workers = (lifetimeMs: number) => leaseOf(nation.database, 'sequencer', lifetimeMs)

it('The schema is not changed while workers run: they renew their lease', async () => {
  const lease = workers(5000)
  await lease.hold()
  let renewed: Promise<unknown> = Promise.resolve()
  const renewal = setInterval(() => {
    renewed = renewed.then(() => lease.hold())
  }, 50)
  await expect(noServerRuns(nation.database)).rejects.toThrow('Workers of this nation are running')
  clearInterval(renewal)
  await renewed
  await lease.release()
})

it('It is changed once the lease of workers that were killed has run out, and at once after workers that were stopped', async () => {
  const killed = workers(1000)
  await killed.hold()
  const [{ expires_at: until } = { expires_at: new Date(0) }] = await nation.database.query<{ expires_at: Date }[]>(
    'SELECT expires_at FROM leases',
  )
  await noServerRuns(nation.database)
  expect(Date.now()).toBeGreaterThanOrEqual(until.getTime())
  const stopped = workers(600_000)
  expect(await stopped.hold()).toBe(true)
  await stopped.release()
  await noServerRuns(nation.database)
})

it('A lease of a clock that had jumped holds up nothing', async () => {
  expect(await workers(86_400_000).hold()).toBe(true)
  await noServerRuns(nation.database)
})
