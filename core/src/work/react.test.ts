import { afterEach, describe, expect, it, vi } from 'vitest'
import { Reactions, sequence } from '../journal'
import { change } from '../platform'
import { aFact, aKind, useTestNation } from '../testing'
import { mostAttempts } from '@nation/domain/work'
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

const take = (machineNow = new Date(), most = 200) => takeOpenWork(nation.database, follow.handler, most, machineNow)

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
    expect((await take(now)).map((job) => job.seq)).toEqual([1, 2, 3])
    expect(await take(now)).toEqual([])
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
    await take(new Date(now))
    expect(await take(new Date(now + 59_000))).toEqual([])
    expect(await take(new Date(now + 61_000))).toHaveLength(1)
  })

  it('that another worker does at this moment is left to it, and holds up no other one', async () => {
    await ask(2)
    const other = nation.database.createQueryRunner()
    await other.startTransaction('READ COMMITTED')
    await other.query('SELECT seq FROM journal_work WHERE seq = 1 FOR UPDATE')
    expect((await take()).map((job) => job.seq)).toEqual([2])
    const atOnce = () => Promise.resolve()
    const does = (seq: number) => react(nation.runtime, reactions, { seq, handler: follow.handler }, atOnce)
    expect([await does(1), await does(2)]).toEqual(['under way', 'done'])
    await other.rollbackTransaction()
    await other.release()
    expect((await take()).map((job) => job.seq)).toEqual([1])
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
    await take()
    failures = 1
    meanwhile = () => giveBackWork(nation.runtime.database)
    const job = { seq: 1, handler: follow.handler }
    await expect(react(nation.runtime, reactions, job)).rejects.toThrow('X does not answer')
    expect(await stored()).toMatchObject([{ attempts: 0 }])
    expect(await take()).toMatchObject([{ seq: 1, retries: 1 }])
  })

  const job = { seq: 1, handler: follow.handler }
  const does = () => react(nation.runtime, reactions, job)

  it('that takes long is heard of meanwhile: it is neither handed out to a second worker nor begun by one', async () => {
    await ask()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const others: unknown[] = []
    meanwhile = async () => {
      meanwhile = () => Promise.resolve()
      await nation.database.query("UPDATE journal_work SET heard_at = '2026-01-06T12:00:00', nudged_at = NULL")
      vi.advanceTimersByTime(15_000)
      const heardAt = () => nation.database.query<{ heard_at: Date }[]>('SELECT heard_at FROM journal_work')
      await expect.poll(async () => (await heardAt())[0]?.heard_at.getTime()).toBeGreaterThan(Date.now() - 10_000)
      others.push(await take(), await does())
    }
    try {
      expect(await does()).toBe('done')
    } finally {
      vi.useRealTimers()
    }
    expect(others).toEqual([[], 'under way'])
    expect(await stored()).toMatchObject([{ attempts: 1 }])
    expect(await followed()).toBe(1)
  })

  it.each(['nudged_at', 'heard_at'])(
    'is handed out, and done, although a clock that had jumped left its %s',
    async (at) => {
      await ask()
      const atMinutes = (ahead: number) =>
        nation.database.query(`UPDATE journal_work SET ${at} = ?`, [new Date(Date.now() + ahead * 60_000)])
      await atMinutes(0)
      expect(await take()).toEqual([])
      await atMinutes(60)
      expect(await take()).toMatchObject([{ seq: 1 }])
      await atMinutes(60)
      expect(await does()).toBe('done')
    },
  )

  it('whose worker was not heard of is begun by another one; the first then changes nothing', async () => {
    await ask()
    const outcomes: unknown[] = []
    let finishSecond = () => {}
    meanwhile = async () => {
      await nation.database.query('UPDATE journal_work SET heard_at = ?', [new Date(Date.now() - 46_000)])
      // The second one has begun, and is at it when the first comes to its end.
      let ends = () => {}
      const hasBegun = new Promise<void>((begins) => {
        meanwhile = () => {
          begins()
          return new Promise<void>((resolve) => (ends = resolve))
        }
      })
      outcomes.push(does())
      await hasBegun
      finishSecond = ends
    }
    expect(await does()).toBe('under way')
    expect(outcomes).toHaveLength(1)
    expect(await followed()).toBe(0)
    finishSecond()
    expect(await outcomes[0]).toBe('done')
    expect(await stored()).toMatchObject([{ attempts: 2, last_error: null }])
    expect(await followed()).toBe(1)
  })

  it('that begins after a long wait in the queue is not handed out a second time, nor right after it failed', async () => {
    await ask()
    const handedOut = new Date(Date.now() - 61_000)
    await take(handedOut)
    failures = 1
    let open: unknown
    meanwhile = async () => (open = await take())
    await expect(does()).rejects.toThrow('X does not answer')
    expect(open).toEqual([])
    expect(await take()).toEqual([])
    expect(await take(new Date(Date.now() + 61_000))).toMatchObject([{ seq: 1, attempts: 1 }])
  })

  it('that was used up is not begun again by a job that is left in the queue', async () => {
    await ask()
    await nation.database.query('UPDATE journal_work SET attempts = ?', [mostAttempts])
    expect(await does()).toBe('used up')
    expect(await stored()).toMatchObject([{ attempts: mostAttempts }])
    expect(await followed()).toBe(0)
  })

  it('whose entry has gone with its days is done: nothing follows any more', async () => {
    await nation.database.query('INSERT INTO journal_work (seq, handler) VALUES (1, ?)', [follow.handler])
    expect(await does()).toBe('was done')
    expect(await take()).toEqual([])
  })

  it('that was tried often keeps no newer one waiting', async () => {
    await ask(3)
    await nation.database.query('UPDATE journal_work SET attempts = 5 WHERE seq < 3')
    expect((await take(new Date(), 2)).map(({ seq }) => seq)).toEqual([3, 1])
  })
})
