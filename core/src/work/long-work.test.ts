import { describe, expect, it } from 'vitest'
import { change } from '../platform'
import { useTestNation } from '../testing'
import {
  advanceWork,
  backgroundWork,
  beginWork,
  finishWork,
  holdWork,
  openWork,
  readWork,
  restartWork,
  type LongWork,
} from './long-work'

const nation = useTestNation()
const name = { kind: 'test.count', key: 'to ten' }
const later = (ms: number) => nation.clock.set(new Date(nation.clock.now().getTime() + ms))

const begin = (total: number | null = 10) =>
  change(nation.runtime, {}, (ctx) => beginWork(ctx.tx, name, ctx.now(), total))
const advance = (work: LongWork, done: number, position: string) =>
  change(nation.runtime, {}, (ctx) => advanceWork(ctx.tx, work, { done, position }, ctx.now()))
const shown = async () => (await change(nation.runtime, {}, backgroundWork)).work

describe('Long work', () => {
  it('goes on where it was, whichever process begins it again', async () => {
    await advance(await begin(), 4, 'citizen 4')
    expect(await begin(99)).toMatchObject({ done: 4, total: 10, position: 'citizen 4', state: 'running' })
  })

  it('moves on with what it does, or not at all', async () => {
    const work = await begin()
    const broken = change(nation.runtime, {}, async (ctx) => {
      await advanceWork(ctx.tx, work, { done: 5, position: '5' }, ctx.now())
      throw new Error('the power went out')
    })
    await expect(broken).rejects.toThrow('the power went out')
    expect(await readWork(nation.database.manager, name)).toMatchObject({ done: 0, position: null })
  })

  it('says how far it is, how fast, and how long it will take', async () => {
    const work = await begin()
    later(2_000)
    await advance(work, 4, '4')
    expect(await shown()).toMatchObject([{ percentage: 40, perSecond: 2, remainingSeconds: 3, state: 'running' }])
    await change(nation.runtime, {}, (ctx) => holdWork(ctx.tx, work, 'waiting', new Error('X is away'), ctx.now()))
    expect(await shown()).toMatchObject([{ state: 'waiting', error: 'X is away', done: 4 }])
    await advance(work, 6, '10')
    expect(await shown()).toMatchObject([{ state: 'running', percentage: 99.9, error: null }])
    await change(nation.runtime, {}, (ctx) => finishWork(ctx.tx, work, ctx.now()))
    expect(await shown()).toMatchObject([{ state: 'done', percentage: 100, remainingSeconds: 0, done: 10 }])
  })

  it('that is done stays done, until it is begun anew', async () => {
    const work = await begin()
    await change(nation.runtime, {}, (ctx) => finishWork(ctx.tx, work, ctx.now()))
    await change(nation.runtime, {}, (ctx) => holdWork(ctx.tx, work, 'failed', 'too late', ctx.now()))
    expect(await readWork(nation.database.manager, name)).toMatchObject({ state: 'done', error: null })
    expect(await openWork(nation.database.manager, name.kind)).toBeNull()
    await change(nation.runtime, {}, (ctx) => restartWork(ctx.tx, work, ctx.now(), 7))
    expect(await openWork(nation.database.manager, name.kind)).toMatchObject({ state: 'running', done: 0, total: 7 })
  })

  it('is begun once, although ten begin it at once', async () => {
    const begun = await Promise.all(Array.from({ length: 10 }, () => begin()))
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
  })
})
