import { createParser } from 'eventsource-parser'
import { sequence, type JournalEntry } from '@nation/core/journal'
import { createLogger, openSubscriber } from '@nation/core/platform'
import { testRedisUrl, useTestNation } from '@nation/core/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EventHub, type Contents, type Listener } from './event-hub'
import { windowLimits } from './event-window'

const nation = useTestNation({ poolSize: 4 })
const log = createLogger('api', 'fatal')
let subscriber: ReturnType<typeof openSubscriber>
let hub: EventHub

beforeEach(() => {
  subscriber = openSubscriber(testRedisUrl())
})
afterEach(() => {
  vi.restoreAllMocks()
  hub.stop()
  subscriber.disconnect()
})

/** Numbered entries of about `bytes` each. */
async function write(count: number, bytes = 100, kind = 'test.fact', more: object = {}): Promise<void> {
  const facts = JSON.stringify({ text: 'x'.repeat(bytes), ...more })
  for (let left = count; left > 0; left -= 500) {
    const rows = Array.from({ length: Math.min(left, 500) }, () => [kind, 'public', facts, nation.clock.now()])
    await nation.database.query(
      `INSERT INTO journal (kind, visibility, facts, at) VALUES ${rows.map(() => '(?, ?, ?, ?)').join(', ')}`,
      rows.flat(),
    )
  }
  while ((await sequence(nation.database)).numbered > 0);
}

async function start(limits = windowLimits): Promise<void> {
  hub = new EventHub(nation.database, nation.clock, log, limits)
  await hub.start(subscriber)
}

interface Heard {
  readonly event: string
  readonly id: number
}

/** A listener that records what it receives. */
function aListener(network: string, more: Partial<Listener> & { onPage?: () => void } = {}) {
  const heard: Heard[] = []
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      heard.push({ event: event ?? 'entry', id: Number(id) })
      texts.push(data)
    },
  })
  const texts: string[] = []
  const listener: Listener = {
    caller: () => null,
    network,
    deliver: (frames) => {
      parser.feed(frames.toString())
      more.onPage?.()
    },
    taken: () => Promise.resolve(),
    left: () => false,
    end: () => undefined,
    ...more,
  }
  return { listener, heard, texts, numbers: () => heard.filter(({ event }) => event === 'entry').map(({ id }) => id) }
}

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('A replay', () => {
  it('of what the window holds asks the database nothing, however many listeners there are', async () => {
    await write(1_200)
    await start()
    const query = vi.spyOn(nation.database, 'query')
    const crowd = Array.from({ length: 45 }, () => aListener('one network'))
    for (const { listener } of crowd) await hub.listen(listener, 0)
    await expect.poll(() => hub.listeners).toBe(45)
    // The hub itself looks after the journal once a second.
    const asked = query.mock.calls.filter(
      ([sql, values]) => sql.includes('seq > ?') && (values as unknown[])[0] !== 1_200,
    )
    expect(asked).toEqual([])
    for (const { numbers } of crowd) expect(numbers()).toEqual(upTo(1, 1_200))
  })

  it('of an older number is one reset, after which the stream goes on from the head', async () => {
    await write(windowLimits.entries + 10)
    await start()
    const [tooOld, oldest] = [aListener('a'), aListener('b')]
    await hub.listen(tooOld.listener, 9)
    await hub.listen(oldest.listener, 10)
    await expect.poll(() => oldest.numbers().length).toBe(windowLimits.entries)
    await write(1)
    await expect.poll(() => tooOld.heard.length).toBe(2)
    const head = windowLimits.entries + 10
    expect(tooOld.heard).toEqual([
      { event: 'reset', id: head },
      { event: 'entry', id: head + 1 },
    ])
    expect(oldest.heard[0]).toEqual({ event: 'attached', id: 10 })
    expect(oldest.numbers()).toEqual(upTo(11, head + 1))
  })

  it('sends a page in each turn of the process, so that others are answered in between', async () => {
    await write(1_500, 500)
    await start()
    const pages: number[] = []
    let turn = 0
    const beat = () => {
      turn += 1
      if (hub.listeners < 20) setImmediate(beat)
    }
    const crowd = Array.from({ length: 20 }, (_, index) =>
      aListener(`network ${index % 4}`, { onPage: () => pages.push(turn) }),
    )
    for (const { listener } of crowd) await hub.listen(listener, 0)
    pages.length = 0
    beat()
    await expect.poll(() => hub.listeners, { timeout: 20_000 }).toBe(20)
    const inTurn = new Map<number, number>()
    for (const page of pages) inTurn.set(page, (inTurn.get(page) ?? 0) + 1)
    expect(Math.max(...inTurn.values())).toBe(1)
    for (const { numbers } of crowd) expect(numbers()).toEqual(upTo(1, 1_500))
  })

  it('takes turns by network: one with many streams does not put off another', async () => {
    await write(1_500, 500)
    await start()
    const order: string[] = []
    const one = (network: string) => aListener(network, { onPage: () => order.push(network) })
    for (const { listener } of Array.from({ length: 45 }, () => one('crowd'))) await hub.listen(listener, 0)
    const visitor = one('visitor')
    await hub.listen(visitor.listener, 0)
    order.length = 0
    await expect.poll(() => visitor.numbers().length).toBe(1_500)
    const itsPages = order.filter((network) => network === 'visitor').length
    const before = order.lastIndexOf('visitor') + 1 - itsPages
    expect(itsPages).toBeGreaterThan(5)
    // No more than a turn for each of its own, and the one that was under way.
    expect(before).toBeLessThanOrEqual(itsPages + 1)
  })

  it('that is not taken delays no other listener, and is reset when what comes next has left the window', async () => {
    await write(1_000, 500)
    await start({ ...windowLimits, entries: 1_000 })
    let take: () => void = () => undefined
    const slow = aListener('slow', { taken: () => new Promise((resolve) => (take = resolve)) })
    const quick = aListener('quick')
    await hub.listen(slow.listener, 0)
    await hub.listen(quick.listener, 0)
    await expect.poll(() => quick.numbers().length).toBe(1_000)
    const received = slow.numbers().length
    expect(received).toBeGreaterThan(0)
    expect(received).toBeLessThan(1_000)
    await write(1_000)
    await expect.poll(() => quick.numbers().length).toBe(2_000)
    take()
    await expect.poll(() => slow.heard.at(-1)).toEqual({ event: 'reset', id: 2_000 })
    await write(1)
    await expect.poll(() => slow.heard.at(-1)).toEqual({ event: 'entry', id: 2_001 })
    expect(slow.numbers()).toEqual([...upTo(1, received), 2_001])
  })

  it('misses nothing and repeats nothing while more is numbered', async () => {
    await write(1_000, 1_000)
    await start()
    const listeners = Array.from({ length: 12 }, (_, index) => aListener(`network ${index % 3}`))
    for (const [index, { listener }] of listeners.entries()) {
      await hub.listen(listener, index * 90)
      await write(7)
      hub.follow()
    }
    const head = 1_000 + 12 * 7
    for (const [index, { numbers }] of listeners.entries()) {
      await expect.poll(() => numbers().at(-1)).toBe(head)
      expect(numbers()).toEqual(upTo(index * 90 + 1, head))
    }
  })
})

describe('The window', () => {
  it('is filled when the process starts, no further back than fifteen minutes', async () => {
    const at = nation.clock.now()
    nation.clock.set(new Date(at.getTime() - windowLimits.ageMs - 1))
    await write(5)
    nation.clock.set(at)
    await write(5)
    await start()
    const [old, fresh] = [aListener('a'), aListener('b')]
    await hub.listen(old.listener, 4)
    await hub.listen(fresh.listener, 5)
    await expect.poll(() => fresh.numbers()).toEqual([6, 7, 8, 9, 10])
    expect(old.heard).toEqual([{ event: 'reset', id: 10 }])
  })

  it('forgets what was erased from the journal as soon as the journal says so', async () => {
    await nation.database.query(
      "INSERT INTO journal (kind, subject, visibility, facts, at) VALUES ('citizens.joined', 'ada', 'public', ?, ?)",
      [JSON.stringify({ username: 'Ada L.' }), nation.clock.now()],
    )
    await write(3)
    await start()
    const before = aListener('a')
    await hub.listen(before.listener, 0)
    await expect.poll(() => before.texts.join()).toContain('Ada L.')
    await nation.database.query("UPDATE journal SET facts = JSON_REMOVE(facts, '$.username') WHERE subject = 'ada'")
    await write(1, 1, 'citizens.erase')
    hub.follow()
    await expect.poll(() => before.numbers().at(-1)).toBe(5)
    const after = aListener('a')
    await hub.listen(after.listener, 0)
    await expect.poll(() => after.numbers()).toEqual([1, 2, 3, 4, 5])
    expect(after.texts.join()).not.toContain('Ada L.')
  })

  it('is not read anew for the steps of an erasure that leave the journal as it was', async () => {
    await write(3)
    await start()
    const reads = vi.spyOn(nation.database, 'query')
    for (const step of [0, 1, 9]) await write(1, 1, 'citizens.erase', { step })
    await write(1, 1, 'citizens.erase', { step: 8, after: '1' })
    hub.follow()
    const live = aListener('a')
    await hub.listen(live.listener, 3)
    await expect.poll(() => live.numbers().at(-1)).toBe(7)
    const behind = reads.mock.calls.filter(
      ([sql, values]) => sql.includes('seq > ?') && Number((values as unknown[])[0]) < 3,
    )
    expect(behind).toEqual([])
  })

  it('keeps nothing when the journal cannot be read anew after an erasure, and goes on', async () => {
    await nation.database.query(
      "INSERT INTO journal (kind, subject, visibility, facts, at) VALUES ('citizens.joined', 'ada', 'public', ?, ?)",
      [JSON.stringify({ username: 'Ada L.' }), nation.clock.now()],
    )
    await write(3)
    await start()
    const query = nation.database.query.bind(nation.database)
    let refused = 0
    const broken = vi.spyOn(nation.database, 'query').mockImplementation((sql, values) => {
      // Only the reading anew begins before the head; the next reads of the log go on from it or from behind it.
      if (sql.includes('seq > ?') && Number((values as unknown[])[0]) < 4) {
        refused++
        return Promise.reject(new Error('away'))
      }
      return query(sql, values)
    })
    await write(1, 1, 'citizens.erase')
    const live = aListener('a')
    await hub.listen(live.listener, undefined)
    hub.follow()
    await expect.poll(() => refused).toBe(1)
    broken.mockRestore()
    await write(1)
    hub.follow()
    await expect.poll(() => live.numbers().at(-1)).toBe(6)
    const after = aListener('b')
    await hub.listen(after.listener, 0)
    await expect.poll(() => after.heard.length).toBeGreaterThan(0)
    expect(after.texts.join()).not.toContain('Ada L.')
    expect(after.heard[0]).toEqual({ event: 'reset', id: 6 })
  })
})

describe('What is attached to entries', () => {
  const aHubThatReads = async (read: Contents['read']) => {
    const contents = { has: ({ kind }: JournalEntry) => kind === 'test.full', read }
    hub = new EventHub(nation.database, nation.clock, log, windowLimits, contents)
    await hub.start(subscriber)
  }

  it('is read once for all entries that are sent together, and not at all without a listener', async () => {
    const read = vi.fn((entries: readonly JournalEntry[]) =>
      Promise.resolve(
        new Map(
          entries.map(({ seq }) => [seq, { shared: { text: `of ${seq}` }, byCitizen: new Map(), panelToo: false }]),
        ),
      ),
    )
    await aHubThatReads(read)
    await write(3, 10, 'test.full')
    const crowd = Array.from({ length: 20 }, () => aListener('a network'))
    for (const { listener } of crowd) await hub.listen(listener, 3)
    expect(read).not.toHaveBeenCalled()
    await write(5, 10, 'test.full')
    await write(1)
    for (const { numbers } of crowd) await expect.poll(numbers).toEqual(upTo(4, 9))
    expect(read.mock.calls.flatMap(([entries]) => entries.map(({ seq }) => seq))).toEqual(upTo(4, 8))
    expect(read.mock.calls.length).toBeLessThanOrEqual(2)
    for (const { texts } of crowd) expect(texts.filter((text) => text.includes('of 8'))).toHaveLength(1)
  })

  it('is left out while it cannot be read: the numbers are sent all the same', async () => {
    await aHubThatReads(() => Promise.reject(new Error('away')))
    const { listener, numbers } = aListener('a network')
    await hub.listen(listener, undefined)
    await write(2, 10, 'test.full')
    await expect.poll(numbers).toEqual([1, 2])
  })
})
