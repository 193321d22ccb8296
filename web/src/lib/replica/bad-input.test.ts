import { replicaFormat } from '@nation/domain/replica/format'
import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ReplicaDatabase } from './database'
import type { Replica, ReplicaParts } from './replica'
import { aNation, openReplicas, Refused, TestDisk, type SmallNation } from './testing'
import type { Nation } from './types'

const replicas = openReplicas()
const open = (disk: TestDisk, nation: SmallNation, over: Partial<ReplicaParts> = {}): Promise<Replica> =>
  replicas.open(disk, nation, over)
afterEach(() => {
  replicas.close()
  vi.restoreAllMocks()
})

const day = 86_400_000

/** A nation that does each command once under its key, and tells how often it did something. */
function aNationThatDoes(): SmallNation & { readonly done: string[] } {
  const nation = Object.assign(aNation(), { done: [] as string[] })
  nation.run = ({ key, input }) => {
    if (!nation.done.includes(key)) nation.done.push(key)
    return {
      id: typeof input.taskId === 'string' ? input.taskId : `b${nation.done.length}`,
      username: 'Flagged',
      message: input.message,
    }
  }
  return nation
}

const finish = (replica: Replica, taskId: string, isDone: boolean) =>
  replica.addCommand({
    call: 'government-tasks.update-status',
    input: { taskId, status: isDone ? 'completed' : 'open' },
    base: replica.memory.table('tasks').get(taskId) ?? null,
  })

const say = (replica: Replica, message: string) =>
  replica.addCommand({ call: 'broadcast.create', input: { message }, base: null })

/** Damages what is stored of an entry. */
async function damageEntry(disk: TestDisk, n: number): Promise<void> {
  const database = new ReplicaDatabase('here', disk.options)
  await database.open()
  const stored = (await database.outbox.get(n))!
  stored.sealed[20] = stored.sealed[20]! ^ 1
  await database.outbox.put(stored)
  database.close()
}

describe('An entry that cannot be read any more', () => {
  it('is counted, and does not hold those that waited for it: they rest on the row as it was seen', async () => {
    const [disk, nation] = [new TestDisk(), aNationThatDoes()]
    const replica = await open(disk, nation)
    await replica.round()
    const lost = await finish(replica, 't1', true)
    const after = await finish(replica, 't1', false)
    const other = await finish(replica, 't2', true)
    replica.close()
    await damageEntry(disk, lost.n)
    const next = await open(disk, nation)
    expect([next.state.lostEntries, next.outbox.entries.map(({ key }) => key)]).toEqual([1, [after.key, other.key]])
    const versions: (string | null)[] = []
    nation.before = () => undefined
    const { run } = nation
    nation.run = (command) => {
      versions.push(command.version)
      return run(command)
    }
    await next.round()
    // Both rest on what was seen, and none on nothing: where the lost one was carried out, the server says so.
    expect([nation.done, versions]).toEqual([
      [after.key, other.key],
      [lost.version, other.version],
    ])
    expect(next.outbox.entries).toEqual([])
  })

  it('and was to make a row leaves what waited for it to be decided, and nothing of it is sent', async () => {
    const [disk, nation] = [new TestDisk(), aNationThatDoes()]
    const replica = await open(disk, nation)
    await replica.round()
    const made = await say(replica, 'Hear.')
    await replica.addCommand({ call: 'broadcast.delete', input: { messageId: made.id }, base: null })
    replica.close()
    await damageEntry(disk, made.n)
    const next = await open(disk, nation)
    await next.round()
    expect(next.outbox.entries.map(({ state }) => state)).toEqual([{ is: 'conflict', theirs: null }])
    await next.takeTheirs(next.outbox.entries[0]!.key)
    expect([nation.sent, next.outbox.entries]).toEqual([[], []])
  })
})

describe('A full disk', () => {
  it('on which an answer cannot be written has the command repeated under its key, and done once', async () => {
    const [disk, nation] = [new TestDisk(), aNationThatDoes()]
    const replica = await open(disk, nation)
    await replica.round()
    const { key } = await finish(replica, 't1', true)
    const later = await finish(replica, 't2', true)
    const remove = IDBObjectStore.prototype.delete
    let isFull = true
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, at) {
      if (isFull && this.name === 'outbox') throw new DOMException('There is no room.', 'QuotaExceededError')
      return remove.apply(this, [at])
    })
    await replica.round()
    await replica.round()
    expect([replica.state.notice, replica.outbox.entries.map((entry) => entry.key)]).toEqual(['full', [key, later.key]])
    replica.close()
    isFull = false
    const next = await open(disk, nation)
    await next.round()
    expect([nation.done, next.outbox.entries]).toEqual([[key, later.key], []])
    expect(nation.sent.length).toBeGreaterThan(2)
  })
})

describe('What waits, with the copy as it is, waits for', () => {
  const older = new Refused(404, 'unknown_call')
  it.each([
    ['a console as new as the server', { format: replicaFormat + 1 }, 'newerServer'],
    ['a server as new as the console', { format: replicaFormat - 1 }, 'olderServer'],
    ['a server that knows of copies at all', { refusal: older }, 'olderServer'],
    ['a certificate that is trusted', { refusal: new Refused(502, 'internal') }, 'refused'],
    ['a server that answers as a nation does', { refusal: new Refused(403, 'internal') }, 'refused'],
    ['the end of too many calls', { refusal: new Refused(429, 'rate_limited') }, 'refused'],
  ] as const)('%s, and is then sent once', async (_, { format, refusal }: Answering, contact) => {
    const [disk, nation] = [new TestDisk(), aNationThatDoes()]
    const first = await open(disk, nation)
    await first.round()
    const { key } = await finish(first, 't1', true)
    first.close()
    nation.format = format ?? replicaFormat
    nation.before = () => {
      if (refusal) throw refusal
    }
    const replica = await open(disk, nation)
    await replica.round()
    await replica.round()
    const sentence = contact === 'refused' ? refusal!.sentence : null
    expect(replica.state).toMatchObject({ contact, refusal: sentence, filled: true, rows: 11 })
    expect([nation.sent, replica.outbox.entries.map((entry) => entry.key)]).toEqual([[], [key]])
    nation.format = replicaFormat
    nation.before = () => undefined
    await replica.round()
    expect([nation.sent, replica.outbox.entries, replica.state.contact]).toEqual([[key], [], 'online'])
  })

  interface Answering {
    readonly format?: number
    readonly refusal?: Refused
  }

  it('its own nation where another one answers at the address, which says so and gets nothing', async () => {
    const [disk, nation] = [new TestDisk(), aNationThatDoes()]
    const replica = await open(disk, nation)
    await replica.round()
    const { key } = await finish(replica, 't1', true)
    replica.close()
    nation.id = 'nation-two'
    const away = await open(disk, nation)
    await away.round()
    expect([away.state.notice, away.nation, nation.sent]).toEqual(['anotherNation', 'nation-two', []])
    // Nothing of it is shown as if it would happen here.
    expect(away.get('tasks', 't1')).not.toHaveProperty('status')
    away.close()
    nation.id = 'nation-one'
    const back = await open(disk, nation)
    await back.round()
    expect([nation.sent, back.outbox.entries]).toEqual([[key], []])
  })
})

it('Another nation at the address leaves the notice that nothing is stored on this computer', async () => {
  const [disk, nation] = [new TestDisk(), aNation()]
  const replica = await open(disk, nation, { key: null })
  await replica.round()
  nation.before = () => {
    throw new Refused(0, 'network')
  }
  await replica.round()
  nation.before = () => undefined
  nation.id = 'nation-two'
  await replica.round()
  expect([replica.nation, replica.state.contact, replica.state.notice]).toEqual(['nation-two', 'online', 'noKey'])
})

describe('A clock that is off by a day', () => {
  it.each([
    ['ahead', day],
    ['behind', -day],
  ])(
    '%s, and set right in the middle of a filling, stops neither rows nor what waits, which is sent once',
    async (_, off) => {
      const [disk, nation] = [new TestDisk(), aNationThatDoes()]
      const right = 100 * day
      let now = right + off
      const calls: string[] = []
      nation.pageSize = 1
      nation.before = (call) => {
        calls.push(call)
        if (calls.length === 5) now = right
      }
      const replica = await open(disk, nation, { now: () => now })
      await replica.round()
      // What changes meanwhile is read soon, and not a day later.
      expect(calls.slice(5, 9)).toContain('changes')
      expect(replica.state).toMatchObject({ filled: true, syncedAt: right })
      now = right + off
      const { key } = await finish(replica, 't1', true)
      nation.after = (call) => {
        if (call === 'run') throw new Refused(0, 'network')
      }
      await replica.round()
      now = right
      nation.after = () => undefined
      await replica.round()
      expect([nation.sent, nation.done, replica.outbox.entries]).toEqual([[key, key], [key], []])
      replica.close()
      now = right - off
      const next = await open(disk, nation, { now: () => now })
      nation.put('tasks', { id: 't2', title: 'Mend the clock' })
      await next.round()
      expect([next.get('tasks', 't2')?.title, next.state.syncedAt]).toEqual(['Mend the clock', now])
    },
  )
})

describe('An entry whose row is gone', () => {
  it('is shown as that, is sent no second time by itself, and goes with those that waited for it', async () => {
    const [disk, nation] = [new TestDisk(), aNationThatDoes()]
    const replica = await open(disk, nation)
    await replica.round()
    const task = { taskId: 't1' }
    const base = replica.memory.table('tasks').get('t1')!
    await replica.addCommand({ call: 'government-tasks.update-task', input: { ...task, title: 'Mend it' }, base })
    await replica.addCommand({ call: 'government-tasks.delete-task', input: task, base })
    const other = await finish(replica, 't2', true)
    nation.delete('tasks', 't1')
    const { run } = nation
    nation.run = (command) => {
      if (command.call === 'government-tasks.update-status') return run(command)
      throw new Refused(409, 'command_conflict', { theirs: 'null' })
    }
    await replica.round()
    await replica.round()
    expect(replica.outbox.entries.map(({ state }) => state.is)).toEqual(['conflict', 'waiting'])
    expect([nation.done, nation.sent.length]).toEqual([[other.key], 2])
    await replica.takeTheirs(replica.outbox.entries[0]!.key)
    expect(replica.outbox.entries.map(({ state }) => state)).toEqual([{ is: 'conflict', theirs: null }])
    await replica.takeTheirs(replica.outbox.entries[0]!.key)
    await replica.round()
    expect([replica.outbox.entries, nation.sent.length]).toEqual([[], 2])
  })
})

it('A page that is none of the nation’s is reported as such: rows that came stay, and the others come with the next contact', async () => {
  const [disk, nation] = [new TestDisk(), aNation()]
  let isOtherServer = false
  nation.after = (call) => {
    if (call === 'rows') isOtherServer = true
  }
  const { rows, ...calls } = nation.calls
  const page = new TextEncoder().encode('<html>Sign in to this network</html>')
  const answered: Nation = { ...calls, rows: (input) => (isOtherServer ? Promise.resolve(page) : rows(input)) }
  const replica = await open(disk, nation, { nation: answered })
  await replica.round()
  // The first page of each table was on its way when the first one came.
  const refusal = 'What answers at this address is not the nation: HTTP 200.'
  expect(replica.state).toMatchObject({ contact: 'refused', refusal, rows: 4, filled: false })
  nation.after = () => undefined
  isOtherServer = false
  await replica.round()
  expect(replica.state).toMatchObject({ contact: 'online', rows: 11, filled: true })
})
