import { commandCallIds } from '@nation/domain/commands'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NeedsToBeOnline, Outbox } from './outbox'
import { memoryStore, type Store, type StoredEntries } from './store'
import { testLocks } from './testing'
import type { Entry } from './types'

const entry = (n: number) => ({ n, key: `k${n}`, administrator: 'alma' }) as Entry

it('shows what was read last, also where an earlier reading takes longer', async () => {
  const answers: ((stored: StoredEntries) => void)[] = []
  const entries = () => new Promise<StoredEntries>((resolve) => answers.push(resolve))
  const outbox = new Outbox({
    name: 'here',
    me: 'alma',
    store: () => ({ ...memoryStore(), entries }),
    locks: testLocks(),
    changed: () => undefined,
    stored: () => Promise.resolve(null),
  })
  const readings = [outbox.read(), outbox.read()]
  const stored = (...numbers: number[]) => ({ entries: numbers.map(entry), mine: [], lost: 0, top: numbers.length })
  answers[1]!(stored(1, 2))
  await readings[1]
  answers[0]!(stored(1))
  await readings[0]
  expect(outbox.entries.map(({ n }) => n)).toEqual([1, 2])
})

/** Some turns of the loop, or none. */
async function pauseFor(turns: number): Promise<void> {
  for (let left = turns; left > 0; left--) await Promise.resolve()
}

/** A disk whose answers take a while, each another one: a reading has what was stored when it began or when it ended. */
function slowStore(disk: Store, pause: () => Promise<void>): Store {
  return {
    ...disk,
    async entries() {
      await pause()
      const read = await disk.entries()
      await pause()
      return read
    },
    async write(writing) {
      await pause()
      await disk.write(writing)
      await pause()
    },
  }
}

/** Windows of a profile: one disk, the same locks, and word of each change, which comes late. */
function windowsOn(draw: () => number, count: number) {
  const [disk, locks] = [memoryStore(), testLocks()]
  const pause = () => pauseFor(Math.floor(draw() * 12))
  const underWay = new Set<Promise<unknown>>()
  const outboxes: Outbox[] = Array.from({ length: count }, (_, n) => {
    const store = slowStore(disk, pause)
    const changed = () => {
      for (const other of outboxes) {
        if (other === outboxes[n]) continue
        const heard = Promise.resolve().then(() => other.read())
        underWay.add(heard)
        void heard.finally(() => underWay.delete(heard))
      }
    }
    const stored = () => Promise.resolve(null)
    return new Outbox({ name: 'here', me: 'alma', store: () => store, locks, changed, stored })
  })
  const quiet = async () => {
    while (underWay.size > 0) await Promise.all(underWay)
  }
  return { outboxes, disk, pause, quiet }
}

it('holds what all windows queue at once, under numbers of their own, and each window has all of it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      fc.array(fc.tuple(fc.nat(2), fc.constantFrom('queue', 'send', 'read')), { minLength: 2, maxLength: 12 }),
      async (stream, steps) => {
        const { outboxes, disk, pause, quiet } = windowsOn(
          () => (stream.next() as IteratorYieldResult<number>).value,
          3,
        )
        const queued = await Promise.all(
          steps.map(async ([n, step], at) => {
            for (let turns = 0; turns < at; turns++) await pause()
            const outbox = outboxes[n]!
            const [first] = outbox.entries
            if (step === 'read') return outbox.read()
            if (step === 'send' && first) return outbox.sending(first.key, at)
            const input = { taskId: `t${at % 3}`, status: 'completed' }
            return (await outbox.add({ call: 'government-tasks.update-status', input, base: null }, 'nation', at)).key
          }),
        )
        await quiet()
        const { entries } = await disk.entries()
        expect(entries.map(({ key }) => key).toSorted()).toEqual(queued.filter((key) => key !== undefined).toSorted())
        for (const outbox of outboxes) expect(outbox.entries).toEqual(entries)
      },
    ),
    { numRuns: 300 },
  )
})

describe('An outbox takes', () => {
  const outboxOn = (store: Store) =>
    new Outbox({
      ...{ name: 'here', me: 'alma', store: () => store, locks: testLocks(), changed: () => undefined },
      stored: () => Promise.resolve(null),
    })

  it.each([{ isAdmin: true }, { isAdmin: false }, { isModerator: true }, { isModerator: false }])(
    'no powers, given or taken: those need to be online, and nothing is stored (%o)',
    async (right) => {
      const store = memoryStore()
      const outbox = outboxOn(store)
      const queueing = outbox.add(
        { call: 'admin.update-role', input: { userId: 'm1', ...right }, base: { id: 'm1' } },
        'nation-one',
        1,
      )
      await expect(queueing).rejects.toThrow(NeedsToBeOnline)
      expect([outbox.entries, (await store.entries()).entries]).toEqual([[], []])
    },
  )

  it('a task that is completed', async () => {
    const outbox = outboxOn(memoryStore())
    const input = { taskId: 't1', status: 'completed' }
    await outbox.add({ call: 'government-tasks.update-status', input, base: { id: 't1' } }, 'nation-one', 1)
    expect(outbox.entries.map(({ input: queued }) => queued)).toEqual([input])
  })

  it('no money, no appointment and no election: no such call may wait', () => {
    const waiting: readonly string[] = commandCallIds
    expect(waiting.filter((id) => /^(bank|elections|members|wallet|votes|auth)\./.test(id))).toEqual([])
  })
})
