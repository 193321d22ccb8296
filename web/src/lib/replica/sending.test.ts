import { afterEach, describe, expect, it } from 'vitest'
import type { Replica, ReplicaParts } from './replica'
import { aNation, openReplicas, TestDisk, type SmallNation } from './testing'

const replicas = openReplicas()
const open = (disk: TestDisk, nation: SmallNation, over: Partial<ReplicaParts> = {}): Promise<Replica> =>
  replicas.open(disk, nation, over)
afterEach(() => replicas.close())

describe('What waits', () => {
  it('is not asked for without end by a server of another format', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    replica.close()
    nation.format = 99
    const calls: string[] = []
    nation.before = (call) => {
      calls.push(call)
      if (calls.length > 5) throw new Error('It is asked for without end.')
    }
    const next = await open(disk, nation)
    nation.after = () => next.wake()
    await next.round()
    expect([next.state.contact, calls]).toEqual(['outdated', ['open']])
  })
})
