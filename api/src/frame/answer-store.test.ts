import { describe, expect, it } from 'vitest'
import { AnswerStore, joinMs, oldestMs, type ReadState } from './answer-store'

const small = { once: { entries: 10, bytes: 80 }, often: { entries: 10, bytes: 80 } }
const state = (over: Partial<ReadState> = {}): ReadState => ({ now: 0, needed: 0, count: 0, ...over })

function aStore() {
  const time = { now: 0 }
  const store = new AnswerStore<string>(() => time.now, small)
  const runs: string[] = []
  const ask = (key: string, over?: Partial<ReadState>, bytes = 1) =>
    store.get(
      key,
      state(over),
      () => {
        runs.push(key)
        return Promise.resolve(`${key} ${runs.length}`)
      },
      () => bytes,
    )
  return { store, time, runs, ask }
}

describe('The store of public answers', () => {
  it('computes an answer once for all who ask while it is computed, and until it is too old', async () => {
    const { time, runs, ask } = aStore()
    expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a 1', 'a 1', 'b 2'])
    time.now = oldestMs - 1
    expect(await ask('a')).toBe('a 1')
    time.now = oldestMs
    expect(await ask('a')).toBe('a 3')
    expect(runs).toEqual(['a', 'b', 'a'])
  })

  it('lets a slow computation be joined for two seconds, and does not store its result', async () => {
    const { store, time } = aStore()
    const land: ((answer: string) => void)[] = []
    const slow = () => new Promise<string>((resolve) => land.push(resolve))
    const get = () => store.get('a', state(), slow, () => 1)
    const asked = [get()]
    for (const now of [joinMs - 1, joinMs]) {
      time.now = now
      asked.push(get())
    }
    expect(land).toHaveLength(2)
    land[0]?.('first')
    expect(await Promise.all(asked.slice(0, 2))).toEqual(['first', 'first'])
    land[1]?.('second')
    await asked[2]
    time.now = joinMs + oldestMs
    void get()
    expect(land).toHaveLength(3)
  })

  it('returns no answer that was begun before the entry which made it stale, also while it is computed', async () => {
    const { ask } = aStore()
    const before = ask('a', { count: 3 })
    const after = ask('a', { count: 5, needed: 4 })
    expect(await Promise.all([before, after])).toEqual(['a 1', 'a 2'])
    expect(await ask('a', { count: 5, needed: 5 })).toBe('a 2')
    expect(await ask('a', { count: 6, needed: 6 })).toBe('a 3')
  })

  it('keeps what was begun last, whichever is ready first', async () => {
    const { store } = aStore()
    const land: ((answer: string) => void)[] = []
    const slow = () => new Promise<string>((resolve) => land.push(resolve))
    const first = store.get('a', state({ count: 1 }), slow, () => 1)
    const second = store.get('a', state({ count: 2, needed: 2 }), slow, () => 1)
    land[1]?.('new')
    await second
    land[0]?.('old')
    await first
    expect(await store.get('a', state(), slow, () => 1)).toBe('new')
  })

  it('does not give an answer of another time when the nation’s clock is set', async () => {
    const { ask } = aStore()
    await ask('a', { now: 1_000_000 })
    expect(await ask('a', { now: 5 })).toBe('a 2')
  })

  it('shares a failure with those who waited, and computes again for the next', async () => {
    const { store, ask } = aStore()
    const fail = () => Promise.reject(new Error('away'))
    const both = [1, 2].map(() => store.get('a', state(), fail, () => 1))
    for (const one of both) await expect(one).rejects.toThrow('away')
    expect(await ask('a')).toBe('a 1')
  })

  it('stays within its bounds, and keeps what many ask for, however many other questions are asked', async () => {
    const { store, runs, ask } = aStore()
    await ask('everybody', {}, 5)
    await ask('everybody')
    for (let n = 0; n < 1_000; n++) await ask(`question ${n}`, {}, 7)
    const { entries, bytes } = store.size
    expect([entries <= 20, bytes <= 160]).toEqual([true, true])
    expect(await ask('everybody')).toBe('everybody 1')
    expect(runs.filter((key) => key === 'everybody')).toHaveLength(1)
  })

  it('does not keep an answer that would push out the others', async () => {
    const { store, ask } = aStore()
    await ask('a')
    await ask('huge', {}, 70)
    expect(store.size).toEqual({ entries: 1, bytes: 1 })
    expect(await ask('huge')).toBe('huge 3')
  })
})
