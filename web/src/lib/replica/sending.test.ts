import { commandLifetimeMs } from '@nation/domain/commands'
import { afterEach, describe, expect, it } from 'vitest'
import { MayBeDone } from './outbox'
import type { Replica, ReplicaParts } from './replica'
import { versionOf } from './version'
import { aNation, noNetwork, openReplicas, Refused, TestDisk, type SmallNation } from './testing'

const replicas = openReplicas()
const open = (disk: TestDisk, nation: SmallNation, over: Partial<ReplicaParts> = {}): Promise<Replica> =>
  replicas.open(disk, nation, over)
afterEach(() => replicas.close())

/** Queues that a task is completed, or open again. */
const finish = (replica: Replica, taskId: string, isDone: boolean) =>
  replica.addCommand({
    call: 'government-tasks.update-status',
    input: { taskId, status: isDone ? 'completed' : 'open' },
    base: replica.memory.table('tasks').get(taskId) ?? null,
  })

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
    expect([next.state.contact, calls]).toEqual(['newerServer', ['open']])
  })

  it.each([
    [500, 'internal'],
    [503, 'feature_off'],
    [429, 'rate_limited'],
  ])('goes past an entry that is answered %i %s, which is sent in the next round', async (status, code) => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    const first = await finish(replica, 't1', true)
    const second = await finish(replica, 't1', false)
    const other = await finish(replica, 't2', true)
    nation.put('members', { id: 'm5', username: 'Renamed' })
    const asked: string[] = []
    let isDown = true
    nation.run = (command) => {
      asked.push(command.key)
      if (isDown && command.key === first.key) throw new Refused(status, code)
      return { id: String(command.input.taskId), username: 'Flagged' }
    }
    await replica.round()
    expect(asked).toEqual([first.key, other.key])
    expect(replica.memory.table('members').get('m5')?.username).toBe('Renamed')
    expect(replica.outbox.entries.map(({ key }) => key)).toEqual([first.key, second.key])
    expect(replica.outbox.entries[0]?.held).toEqual({ code, sentence: code })
    isDown = false
    await replica.round()
    expect([asked.slice(2), replica.outbox.entries]).toEqual([[first.key, second.key], []])
  })

  it.each([
    [503, 'feature_off', true],
    [429, 'rate_limited', true],
    [500, 'internal', false],
  ])('that was answered %i %s may be discarded (%s), where nothing of it was done', async (status, code, mayBe) => {
    const [disk, nation] = [new TestDisk(), aNation()]
    let now = 0
    const replica = await open(disk, nation, { now: () => now })
    await replica.round()
    const { key } = await finish(replica, 't1', true)
    nation.run = () => {
      throw new Refused(status, code)
    }
    await replica.round()
    now = commandLifetimeMs
    await replica.round()
    expect(replica.outbox.entries.map(({ state }) => state.is)).toEqual([mayBe ? 'waiting' : 'unknown'])
    expect(nation.sent.length).toBe(mayBe ? 2 : 1)
    await replica.takeTheirs(key)
    expect(replica.outbox.entries).toEqual([])
  })

  it('that was sent without an answer may have been done, whatever its repeat is answered', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    const { key } = await finish(replica, 't1', true)
    nation.after = (call) => {
      if (call === 'run') throw noNetwork()
    }
    await replica.round()
    nation.after = () => undefined
    nation.run = () => {
      throw new Refused(503, 'feature_off')
    }
    await replica.round()
    expect(replica.outbox.entries[0]?.held?.code).toBe('feature_off')
    await expect(replica.takeTheirs(key)).rejects.toThrow(MayBeDone)
  })

  it('to make a row is not sent before one that is to make another in its table; once that was refused it is', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    const say = (message: string) => replica.addCommand({ call: 'broadcast.create', input: { message }, base: null })
    await say('First.')
    await say('Second.')
    const asked: unknown[] = []
    let answer = new Refused(503, 'feature_off')
    nation.run = ({ input }) => {
      asked.push(input.message)
      if (input.message === 'First.') throw answer
      return { id: 'b2', message: input.message }
    }
    await replica.round()
    expect(asked).toEqual(['First.'])
    answer = new Refused(400, 'broadcast_empty')
    await replica.round()
    expect(asked).toEqual(['First.', 'First.', 'Second.'])
  })

  it.each([
    [0, 'network', 'offline'],
    [401, 'token_expired', 'signInNeeded'],
    [401, 'token_invalid', 'signInNeeded'],
    [401, 'session_reused', 'signInNeeded'],
  ])('ends its round where an entry is answered %i %s', async (status, code, contact) => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    await finish(replica, 't1', true)
    await finish(replica, 't2', true)
    let asked = 0
    nation.run = () => {
      asked++
      throw new Refused(status, code)
    }
    await replica.round()
    expect([asked, replica.state.contact]).toEqual([1, contact])
  })

  it('is refused, and asked about, where the nation forbids it; the next one is sent', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    await finish(replica, 't1', true)
    await finish(replica, 't2', true)
    nation.run = ({ input }) => {
      if (input.taskId === 't1') throw new Refused(403, 'forbidden')
      return { id: String(input.taskId), username: 'Flagged' }
    }
    await replica.round()
    expect(replica.outbox.entries.map(({ state }) => state)).toEqual([
      { is: 'refused', code: 'forbidden', sentence: 'forbidden' },
    ])
    expect(replica.state).toMatchObject({ contact: 'online', notice: null })
  })

  it('stays as it is where another server answers in the nation’s place, and is sent to the nation later', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    const first = await finish(replica, 't1', true)
    const second = await finish(replica, 't2', true)
    let asked = 0
    nation.run = () => {
      asked++
      throw new Refused(403, 'forbidden', {}, 'another server')
    }
    await replica.round()
    expect([asked, replica.state.contact]).toEqual([1, 'refused'])
    expect(replica.outbox.entries.map(({ key, state }) => [key, state.is])).toEqual([
      [first.key, 'waiting'],
      [second.key, 'waiting'],
    ])
    nation.run = ({ input }) => ({ id: String(input.taskId), username: 'Flagged' })
    await replica.round()
    expect([replica.state.contact, replica.outbox.entries]).toEqual(['online', []])
  })

  it('for another nation is not sent, and holds nothing of this one', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    const elsewhere = await finish(replica, 't1', true)
    nation.id = 'nation-two'
    replica.close()
    const next = await open(disk, nation)
    await next.round()
    nation.run = () => ({ id: 'm1', username: 'Flagged' })
    await finish(next, 't1', true)
    await next.round()
    expect(next.outbox.entries.map(({ key }) => key)).toEqual([elsewhere.key])
  })

  it('that was sent, and that the server remembers no more, is never sent by itself', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    let now = 0
    const replica = await open(disk, nation, { now: () => now })
    await replica.round()
    const { key } = await finish(replica, 't1', true)
    nation.after = (call) => {
      if (call === 'run') throw noNetwork()
    }
    await replica.round()
    await expect(replica.takeTheirs(key)).rejects.toThrow(MayBeDone)
    nation.after = () => undefined
    now = commandLifetimeMs
    await replica.round()
    expect([nation.sent, replica.outbox.entries.map(({ state }) => state.is)]).toEqual([[key], ['unknown']])
    await replica.takeTheirs(key)
    expect(replica.outbox.entries).toEqual([])
  })

  it('that was not sent yet is sent at any age', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    let now = 0
    const replica = await open(disk, nation, { now: () => now })
    await replica.round()
    nation.run = () => ({ id: 'm1', username: 'Flagged' })
    await finish(replica, 't1', true)
    now = commandLifetimeMs * 2
    await replica.round()
    expect([nation.sent.length, replica.outbox.entries]).toEqual([1, []])
  })

  it('and that the server knows with another body may have been done', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    await finish(replica, 't1', true)
    nation.run = () => {
      throw new Refused(409, 'idempotency_key_reused')
    }
    await replica.round()
    expect(replica.outbox.entries.map(({ state }) => state.is)).toEqual(['unknown'])
  })

  it('rests on what own commands left behind, also where it was decided on an older row, and in another window', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const tasks = nation.tables.get('tasks')!
    for (const id of ['t1', 't2']) nation.put('tasks', { id, title: id, status: 'open' })
    const [leader, other] = [await open(disk, nation), await open(disk, nation)]
    await leader.round()
    await expect.poll(() => other.memory.table('tasks').get('t1')).toBeDefined()
    nation.runs = async ({ input, version }) => {
      const id = String(input.taskId)
      const theirs = tasks.get(id)!
      if ((await versionOf('tasks', theirs)) !== version)
        throw new Refused(409, 'command_conflict', { theirs: JSON.stringify(theirs) })
      const row = { ...theirs, status: input.status }
      tasks.set(id, row)
      return { row, version: await versionOf('tasks', row) }
    }
    for (const window of [leader, other]) {
      const seen = { ...window.memory.table('tasks').get('t1')! }
      const other = seen.status === 'open' ? 'completed' : 'open'
      const queue = (status: unknown) =>
        window.addCommand({ call: 'government-tasks.update-status', input: { taskId: 't1', status }, base: seen })
      await queue(other)
      await leader.round()
      // Its screen still shows the row as it was.
      await queue(seen.status)
      await leader.round()
      await expect.poll(() => window.outbox.entries).toEqual([])
    }
    // What another administrator did since is a conflict all the same.
    const seen = tasks.get('t2')!
    await finish(leader, 't2', true)
    await leader.round()
    nation.put('tasks', { ...tasks.get('t2')!, priority: 'high' })
    await leader.round()
    await leader.addCommand({
      ...{ call: 'government-tasks.update-status', input: { taskId: 't2', status: 'open' }, base: seen },
    })
    await leader.round()
    expect(leader.outbox.entries.map(({ state }) => state.is)).toEqual(['conflict'])
  })

  it('names a row by its id where it was made since', async () => {
    const [disk, nation] = [new TestDisk(), aNation()]
    const replica = await open(disk, nation)
    await replica.round()
    const row = { id: 'b1', message: 'Hear.', type: 'info', deletedAt: null }
    nation.runs = async () => ({ row, version: await versionOf('broadcasts', row) })
    const made = await replica.addCommand({ call: 'broadcast.create', input: { message: 'Hear.' }, base: null })
    await replica.round()
    const after = await replica.addCommand({ call: 'broadcast.delete', input: { messageId: made.id }, base: null })
    expect([after.id, after.input, after.base]).toEqual(['b1', { messageId: 'b1' }, row])
  })
})
