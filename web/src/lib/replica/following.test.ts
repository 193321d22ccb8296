import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { rest } from './browser'
import type { Replica, ReplicaParts } from './replica'
import { SearchableMemory } from './search'
import { aNation, openReplicas, Refused, TestDisk, type SmallNation } from './testing'

const replicas = openReplicas()
const open = (disk: TestDisk, nation: SmallNation, over: Partial<ReplicaParts> = {}): Promise<Replica> =>
  replicas.open(disk, nation, over)
afterEach(() => {
  replicas.close()
  vi.restoreAllMocks()
})

/** Rests until it is woken, and remembers how many rounds had failed before each rest. */
function longRests() {
  const failures: number[] = []
  const longRest = (signal: AbortSignal, failed: number) => {
    failures.push(failed)
    return new Promise<void>((resolve) => {
      if (signal.aborted) return resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
  return { failures, rest: longRest }
}

const say = (replica: Replica, message: string) =>
  replica.addCommand({ call: 'broadcast.create', input: { message }, base: null })

describe('Following', () => {
  it('sends what another window queues while the leader rests', async () => {
    const [disk, nation, { failures, rest }] = [new TestDisk(), aNation(), longRests()]
    nation.run = ({ input }) => ({ id: 'b1', message: input.message })
    const leader = await open(disk, nation, { rest })
    void leader.follow()
    await expect.poll(() => failures.length).toBe(1)
    const other = await open(disk, nation, { rest })
    void other.follow()
    const { key } = await say(other, 'Hear.')
    await expect.poll(() => nation.sent).toEqual([key])
    await expect.poll(() => other.outbox.entries).toEqual([])
  })

  it('tells every window where the one that leads stands with the server', async () => {
    const [disk, nation, { failures, rest }] = [new TestDisk(), aNation(), longRests()]
    let now = 1_000
    const over = { rest, now: () => now }
    const leader = await open(disk, nation, over)
    void leader.follow()
    await expect.poll(() => failures.length).toBe(1)
    const other = await open(disk, nation, over)
    void other.follow()
    await expect.poll(() => other.state).toMatchObject({ leading: false, contact: 'online', syncedAt: 1_000 })
    nation.before = () => {
      throw new Refused(0, 'network')
    }
    now = 5_000
    leader.wake()
    await expect.poll(() => other.state).toMatchObject({ contact: 'offline', syncedAt: 1_000 })
  })

  it('tells a window that was open before the first filling when that is complete, and lets it queue', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    nation.run = ({ input }) => ({ id: 'b1', message: input.message })
    const [leader, other] = [await open(disk, nation), await open(disk, nation)]
    await expect(say(other, 'Too early.')).rejects.toThrow('never filled')
    await leader.round()
    await expect.poll(() => other.state).toMatchObject({ filled: true, rows: leader.state.rows })
    expect((await say(other, 'Hear.')).state).toEqual({ is: 'waiting' })
  })

  it('tells every window that another nation answers at the address', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const [leader, other] = [await open(disk, nation), await open(disk, nation)]
    await leader.round()
    await expect.poll(() => other.state).toMatchObject({ filled: true, notice: null })
    nation.id = 'nation-two'
    leader.close()
    const next = await open(disk, nation)
    await next.round()
    expect(next.state.notice).toBe('anotherNation')
    await expect.poll(() => other.state).toMatchObject({ filled: true, notice: 'anotherNation' })
  })

  it('knows after a restart without a network when its rows were last the server’s', async () => {
    const [disk, nation, minute] = [new TestDisk(), aNation(), 60_000]
    let now = minute
    const over = { now: () => now }
    const before = await open(disk, nation, over)
    await before.round()
    // Nothing changed: that is known, too, and written once a minute.
    now = 5 * minute
    await before.round()
    now += minute - 1
    await before.round()
    before.close()
    nation.before = () => {
      throw new Refused(0, 'network')
    }
    now = 90 * minute
    const after = await open(disk, nation, over)
    expect(after.state.syncedAt).toBe(5 * minute)
    await after.round()
    expect(after.state).toMatchObject({ contact: 'offline', syncedAt: 5 * minute })
  })

  it('does not say that rows are the server’s before every table was read', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    let pages = 0
    nation.before = (call) => {
      if (call === 'rows' && ++pages > 2) throw new Refused(0, 'network')
    }
    const before = await open(disk, nation, { now: () => 7 })
    await before.round()
    before.close()
    expect((await open(disk, nation)).state).toMatchObject({ filled: false, syncedAt: null })
  })

  it('is taken over by another window when the first one closes, and by none that was closed while it waited', async () => {
    const [disk, nation, { failures, rest }] = [new TestDisk(), aNation(), longRests()]
    const [first, closed, last] = [
      await open(disk, nation, { rest }),
      await open(disk, nation, { rest }),
      await open(disk, nation, { rest }),
    ]
    const following = first.follow()
    await expect.poll(() => failures.length).toBe(1)
    const waiting = closed.follow()
    void last.follow()
    closed.close()
    first.close()
    await Promise.all([following, waiting])
    nation.put('members', { id: 'm2', username: 'Renamed' })
    last.wake()
    await expect.poll(() => last.memory.table('members').get('m2')?.username).toBe('Renamed')
  })

  it('goes on after an unexpected error, rests longer, and says what is wrong until it is over', async () => {
    const [disk, nation, { failures, rest }] = [new TestDisk(), aNation(), longRests()]
    let isBroken = true
    nation.before = () => {
      if (isBroken) throw new TypeError('Unexpected.')
    }
    const replica = await open(disk, nation, { rest })
    void replica.follow()
    await expect.poll(() => replica.state.trouble).toBe('Unexpected.')
    await expect.poll(() => failures).toEqual([1])
    replica.wake()
    await expect.poll(() => failures).toEqual([1, 2])
    isBroken = false
    replica.wake()
    await expect.poll(() => failures).toEqual([1, 2, 0])
    expect([replica.state.trouble, replica.state.filled]).toEqual([null, true])
  })

  it('rests not at all where it was woken before', async () => {
    vi.useFakeTimers()
    await rest(AbortSignal.abort())
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })
})

describe('After a wipe', () => {
  it('no row comes back with an answer that was under way, also without a disk', async () => {
    for (const key of [null, new Uint8Array(32).fill(7)]) {
      const [disk, nation] = [new TestDisk(), aNation()]
      const replica = await open(disk, nation, { key })
      await replica.round()
      nation.put('members', { id: 'm2', username: 'Too late' })
      let wiping: Promise<void> | undefined
      nation.after = (call) => {
        if (call === 'changes') wiping ??= replica.wipe()
      }
      await replica.round()
      await wiping
      expect([replica.memory.size, replica.state.notice]).toEqual([0, 'wiped'])
    }
  })

  it('no text of the search is left', async () => {
    const [disk, nation, memory] = [new TestDisk(), aNation(), new SearchableMemory()]
    nation.put('gazette', { id: '1', kind: 'polls.opened', at: 1, sentence: ['A secret piece.'] })
    const replica = await open(disk, nation, { memory })
    await replica.round()
    expect((await memory.search('secret')).length).toBe(1)
    await replica.wipe()
    expect([memory.nodes.size, await memory.search('secret')]).toEqual([0, []])
  })
})

describe('A full disk', () => {
  it('is reported to the screens of every window, also where a command cannot be queued', async () => {
    for (const full of ['batches', 'outbox']) {
      const [disk, nation] = [new TestDisk(), aNation()]
      const [leader, other] = [await open(disk, nation), await open(disk, nation)]
      await leader.round()
      const put = IDBObjectStore.prototype.put
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
        if (this.name === full) throw new DOMException('There is no room.', 'QuotaExceededError')
        return put.apply(this, [value, key])
      })
      nation.put('members', { id: 'm2', username: 'Renamed' })
      if (full === 'batches') await leader.round()
      else await expect(say(leader, 'Hear.')).rejects.toThrow()
      vi.restoreAllMocks()
      expect([leader.state.notice, other.state.notice]).toEqual(['full', 'full'])
    }
  })

  it('does not look like a first filling to a window that has its rows', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const [leader, other] = [await open(disk, nation), await open(disk, nation)]
    await leader.round()
    await expect.poll(() => other.state.filled).toBe(true)
    const put = IDBObjectStore.prototype.put
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (this.name === 'batches') throw new DOMException('There is no room.', 'QuotaExceededError')
      return put.apply(this, [value, key])
    })
    nation.put('members', { id: 'm2', username: 'Renamed' })
    await leader.round()
    nation.put('members', { id: 'm2', username: 'Renamed again' })
    await leader.round()
    // The leader's message has arrived once the outbox is read, whose message comes after it.
    await say(leader, 'Hear.')
    await expect.poll(() => other.outbox.entries.length).toBe(1)
    expect(other.state).toMatchObject({ notice: 'full', filled: true, rows: 11 })
  })
})

describe('An outbox', () => {
  it('names a refused creation anew when it is sent again, with what waits for it', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    const made = await say(replica, 'Hear.')
    await replica.addCommand({ call: 'broadcast.delete', input: { messageId: made.id }, base: null })
    nation.run = () => {
      throw new Refused(400, 'invalid_input')
    }
    await replica.round()
    await replica.sendAgain(made.key)
    const [again, after] = replica.outbox.entries
    expect(again!.id).toBe(`new:${again!.key}`)
    expect([again!.key === made.key, after!.id, after!.input.messageId]).toEqual([false, again!.id, again!.id])
    await replica.takeTheirs(again!.key)
    expect(replica.outbox.entries).toEqual([])
  })

  it('begins anew where a reset comes of another nation', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    nation.reset = true
    nation.id = 'nation-two'
    nation.tables.get('members')?.delete('m1')
    await replica.round()
    expect(replica.get('members', 'm1')).toBeUndefined()
    const { nation: of } = await say(replica, 'Hear.')
    expect(of).toBe('nation-two')
  })

  it('misses nothing that changes while it begins anew after such a reset', async () => {
    const nation = aNation()
    const replica = await open(new TestDisk(), nation)
    await replica.round()
    nation.reset = true
    nation.id = 'nation-two'
    let pages = 0
    nation.after = (call) => {
      if (call !== 'rows' || ++pages !== 2) return
      nation.put('members', { id: 'm0', username: 'Renamed' })
      replica.wake()
    }
    await replica.round()
    expect(replica.get('members', 'm0')?.username).toBe('Renamed')
  })
})
