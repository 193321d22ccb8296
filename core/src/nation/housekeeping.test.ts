import { describe, expect, it } from 'vitest'
import { change, groupCommit } from '../platform'
import { aCitizen, aTuesday, signedIn, useTestNation } from '../testing'
import { mostAttempts } from '@nation/domain/work'
import { Reactions, sequence } from '../journal'
import { tidy } from '.'
import { beginWork, finishWork } from '../work/long-work'

const nation = useTestNation()
const day = 86_400_000

describe('Housekeeping', () => {
  it('forgets stored answers after their time, all of them, and nothing before', async () => {
    for (let i = 0; i < 3; i++) {
      const idempotency = { caller: '01890a5d-ac96-774b-bcce-b302099a8057', callId: 'test.add', key: `k${i}`, body: {} }
      await change(nation.runtime, { idempotency }, () => Promise.resolve(i))
    }
    expect(await tidy(nation.database, new Date(aTuesday.getTime() + day))).toBe(0)
    // Three answers, and the count of what their caller stored.
    expect(await tidy(nation.database, new Date(aTuesday.getTime() + day + 1))).toBe(4)
  })

  it('forgets the answers of many keys with the keys', async () => {
    const caller = signedIn(await aCitizen(nation.database))
    const hear = groupCommit<string, string>(nation.runtime, {
      statements: () => [{ sql: 'SELECT 1', values: [] }],
      decide: (_, requests) => ({
        outcomes: requests.map(({ input }) => ({ answer: input })),
        writes: [],
        counters: [],
      }),
    })
    const claim = (key: string) => ({ caller: caller.uid, callId: 'test.hear', key, body: key })
    await Promise.all(['a', 'b', 'c'].map((key) => hear(caller, key, claim(key))))
    const answers = () => nation.database.query('SELECT id FROM shared_answers')
    expect(await answers()).toHaveLength(1)
    expect(await tidy(nation.database, new Date(aTuesday.getTime() + day))).toBe(0)
    expect(await tidy(nation.database, new Date(aTuesday.getTime() + day + 1))).toBe(4)
    expect(await answers()).toEqual([])
  })

  it('forgets long work a month after it was done, and none that is not', async () => {
    const later = (days: number) => new Date(aTuesday.getTime() + days * day)
    for (const key of ['done', 'open']) {
      await change(nation.runtime, {}, async (ctx) => {
        const work = await beginWork(ctx.tx, { kind: 'test.work', key }, ctx.now())
        if (key === 'done') await finishWork(ctx.tx, work, ctx.now())
      })
    }
    expect(await tidy(nation.database, later(30))).toBe(0)
    expect(await tidy(nation.database, new Date(later(30).getTime() + 1))).toBe(1)
    expect(await nation.database.query('SELECT work_key FROM long_work')).toEqual([{ work_key: 'open' }])
  })

  it('ends a round after so many batches of one kind, and goes on in the next', async () => {
    const work = Array.from({ length: 1_001 }, (_, n) => [
      n + 1,
      'citizens.erase',
      new Date(aTuesday.getTime() - 31 * day),
    ])
    await nation.database.query('INSERT INTO journal_work (seq, handler, done_at) VALUES ?', [work])
    expect(await tidy(nation.database, aTuesday, 1)).toBe(1_000)
    expect(await tidy(nation.database, aTuesday, 1)).toBe(1)
  })

  it('forgets what it can although a table cannot be tidied, and says so', async () => {
    await nation.database.query("INSERT INTO journal_work (seq, handler, done_at) VALUES (1, 'citizens.erase', ?)", [
      new Date(aTuesday.getTime() - 31 * day),
    ])
    await nation.database.query('RENAME TABLE job_hours TO job_hours_away')
    try {
      await expect(tidy(nation.database, aTuesday)).rejects.toThrow(/job_hours/)
    } finally {
      await nation.database.query('RENAME TABLE job_hours_away TO job_hours')
    }
    expect(await nation.database.query('SELECT seq FROM journal_work')).toEqual([])
  })

  it('forgets after a month that X told of citizens anew, and copies of their pictures that were never made', async () => {
    const say = (kind: 'citizens.updated' | 'citizens.picture-changed' | 'citizens.joined') =>
      change(nation.runtime, {}, async (ctx) => {
        if (kind === 'citizens.joined') ctx.journal.add({ kind, subject: 'zoe', facts: { username: 'Zoë' } })
        else if (kind === 'citizens.updated') ctx.journal.add({ kind, subject: 'zoe', visibility: 'citizen:zoe' })
        else ctx.journal.add({ kind, subject: 'zoe' })
        return Promise.resolve()
      })
    await say('citizens.joined')
    await say('citizens.updated')
    await say('citizens.picture-changed')
    const portrait = { name: 'citizens.keep-portrait', kinds: ['citizens.joined', 'citizens.picture-changed'] } as const
    await sequence(nation.database, new Reactions([{ ...portrait, settle: () => Promise.resolve() }]))
    await nation.database.query('UPDATE journal_work SET attempts = ?', [mostAttempts])
    const kinds = async () =>
      (await nation.database.query<{ kind: string }[]>('SELECT kind FROM journal ORDER BY seq')).map(({ kind }) => kind)
    await tidy(nation.database, nation.clock.now())
    expect(await kinds()).toHaveLength(3)
    nation.clock.set(new Date(aTuesday.getTime() + 30 * day + 1))
    await say('citizens.joined')
    await sequence(nation.database, new Reactions([]))
    await tidy(nation.database, nation.clock.now())
    expect(await kinds()).toEqual(['citizens.joined', 'citizens.joined'])
    expect(await nation.database.query('SELECT seq FROM journal_work')).toEqual([{ seq: '1' }])
  })
})
