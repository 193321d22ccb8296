import fc from 'fast-check'
import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ReplicaDatabase } from './database'
import type { Replica, ReplicaParts } from './replica'
import { openStore } from './encrypted-store'
import { aNation, noNetwork, openReplicas, SmallNation, someMembers, TestDisk } from './testing'
import type { Row } from './types'

const replicas = openReplicas()
const open = (disk: TestDisk, nation: SmallNation, over: Partial<ReplicaParts> = {}): Promise<Replica> =>
  replicas.open(disk, nation, over)
afterEach(() => {
  replicas.close()
  vi.restoreAllMocks()
})

/** Every row that can be read on the disk with the key, once for each copy. */
async function onDisk(disk: TestDisk): Promise<[string, Row][]> {
  const { name, key, options } = { ...disk.parts(new SmallNation().calls), options: disk.options }
  const store = await openStore(name, key!, options)
  const rows: [string, Row][] = []
  const meta = await store.meta()
  for await (const { batch } of store.batches(meta!.epoch, 0))
    for (const [table, put] of Object.entries(batch.put)) rows.push(...put.map((row): [string, Row] => [table, row]))
  store.close()
  return rows
}

const sorted = (rows: readonly [string, Row][]) => rows.map((row) => JSON.stringify(row)).sort()
const ofNation = ({ tables }: SmallNation) =>
  sorted([...tables].flatMap(([table, rows]) => [...rows.values()].map((row): [string, Row] => [table, row])))
const inMemory = (replica: Replica, nation: SmallNation) =>
  sorted(
    [...nation.tables.keys()].flatMap((table) =>
      [...replica.memory.table(table as 'members').rows()].map((row): [string, Row] => [table, row]),
    ),
  )

/** Lets something happen before the given write to the stored batches, or beside them. */
function atWrite(number: number, happen: () => void): void {
  let count = 0
  for (const method of ['put', 'delete'] as const) {
    const real = IDBObjectStore.prototype[method] as (...args: unknown[]) => unknown
    const spied = function (this: IDBObjectStore, ...args: unknown[]) {
      if (count++ === number) happen()
      return real.apply(this, args)
    }
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(spied as never)
  }
}

describe('On the disk', () => {
  it('no row is left that is gone, with its older copies, and no words that were taken back', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    nation.put('members', { id: 'm3', username: 'Renamed 3' })
    await replica.round()
    nation.delete('members', 'm3')
    nation.put('tasks', { id: 't1', title: '' })
    await replica.round()
    expect(sorted(await onDisk(disk)).join()).not.toMatch(/Citizen 3|Renamed 3|harbour/)
    expect(sorted(await onDisk(disk))).toEqual(ofNation(nation))
    replica.close()
    expect(inMemory(await open(disk, nation), nation)).toEqual(ofNation(nation))
  })

  it('no page is left of a table that was read anew', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    nation.delete('members', 'm4')
    nation.put('members', { id: 'm5', username: 'Anew' })
    nation.again = ['members']
    await replica.round()
    expect(sorted(await onDisk(disk))).toEqual(ofNation(nation))
  })

  it('a row that is gone is left by a console that is stopped at once, and goes with its next start, also offline', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    nation.delete('members', 'm3')
    replica.watch(() => {
      if (!replica.memory.table('members').get('m3')) replica.close()
    })
    await replica.round()
    expect(sorted(await onDisk(disk)).join()).toContain('Citizen 3')
    nation.before = () => {
      throw noNetwork()
    }
    const next = await open(disk, nation)
    await next.round()
    expect(sorted(await onDisk(disk))).toEqual(ofNation(nation))
    expect(inMemory(next, nation)).toEqual(ofNation(nation))
  })

  it('neither a row nor the duty is lost, whichever write a console is stopped at', async () => {
    let stopped = true
    for (let at = 0; stopped; at++) {
      const [disk, nation] = [new TestDisk(), aNation()]
      const replica = await open(disk, nation)
      await replica.round()
      nation.put('members', { id: 'm4', username: 'Renamed 4' })
      nation.delete('members', 'm3')
      nation.delete('members', 'm7')
      stopped = false
      atWrite(at, () => {
        stopped = true
        throw new Error('The console is stopped.')
      })
      await replica.round().catch(() => undefined)
      vi.restoreAllMocks()
      replica.close()
      const next = await open(disk, nation)
      await next.round()
      expect([at, sorted(await onDisk(disk)), inMemory(next, nation)]).toEqual([at, ofNation(nation), ofNation(nation)])
      expect([stopped || at > 5, next.state.notice]).toEqual([true, null])
      next.close()
    }
  })

  it('rows that were only replaced go little by little, and no increment writes much again', async () => {
    const [disk, nation] = [new TestDisk(), new SmallNation()]
    nation.pageSize = 1_000
    nation.put('members', ...someMembers(12_000))
    let now = 0
    const replica = await open(disk, nation, { now: () => now })
    await replica.round()
    // A thousand changes, in every page.
    nation.put(
      'members',
      ...someMembers(12_000).flatMap((row, n) => (n % 12 ? [] : [{ ...row, username: `New ${n}` }])),
    )
    let writes = 0
    const put = IDBObjectStore.prototype.put
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (this.name === 'batches') writes++
      return put.apply(this, args)
    })
    await replica.round()
    expect(writes).toBe(1)
    const rounds: number[] = []
    for (; rounds.length < 4; rounds.push(writes)) {
      writes = 0
      now += 30_000
      await replica.round()
    }
    expect(rounds).toEqual([4, 4, 4, 0])
    expect(sorted(await onDisk(disk))).toEqual(ofNation(nation))
  })

  it('a damaged batch is found, and everything is filled anew', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    const database = new ReplicaDatabase('here', disk.options)
    await database.open()
    await database.batches.toCollection().modify(({ sealed }) => void (sealed[20] = sealed[20]! ^ 1))
    database.close()
    nation.delete('members', 'm3')
    await replica.round()
    expect(replica.state.notice).toBe('damaged')
    await replica.round()
    expect(sorted(await onDisk(disk))).toEqual(ofNation(nation))
  })
})

describe('Several windows', () => {
  it('learn that a row is gone also from a batch that was written again before they read it', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const leader = await open(disk, nation)
    await leader.round()
    const deaf = await open(disk, nation, { channel: () => ({ tell: () => undefined, close: () => undefined }) })
    nation.delete('members', 'm3')
    nation.put('tasks', { id: 't1', title: 'Mend the clock' })
    await leader.round()
    nation.put('tasks', { id: 't1', title: 'Wind the clock' })
    await leader.round()
    leader.close()
    expect(sorted(await onDisk(disk)).join()).not.toContain('Mend')
    await deaf.round()
    expect(inMemory(deaf, nation)).toEqual(ofNation(nation))
  })

  it('read all rows while another one writes batches again, and go on from there', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    nation.pageSize = 1
    const [leader, other] = [await open(disk, nation), await open(disk, nation)]
    await leader.round()
    for (let n = 0; n < 9; n++) {
      nation.delete('members', `m${n}`)
      const [late] = await Promise.all([open(disk, nation), leader.round()])
      await expect.poll(() => inMemory(late, nation)).toEqual(ofNation(nation))
      late.close()
    }
    await expect.poll(() => inMemory(other, nation)).toEqual(ofNation(nation))
    leader.close()
    nation.delete('members', 'm9')
    await other.round()
    expect(sorted(await onDisk(disk))).toEqual(ofNation(nation))
    expect(inMemory(other, nation)).toEqual(ofNation(nation))
  })
})

it('Whatever changes, and whenever consoles are stopped, in the end the disk holds each row once and no other', async () => {
  const step = fc.record({
    do: fc.constantFrom('put', 'put', 'delete', 'round', 'round', 'stop', 'again', 'lead'),
    table: fc.constantFrom('members', 'tasks', 'gazette'),
    id: fc.nat({ max: 7 }),
    at: fc.nat({ max: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const [disk, nation] = [new TestDisk(), aNation()]
      nation.put('gazette', { id: '1', kind: 'polls.opened', at: 1, sentence: ['One.'] })
      let [now, said] = [0, 0]
      const opened = () => open(disk, nation, { now: () => now })
      let windows = [await opened(), await opened()]
      for (const { do: what, table, id: number, at } of steps) {
        const id = table === 'members' ? `m${number}` : String(number)
        now += 10_000
        if (what === 'put')
          nation.put(table, { id, kind: 'k', at: 1, sentence: [`Said ${++said}.`], username: `N ${said}` })
        if (what === 'delete') nation.delete(table, id)
        if (what === 'again') nation.again = [table]
        if (what === 'round') await windows[0]!.round()
        if (what === 'lead') {
          windows[0]!.close()
          windows = [windows[1]!, await opened()]
        }
        if (what === 'stop') {
          atWrite(at, () => {
            throw new Error('The console is stopped.')
          })
          await windows[0]!.round().catch(() => undefined)
          vi.restoreAllMocks()
          windows[0]!.close()
          windows = [windows[1]!, await opened()]
        }
      }
      for (let n = 0; n < 3; n++) {
        now += 30_000
        await windows[0]!.round()
      }
      expect(sorted(await onDisk(disk))).toEqual(ofNation(nation))
      for (const window of windows) await expect.poll(() => inMemory(window, nation)).toEqual(ofNation(nation))
      for (const window of windows) window.close()
    }),
    { numRuns: 40 },
  )
})
