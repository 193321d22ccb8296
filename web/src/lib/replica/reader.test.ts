import { afterEach, expect, it, vi } from 'vitest'
import { Memory } from './memory'
import { openReplicas, SmallNation, someMembers, TestDisk } from './testing'

const replicas = openReplicas()
afterEach(() => {
  replicas.close()
  vi.unstubAllGlobals()
})

it('The first rows of a stored copy are in memory, and can be drawn, before the others are read', async () => {
  const [nation, disk] = [new SmallNation(), new TestDisk()]
  nation.put('members', ...someMembers(30))
  const first = await replicas.open(disk, nation)
  await first.round()
  first.close()
  const memory = new Memory()
  const turns: { readonly priority: string; readonly rows: number }[] = []
  const postTask = async (task: () => void, { priority }: { priority: string }) => {
    turns.push({ priority, rows: memory.size })
    await new Promise((resolve) => setTimeout(resolve))
    // Nothing was read meanwhile.
    expect(memory.size).toBe(turns.at(-1)?.rows)
    task()
  }
  vi.stubGlobal('scheduler', { postTask })
  await replicas.open(disk, nation, { memory })
  expect(turns[0]).toEqual({ priority: 'background', rows: 3 })
  expect(memory.size).toBe(30)
})
