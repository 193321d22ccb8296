import { expect, it } from 'vitest'
import { Outbox } from './outbox'
import { memoryStore, type StoredEntries } from './store'
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
    told: () => undefined,
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
