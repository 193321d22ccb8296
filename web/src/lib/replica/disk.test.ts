import { afterEach, describe, expect, it } from 'vitest'
import { ReplicaDatabase } from './database'
import type { Replica, ReplicaParts } from './replica'
import { cipherOf } from './cipher'
import { aNation, openReplicas, TestDisk, type SmallNation } from './testing'

const replicas = openReplicas()
const open = (disk: TestDisk, nation: SmallNation, over: Partial<ReplicaParts> = {}): Promise<Replica> =>
  replicas.open(disk, nation, over)
afterEach(() => replicas.close())

const say = (replica: Replica, message: string) =>
  replica.addCommand({ call: 'broadcast.create', input: { message }, base: null })
const names = (replica: Replica) => [...replica.memory.table('members').rows()].map(({ username }) => username).sort()
const namesIn = (nation: SmallNation) =>
  [...nation.tables.get('members')!.values()].map(({ username }) => username).sort()

/** Changes what is stored, as only a fault of the disk does. */
async function onDisk(disk: TestDisk, change: (database: ReplicaDatabase) => Promise<unknown>): Promise<void> {
  const database = new ReplicaDatabase('here', disk.options)
  await database.open()
  await change(database)
  database.close()
}

describe('Another administrator on one profile', () => {
  it('sees no row of the first one, sends none of their entries, and overwrites none', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const alma = await open(disk, nation)
    await alma.round()
    const hers = await say(alma, 'Of Alma.')
    alma.close()
    const bela = await open(disk, nation, { me: 'bela' })
    expect([bela.state.rows, bela.outbox.entries, bela.state.otherEntries]).toEqual([0, [], 1])
    nation.run = ({ input }) => ({ id: 'b1', message: input.message })
    await bela.round()
    const his = await say(bela, 'Of Bela.')
    await bela.round()
    expect([nation.sent, names(bela)]).toEqual([[his.key], namesIn(nation)])
    bela.close()
    const again = await open(disk, nation)
    expect([again.state.rows, again.outbox.entries.map(({ key }) => key)]).toEqual([0, [hers.key]])
    await again.round()
    expect([nation.sent, again.outbox.entries]).toEqual([[his.key, hers.key], []])
  })

  it('finds the rows of the first one gone from the disk with the first contact that is tried', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const alma = await open(disk, nation)
    await alma.round()
    alma.close()
    nation.before = () => {
      throw new Error('Nothing is asked before.')
    }
    const bela = await open(disk, nation, { me: 'bela' })
    await expect(bela.round()).rejects.toThrow()
    await onDisk(disk, async ({ batches, meta }) =>
      expect([await batches.count(), await meta.get('kept')]).toEqual([0, undefined]),
    )
  })
})

describe('Two windows', () => {
  it('lose no row where one begins anew, and mix no two nations', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const [one, other] = [await open(disk, nation), await open(disk, nation)]
    await one.round()
    nation.id = 'nation-two'
    nation.tables.get('members')?.delete('m1')
    nation.put('members', { id: 'm0', username: 'Of the second nation' })
    await other.round()
    nation.put('members', { id: 'm2', username: 'Renamed' })
    await one.round()
    await one.round()
    expect(names(one)).toEqual(namesIn(nation))
    const next = await open(disk, nation)
    expect(names(next)).toEqual(namesIn(nation))
  })

  it('have damage mended by the one that leads; the other deletes nothing', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const leader = await open(disk, nation)
    await leader.round()
    await onDisk(disk, async ({ batches }) => {
      const found = (await batches.toCollection().last())!
      await batches.put({ ...found, sealed: found.sealed.map((byte, at) => (at === 20 ? byte ^ 1 : byte)) })
    })
    const other = await open(disk, nation)
    expect(other.state.notice).toBe('damaged')
    await onDisk(disk, async ({ batches }) => expect(await batches.count()).toBeGreaterThan(1))
    await leader.round()
    await expect.poll(() => names(other)).toEqual(namesIn(nation))
  })
})

describe('What is stored', () => {
  it('is damaged, and of no other key, where the position cannot be read', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    await say(replica, 'Hear.')
    replica.close()
    for (const name of ['kept', 'key'])
      await onDisk(disk, async ({ meta }) => {
        const found = (await meta.get(name))!
        await meta.put({ ...found, sealed: found.sealed.map((byte, at) => (at === 20 ? byte ^ 1 : byte)) })
      })
    const next = await open(disk, nation)
    expect([next.state.notice, next.outbox.entries.length]).toEqual(['damaged', 1])
    await next.round()
    expect(names(next)).toEqual(namesIn(nation))
  })

  it('is of another key also where the outbox alone is left', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    await say(replica, 'Hear.')
    replica.close()
    await onDisk(disk, ({ meta }) => meta.bulkDelete(['kept', 'key']))
    expect((await open(disk, nation, { key: new Uint8Array(32).fill(8) })).state.notice).toBe('wrongKey')
  })

  it('opens at its own place alone: an entry that was copied to another number is lost, and not sent twice', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    await say(replica, 'Hear.')
    replica.close()
    await onDisk(disk, async ({ outbox }) => outbox.put({ ...(await outbox.get(1))!, n: 2 }))
    const next = await open(disk, nation)
    expect([next.outbox.entries.map(({ n }) => n), next.state.lostEntries]).toEqual([[1], 1])
    // A new one is written over none of them.
    expect((await say(next, 'More.')).n).toBe(3)
  })

  it('of the time before epochs gives way to a new snapshot, under its key alone', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const cipher = await cipherOf(new Uint8Array(32).fill(7))
    const sealed = (place: string) =>
      cipher.encrypt(place, { nation: nation.id, next: 2, jobs: [], since: {}, small: [] })
    await onDisk(disk, async ({ meta, batches, outbox }) => {
      await meta.put({ n: 'kept', sealed: await sealed('kept') })
      await batches.put({ n: 1, sealed: await sealed('batch 1') })
      await outbox.put({ n: 1, sealed: await sealed('entry') })
    })
    const strange = await open(disk, nation, { key: new Uint8Array(32).fill(8) })
    expect(strange.state.notice).toBe('wrongKey')
    const replica = await open(disk, nation)
    expect([replica.state.notice, replica.state.lostEntries]).toEqual([null, 1])
    await replica.round()
    replica.close()
    expect(names(await open(disk, nation))).toEqual(namesIn(nation))
  })
})
