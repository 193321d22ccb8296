import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ReplicaDatabase, wipe } from './database'
import type { Replica, ReplicaParts } from './replica'
import { aNation, noNetwork, openReplicas, Refused, sessionEnded, TestDisk, type SmallNation } from './testing'

const realPut = IDBObjectStore.prototype.put
const replicas = openReplicas()
const open = (disk: TestDisk, nation: SmallNation, over: Partial<ReplicaParts> = {}): Promise<Replica> =>
  replicas.open(disk, nation, over)
afterEach(() => replicas.close())

/** What a replica holds, and what its nation has. */
const held = (replica: Replica) =>
  Object.fromEntries(
    (['members', 'tasks'] as const).map((table) => [table, [...replica.memory.table(table).rows()].sort(byId)]),
  )
const has = (nation: SmallNation) =>
  Object.fromEntries(
    ['members', 'tasks'].map((table) => [table, [...(nation.tables.get(table)?.values() ?? [])].sort(byId)]),
  )
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

describe('A replica', () => {
  it('is filled, and is there at the next start without a network', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const first = await open(disk, nation)
    await first.round()
    expect(first.state).toMatchObject({ filled: true, contact: 'online', rows: 11, loading: false })
    expect(held(first)).toEqual(has(nation))
    first.close()
    nation.before = () => {
      throw noNetwork()
    }
    const next = await open(disk, nation)
    expect([held(next), next.state.filled]).toEqual([has(nation), true])
    await next.round()
    expect(next.state.contact).toBe('offline')
  })

  it('asks for short tables together, reads on in those that are longer, and is the same after a restart', async () => {
    const asked: string[] = []
    const [disk, nation] = [new TestDisk(), aNation()]
    nation.short = ['tasks', 'polls', 'payments']
    nation.put('polls', ...Array.from({ length: 8 }, (_, n) => ({ id: `p${n}` })))
    nation.put('payments', { id: 'paid' })
    const { calls } = nation
    const first = await open(disk, nation, {
      nation: {
        ...calls,
        rows: (input) => (
          asked.push([input.table, input.also, input.after].filter(Boolean).join(' ')),
          calls.rows(input)
        ),
      },
    })
    await first.round()
    expect(asked.filter((one) => !one.startsWith('members'))).toEqual(['tasks polls,payments', 'polls 14', 'polls 17'])
    const all = (replica: Replica) => [
      held(replica),
      [...replica.memory.table('polls').rows()].map(({ id }) => id),
      [...replica.memory.table('payments').rows()],
    ]
    expect(all(first)).toEqual([has(nation), Array.from({ length: 8 }, (_, n) => `p${n}`), [{ id: 'paid' }]])
    expect(first.state.filled).toBe(true)
    first.close()
    const next = await open(disk, nation)
    expect(all(next)).toEqual(all(first))
  })

  it('goes on where its filling was interrupted, at any page, and reads no page twice', async () => {
    for (let pages = 0; pages < 5; pages++) {
      const [disk, nation] = [new TestDisk(), aNation()]
      let [left, came] = [pages, 0]
      nation.before = (call) => {
        if (call === 'rows' && left-- === 0) throw noNetwork()
      }
      nation.after = (call) => void (call === 'rows' && came++)
      const first = await open(disk, nation)
      await first.round()
      expect(first.state.filled).toBe(false)
      first.close()
      nation.put('members', { id: 'm0', username: 'Renamed' })
      nation.delete('members', 'm9')
      nation.after = () => undefined
      let read = 0
      nation.before = (call) => void (call === 'rows' && read++)
      const next = await open(disk, nation)
      await next.round()
      expect([pages, held(next)]).toEqual([pages, has(nation)])
      expect(read).toBe(5 - came)
    }
  })

  it('is filled in parts that are read at once, and goes on with each where it was interrupted', async () => {
    for (let pages = 0; pages < 7; pages++) {
      const [disk, nation] = [new TestDisk(), aNation()]
      nation.parts = { members: [0, 4, 7] }
      let [left, came] = [pages, 0]
      nation.before = (call) => {
        if (call === 'rows' && left-- === 0) throw noNetwork()
      }
      nation.after = (call) => void (call === 'rows' && came++)
      const first = await open(disk, nation)
      await first.round()
      expect(first.state.filled).toBe(false)
      first.close()
      nation.put('members', { id: 'm9', username: 'Renamed' }, { id: 'm10', username: 'Late' })
      nation.delete('members', 'm1')
      nation.after = () => undefined
      let read = 0
      nation.before = (call) => void (call === 'rows' && read++)
      const next = await open(disk, nation)
      await next.round()
      expect([pages, held(next)]).toEqual([pages, has(nation)])
      expect([pages, read, came]).toEqual([pages, 7 - came, came])
      // What a table had before it is read anew stays until its last part is complete.
      nation.tables.get('members')?.delete('m4')
      nation.again = ['members']
      await next.round()
      expect([pages, held(next)]).toEqual([pages, has(nation)])
    }
  })

  it('follows what changes, also where a table is read anew while its old rows stay', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    nation.put('tasks', { id: 't2', title: 'Mend the clock' })
    nation.delete('members', 'm3')
    await replica.round()
    expect(held(replica)).toEqual(has(nation))
    nation.tables.get('members')?.delete('m4')
    nation.put('members', { id: 'm5', username: 'Anew' })
    nation.again = ['members']
    nation.before = (call) => {
      if (call === 'rows') expect(replica.get('members', 'm4')).toBeDefined()
    }
    await replica.round()
    expect(held(replica)).toEqual(has(nation))
    replica.close()
    expect(held(await open(disk, nation))).toEqual(has(nation))
  })

  it('is filled anew after a reset, for another format, and for another nation', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    nation.reset = true
    nation.tables.get('members')?.delete('m1')
    await replica.round()
    expect(held(replica)).toEqual(has(nation))
    replica.close()
    nation.id = 'nation-two'
    nation.tables.get('tasks')?.clear()
    const next = await open(disk, nation)
    await next.round()
    expect(held(next)).toEqual(has(nation))
    nation.format = 99
    next.close()
    const old = await open(disk, nation)
    await old.round()
    expect(old.state.contact).toBe('newerServer')
  })

  it('has many increments written together, and loses none', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    for (let n = 0; n < 80; n++) {
      nation.put('members', { id: `m${n % 12}`, username: `Named ${n}` })
      if (n % 7 === 0) nation.delete('members', `m${n % 5}`)
      await replica.round()
    }
    expect(held(replica)).toEqual(has(nation))
    replica.close()
    const database = new ReplicaDatabase('here', disk.options)
    await database.open()
    expect(await database.batches.count()).toBeLessThan(70)
    database.close()
    expect(held(await open(disk, nation))).toEqual(has(nation))
  })

  it('shows nothing in the clear, and says when its key is another one', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    await replica.addCommand({ call: 'broadcast.create', input: { message: 'A secret.' }, base: null })
    replica.close()
    const database = new ReplicaDatabase('here', disk.options)
    await database.open()
    const stored = [await database.meta.toArray(), await database.batches.toArray(), await database.outbox.toArray()]
    const text = stored.flat().map(({ sealed }) => new TextDecoder('latin1').decode(sealed))
    expect(text.join()).not.toMatch(/Citizen|harbour|secret/)
    database.close()
    const strange = await open(disk, nation, { key: new Uint8Array(32).fill(8) })
    expect(strange.state.notice).toBe('wrongKey')
    await strange.round()
    expect(held(strange)).toEqual(has(nation))
    strange.close()
    const mine = await open(disk, nation)
    expect([mine.state.notice, mine.outbox.entries.length]).toEqual([null, 1])
  })

  it('is filled anew where a record is damaged, and keeps its outbox', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    await replica.addCommand({ call: 'broadcast.create', input: { message: 'Hear.' }, base: null })
    replica.close()
    const database = new ReplicaDatabase('here', disk.options)
    await database.open()
    const first = await database.batches.orderBy('n').first()
    first!.sealed[20] = first!.sealed[20]! ^ 1
    await database.batches.put(first!)
    database.close()
    const next = await open(disk, nation)
    expect([next.state.notice, next.outbox.entries.length]).toEqual(['damaged', 1])
    await next.round()
    expect(held(next)).toEqual(has(nation))
  })

  it('keeps rows in memory where the disk is full, sends what waits, and is filled anew at the next start', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    nation.run = () => ({ id: 'm1', username: 'Made a moderator' })
    const replica = await open(disk, nation)
    await replica.round()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value,
      key,
    ) {
      if (this.name === 'batches') throw new DOMException('There is no room.', 'QuotaExceededError')
      return realPut.apply(this, [value, key])
    })
    nation.put('members', { id: 'm2', username: 'Renamed' })
    await replica.round()
    expect(replica.state.notice).toBe('full')
    await replica.addCommand({ call: 'broadcast.create', input: { message: 'Hear.' }, base: null })
    await replica.round()
    put.mockRestore()
    expect([replica.outbox.entries, nation.sent.length]).toEqual([[], 1])
    expect(replica.get('members', 'm2')?.username).toBe('Renamed')
    replica.close()
    const next = await open(disk, nation)
    expect(next.state.rows).toBe(0)
    await next.round()
    expect(held(next)).toEqual(has(nation))
  })

  it('is in memory alone where there is no key', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation, { key: null })
    await replica.round()
    expect([replica.state.notice, held(replica)]).toEqual(['noKey', has(nation)])
    expect(await disk.indexedDB.databases()).toEqual([])
  })

  it('is deleted when its sign-in was ended, also where the deletion is interrupted', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    nation.before = () => {
      throw sessionEnded()
    }
    await replica.round()
    expect(replica.state).toMatchObject({ notice: 'wiped', contact: 'ended', rows: 0, filled: false, unread: null })
    expect(held(replica)).toEqual({ members: [], tasks: [] })
    expect(await disk.indexedDB.databases()).toEqual([])
    nation.before = () => undefined
    const next = await open(disk, nation)
    await next.round()
    next.close()
    const database = new ReplicaDatabase('here', disk.options)
    await database.open()
    await database.meta.put({ n: 'wiped', sealed: new Uint8Array() })
    database.close()
    expect((await open(disk, nation)).state.rows).toBe(0)
    await wipe('here', disk.options)
  })

  it('keeps its rows when the sign-in only ran out', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    nation.before = () => {
      throw new Refused(401, 'token_expired')
    }
    await replica.round()
    expect([replica.state.contact, replica.state.rows]).toEqual(['signInNeeded', 11])
  })

  it('is shared by windows: one fills it, all have it', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const [one, other] = [await open(disk, nation), await open(disk, nation)]
    await one.round()
    const all = has(nation)
    await expect.poll(() => held(other)).toEqual(all)
    await other.addCommand({ call: 'broadcast.create', input: { message: 'Hear.' }, base: null })
    await expect.poll(() => one.outbox.entries.length).toBe(1)
  })
})
