import { afterEach, describe, expect, it, vi } from 'vitest'
import { Reactions, sequence } from '../journal'
import { change } from '../platform'
import { aFact, aKind, useTestNation } from '../testing'
import { giveBackWork, react, takeOpenWork } from '.'

const nation = useTestNation()
let failures = 0
/** What happens while the work is done. */
let meanwhile = (): Promise<unknown> => Promise.resolve()
afterEach(() => {
  meanwhile = () => Promise.resolve()
})

const follow = { kind: 'test.followed', handler: 'test.follow' } as const

const reactions = new Reactions([
  {
    name: follow.handler,
    kinds: [aKind('test.asked')],
    prepare: async (entry) => {
      await meanwhile()
      if (failures > 0) {
        failures -= 1
        throw new Error('X does not answer')
      }
      return Promise.resolve(entry.facts)
    },
    settle: async (ctx, entry, prepared) => {
      ctx.journal.add(aFact(follow.kind, { facts: { from: entry.seq, prepared } }))
      return Promise.resolve()
    },
  },
])

async function ask(times = 1): Promise<void> {
  await change(nation.runtime, {}, async (ctx) => {
    for (let i = 0; i < times; i++) ctx.journal.add(aFact('test.asked', { facts: { i } }))
    return Promise.resolve()
  })
  await sequence(nation.database, reactions)
}

async function followed(): Promise<number> {
  const rows: { n: string }[] = await nation.database.query('SELECT COUNT(*) AS n FROM journal WHERE kind = ?', [
    follow.kind,
  ])
  return Number(rows[0]?.n)
}

describe('A reaction', () => {
  it('is written down with the number of what it follows from, and handed out once', async () => {
    await ask(3)
    const now = new Date()
    expect((await takeOpenWork(nation.database, now)).map((job) => job.seq)).toEqual([1, 2, 3])
    expect(await takeOpenWork(nation.database, now)).toEqual([])
  })

  it('happens once, although ten workers have the same job', async () => {
    await ask()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => react(nation.runtime, reactions, { seq: 1, handler: follow.handler })),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(await followed()).toBe(1)
  })

  it('is handed out again when its worker died, and not before', async () => {
    await ask()
    const now = Date.now()
    await takeOpenWork(nation.database, new Date(now))
    expect(await takeOpenWork(nation.database, new Date(now + 59_000))).toEqual([])
    expect(await takeOpenWork(nation.database, new Date(now + 61_000))).toHaveLength(1)
  })

  it('that another worker does at this moment is left to it, and holds up no other one', async () => {
    await ask(2)
    const other = nation.database.createQueryRunner()
    await other.startTransaction('READ COMMITTED')
    await other.query('SELECT seq FROM journal_work WHERE seq = 1 FOR UPDATE')
    expect((await takeOpenWork(nation.database, new Date())).map((job) => job.seq)).toEqual([2])
    const atOnce = () => Promise.resolve()
    const does = (seq: number) => react(nation.runtime, reactions, { seq, handler: follow.handler }, atOnce)
    expect([await does(1), await does(2)]).toEqual(['under way', 'done'])
    await other.rollbackTransaction()
    await other.release()
    expect((await takeOpenWork(nation.database, new Date())).map((job) => job.seq)).toEqual([1])
    expect(await does(1)).toBe('done')
    expect(await followed()).toBe(2)
  })

  it('that the relay is handing out at this moment is done as soon as the relay has', async () => {
    await ask()
    const relay = nation.database.createQueryRunner()
    await relay.startTransaction('READ COMMITTED')
    // As `takeOpenWork` does, which has not committed yet.
    await relay.query(
      'SELECT seq FROM journal_work WHERE done_at IS NULL ORDER BY seq LIMIT 200 FOR UPDATE SKIP LOCKED',
    )
    let looks = 0
    const commits = async () => {
      if (++looks === 2) await relay.commitTransaction()
    }
    expect(await react(nation.runtime, reactions, { seq: 1, handler: follow.handler }, commits)).toBe('done')
    expect(looks).toBe(2)
    await relay.release()
    expect(await followed()).toBe(1)
  })

  it('that fails is stored with its error and tried again, until it succeeds', async () => {
    await ask()
    failures = 2
    for (const attempt of [1, 2]) {
      await expect(react(nation.runtime, reactions, { seq: 1, handler: follow.handler })).rejects.toThrow(
        'X does not answer',
      )
      const rows: { attempts: number; last_error: string }[] = await nation.database.query(
        'SELECT attempts, last_error FROM journal_work',
      )
      expect(rows).toMatchObject([{ attempts: attempt, last_error: 'X does not answer' }])
    }
    expect(await react(nation.runtime, reactions, { seq: 1, handler: follow.handler })).toBe('done')
    expect(await react(nation.runtime, reactions, { seq: 1, handler: follow.handler })).toBe('was done')
    expect(await followed()).toBe(1)
  })

  const stored = () =>
    nation.database.query<Record<string, unknown>[]>('SELECT attempts, last_error, nudged_at FROM journal_work')

  it('is counted before it begins, so that one that ends its worker counts', async () => {
    await ask()
    let seen: unknown
    meanwhile = async () => (seen = await stored())
    await react(nation.runtime, reactions, { seq: 1, handler: follow.handler })
    expect(seen).toMatchObject([{ attempts: 1, last_error: expect.stringMatching(/^A worker began this/) as unknown }])
    expect(await stored()).toMatchObject([{ last_error: null }])
  })

  it('that a worker was doing when it was told to end is not counted, and is handed out at once', async () => {
    await ask()
    await takeOpenWork(nation.database, new Date())
    failures = 1
    meanwhile = () => giveBackWork(nation.runtime.database)
    const job = { seq: 1, handler: follow.handler }
    await expect(react(nation.runtime, reactions, job)).rejects.toThrow('X does not answer')
    expect(await stored()).toMatchObject([{ attempts: 0 }])
    expect(await takeOpenWork(nation.database, new Date())).toMatchObject([{ seq: 1, retries: 1 }])
  })

  it('that takes long is not handed out to a second worker meanwhile', async () => {
    await ask()
    await takeOpenWork(nation.database, new Date('2026-01-06T12:00:00.000Z'))
    const [before] = await stored()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    meanwhile = async () => {
      vi.advanceTimersByTime(15_000)
      await expect.poll(async () => (await stored())[0]?.nudged_at).not.toEqual(before?.nudged_at)
    }
    try {
      await react(nation.runtime, reactions, { seq: 1, handler: follow.handler })
    } finally {
      vi.useRealTimers()
    }
    expect(await followed()).toBe(1)
  })
})
