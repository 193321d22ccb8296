import { NationError } from '@nation/domain/errors'
import { randomUUID } from 'node:crypto'
import type { DataSource } from 'typeorm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedIn } from './context'
import { openDatabase } from '../nation'
import { votersLocked } from '../citizens/voters'
import { groupCommit, type GroupCommitOptions } from './group-commit'
import type { BatchService } from './batch'
import { idempotencyLifetimeMs, replayAllowance } from './idempotency'
import { byKey, distinct } from './rows'
import { aCitizen, aFact, signedIn, useTestNation } from '../testing'

const nation = useTestNation({ poolSize: 4 })

/** Connections on which a message may hold several statements, as the API's crowds have them. */
let several: DataSource
let onSeveral = false
beforeAll(async () => {
  several = await openDatabase({ url: nation.url, poolSize: 3, severalAtOnce: true })
})
afterAll(() => several.destroy())
const runtime = () => (onSeveral ? { ...nation.runtime, database: several } : nation.runtime)

const statements: BatchService<string, unknown>['statements'] = (requests, locks) => [
  votersLocked(distinct(requests.map(({ caller }) => caller.id)).sort(byKey), locks.exclusive),
]

/** Appends names to the journal; refuses 'bad', and breaks its whole transaction over 'poison'. */
const sayNames: BatchService<string, { name: string }> = {
  statements,
  decide: (ctx, requests, rows) => {
    batches.push(requests.map(({ input }) => input))
    const there = new Set((rows[0] as { id: string }[]).map(({ id }) => id))
    const outcomes = requests.map(({ caller, input }) => {
      if (input === 'poison') throw new Error('a statement failed')
      if (input === 'bad') return { refused: new NationError('conflict') }
      if (!there.has(caller.id)) return { locked: `citizens ${caller.id}` }
      ctx.journal.add(aFact('test.said', { actor: caller.uid, facts: { name: input } }))
      return { answer: { name: input } }
    })
    return { outcomes, writes: [], counters: [] }
  },
}
let batches: string[][] = []

async function aSayer() {
  batches = []
  const caller: SignedIn = signedIn(await aCitizen(nation.database))
  const say = groupCommit(runtime(), sayNames)
  const under = (key: string, body: unknown) => ({ caller: caller.uid, callId: 'test.say', key, body })
  return {
    say: (name: string, key?: string) => say(caller, name, key === undefined ? undefined : under(key, name)),
  }
}

const said = async (): Promise<string[]> => {
  const rows: { name: string }[] = await nation.database.query(
    `SELECT JSON_UNQUOTE(JSON_EXTRACT(facts, '$.name')) AS name FROM journal WHERE kind = 'test.said' ORDER BY id`,
  )
  return rows.map((row) => row.name)
}

describe.each([
  ['one statement in a message', false],
  ['several statements in a message', true],
])('with %s,', (_, given) => {
  beforeEach(() => void (onSeveral = given))

  it('a crowd shares its commits, and everybody gets their own answer', async () => {
    const { say } = await aSayer()
    const names = Array.from({ length: 200 }, (_, place) => `n${place}`)
    const answers = await Promise.all(names.map((name) => say(name)))
    expect(answers.map((answer) => answer.name)).toEqual(names)
    expect((await said()).toSorted()).toEqual(names.toSorted())
    expect(batches.length).toBeLessThan(10)
  })

  it('what is refused is refused alone, and its key is free again', async () => {
    const { say } = await aSayer()
    const key = randomUUID()
    const outcomes = await Promise.allSettled([say('one'), say('bad', key), say('two')])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await expect(say('three', key)).resolves.toEqual({ name: 'three' })
    expect(await said()).toEqual(['one', 'two', 'three'])
  })

  it('what breaks a whole transaction breaks only itself', async () => {
    const { say } = await aSayer()
    const outcomes = await Promise.allSettled([say('one'), say('poison'), say('two')])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await said()).toEqual(['one', 'two'])
  })

  it('many requests under one key do it once, and all get the first answer', async () => {
    const { say } = await aSayer()
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => say('once', key)))
    expect(new Set(answers.map((answer) => answer.name))).toEqual(new Set(['once']))
    expect(await said()).toEqual(['once'])
  })

  it('a key that was used for something else refuses alone', async () => {
    const { say } = await aSayer()
    const key = randomUUID()
    await say('first', key)
    const outcomes = await Promise.allSettled([say('second', key), say('third', randomUUID())])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'fulfilled'])
    expect((outcomes[0] as PromiseRejectedResult).reason).toMatchObject({ code: 'idempotency_key_reused' })
    expect(await said()).toEqual(['first', 'third'])
  })

  it('two processes that gather for themselves still do it once under one key', async () => {
    batches = []
    const caller = signedIn(await aCitizen(nation.database))
    const claim = { caller: caller.uid, callId: 'test.say', key: randomUUID(), body: 'once' }
    const [here, there] = [groupCommit(runtime(), sayNames), groupCommit(runtime(), sayNames)]
    const asked = Array.from({ length: 5 }, () => [here(caller, 'once', claim), there(caller, 'once', claim)])
    const answers = await Promise.all(asked.flat())
    expect(new Set(answers.map((answer) => answer.name))).toEqual(new Set(['once']))
    expect(await said()).toEqual(['once'])
  })

  it('a refusal that follows from what was done under the same key elsewhere is answered as it was there', async () => {
    const caller = signedIn(await aCitizen(nation.database))
    // Once in a lifetime: a caller who has spoken is refused.
    const sayOnce: BatchService<string, { name: string }> = {
      statements: (requests, locks) => [
        ...statements(requests, locks),
        { sql: `SELECT id FROM journal WHERE kind = 'test.said'`, values: [] },
      ],
      decide: (ctx, requests, rows, locks) => {
        if ((rows[1] as unknown[]).length === 0) return sayNames.decide(ctx, requests, rows, locks)
        return { outcomes: requests.map(() => ({ refused: new NationError('conflict') })), writes: [], counters: [] }
      },
    }
    const claim = { caller: caller.uid, callId: 'test.say', key: randomUUID(), body: 'once' }
    const [here, there] = [groupCommit(runtime(), sayOnce), groupCommit(runtime(), sayOnce)]
    const answers = await Promise.all([here(caller, 'once', claim), there(caller, 'once', claim)])
    expect(answers).toEqual([{ name: 'once' }, { name: 'once' }])
    await expect(here(caller, 'again', { ...claim, key: randomUUID() })).rejects.toMatchObject({ code: 'conflict' })
    expect(await said()).toEqual(['once'])
  })

  it('what is answered alike is written down once, and each key has its own answer', async () => {
    const { say } = await aSayer()
    const names = Array.from({ length: 60 }, (_, place) => `n${place % 3}`)
    const keys = names.map(() => randomUUID())
    const hear = () => Promise.all(names.map((name, place) => say(name, keys[place])))
    const answers = await hear()
    const written: { answers: string }[] = await nation.database.query('SELECT answers FROM shared_answers')
    const texts = written.map((row) => (JSON.parse(row.answers) as { name: string }[]).map(({ name }) => name))
    expect(new Set(texts.flat())).toEqual(new Set(['n0', 'n1', 'n2']))
    for (const alike of texts) expect(new Set(alike).size).toBe(alike.length)
    const own = 'SELECT COUNT(*) AS n FROM idempotency_keys WHERE answer IS NOT NULL OR shared_id IS NULL'
    expect(Number((await nation.database.query<{ n: string }[]>(own))[0]?.n)).toBe(0)
    expect(await hear()).toEqual(answers)
    expect(answers.map((answer) => answer.name)).toEqual(names)
    expect(await said()).toHaveLength(60)
  })

  it('past what a caller may store a new key is refused, a known one is replayed, and another day is free', async () => {
    const { say } = await aSayer()
    const [known, fresh] = [randomUUID(), randomUUID()]
    await say('first', known)
    const [citizen] = await nation.database.query<{ uid: string }[]>('SELECT uid FROM citizens')
    const stored = Array.from({ length: replayAllowance.keys - 2 }, (_, place) => [
      citizen?.uid,
      'test.other',
      `key-${place}`,
      Buffer.alloc(32),
      '{}',
      nation.clock.now(),
    ])
    await nation.database.query(
      'INSERT INTO idempotency_keys (caller, call_id, idempotency_key, body_hash, answer, created_at) VALUES ?',
      [stored],
    )
    await say('last', randomUUID())
    await expect(say('too many', fresh)).rejects.toMatchObject({ code: 'rate_limited', facts: { retryAfter: 86_400 } })
    await expect(say('first', known)).resolves.toEqual({ name: 'first' })
    await say('without a key')
    nation.clock.set(new Date(nation.clock.now().getTime() + idempotencyLifetimeMs))
    await say('on another day', fresh)
    expect(await said()).toEqual(['first', 'last', 'without a key', 'on another day'])
  })

  it('a key whose answer has outlived its time is new again', async () => {
    const { say } = await aSayer()
    const key = randomUUID()
    await say('first', key)
    nation.clock.set(new Date(nation.clock.now().getTime() + idempotencyLifetimeMs - 1))
    await expect(say('first', key)).resolves.toEqual({ name: 'first' })
    expect(await said()).toEqual(['first'])
    nation.clock.set(new Date(nation.clock.now().getTime() + 1))
    await expect(say('second', key)).resolves.toEqual({ name: 'second' })
    expect(await said()).toEqual(['first', 'second'])
  })
})

/** A service whose requests change counters by name: a lease's holder, which is waited for unless the locks say otherwise. */
const countingOn = (attempts: string[][]): BatchService<string, string> => ({
  statements: (requests, locks) => [
    ...statements(requests, locks),
    ...(locks.counters === null
      ? []
      : [{ sql: `SELECT name FROM leases ORDER BY name ${locks.counters}`, values: [] as unknown[] }]),
  ],
  decide: (_, requests, rows, locks) => {
    attempts.push(requests.map(({ input }) => input))
    if (requests.some(({ input }) => input === 'poison')) throw new Error('a statement failed')
    const callers = new Set((rows[0] as { id: string }[]).map(({ id }) => id))
    const free = locks.counters === null ? null : new Set((rows[1] as { name: string }[]).map(({ name }) => name))
    const outcomes = requests.map(({ caller, input }) => {
      // Without the caller's lock nothing is known of the key: another transaction may be using it.
      if (!callers.has(caller.id)) return { locked: `citizens ${caller.id}` }
      return free === null || free.has(input) ? { answer: input } : { locked: `leases ${input}` }
    })
    const names = outcomes.flatMap((one) => ('answer' in one ? one.answer : []))
    const sql = 'UPDATE leases SET holder = CONCAT(holder, ?) WHERE name = ?'
    // The database itself answers as it does to a deadlock.
    const deadlock = { sql: "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213", values: [] }
    const counters = names.map((name) => (name === 'deadlocked' ? deadlock : { sql, values: ['+', name] }))
    return { outcomes, writes: [], counters }
  },
})

const countersNow = async () => {
  const rows: { name: string; holder: string }[] = await nation.database.query('SELECT name, holder FROM leases')
  return Object.fromEntries(rows.map(({ name, holder }) => [name, holder.length]))
}

async function aCounter(options: GroupCommitOptions = {}) {
  await nation.database.query("INSERT INTO leases (name, holder, expires_at) VALUES ('a', '', NOW()), ('b', '', NOW())")
  const attempts: string[][] = []
  const caller = signedIn(await aCitizen(nation.database))
  const count = groupCommit({ ...nation.runtime, database: several }, countingOn(attempts), options)
  return { attempts, count: (name: string) => count(caller, name, undefined) }
}

/** Does something while another connection holds a row. */
async function whileHeld<T>(sql: string, work: () => Promise<T>): Promise<T> {
  const holder = nation.database.createQueryRunner()
  await holder.startTransaction('READ COMMITTED')
  try {
    await holder.query(sql)
    return await work()
  } finally {
    await holder.rollbackTransaction()
    await holder.release()
  }
}

const codesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as NationError).code))

describe('A crowd', () => {
  it('waits once for a counter that does not come; then it holds up only those who need it', async () => {
    const { attempts, count } = await aCounter()
    await whileHeld("SELECT name FROM leases WHERE name = 'a' FOR UPDATE", async () => {
      const outcomes = await Promise.allSettled(['a', 'b', 'a', 'b'].map(count))
      expect(codesOf(outcomes)).toEqual(['busy', 'b', 'busy', 'b'])
      expect(await Promise.all(['b', 'b'].map(count))).toEqual(['b', 'b'])
      // Never split: the whole batch once, once more without waiting, then those who were put back, then the others.
      expect(attempts.slice(0, 2)).toEqual([
        ['a', 'b', 'a', 'b'],
        ['a', 'b', 'a', 'b'],
      ])
    })
    expect(await countersNow()).toEqual({ a: 0, b: 4 })
    const again = async (): Promise<string> => count('a').catch(again)
    expect(await again()).toBe('a')
    expect(await countersNow()).toEqual({ a: 1, b: 4 })
  })

  it('beyond its bound is refused as busy at once, with the time to come again', async () => {
    const { count } = await aCounter({ mostUnanswered: 3 })
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => count('a')))
    expect(codesOf(outcomes)).toEqual(['a', 'a', 'a', 'busy', 'busy'])
    expect((outcomes[4] as PromiseRejectedResult).reason).toMatchObject({ facts: { retryAfter: 1 } })
    expect(await count('a')).toBe('a')
    expect(await countersNow()).toEqual({ a: 4, b: 0 })
  })

  it('has one bad request halved out of it, and all others are done', async () => {
    const { attempts, count } = await aCounter()
    const names = Array.from({ length: 64 }, (_, place) => (place === 37 ? 'poison' : 'a'))
    const outcomes = await Promise.allSettled(names.map(count))
    expect(outcomes.flatMap((one, place) => (one.status === 'rejected' ? [place] : []))).toEqual([37])
    expect(attempts.length).toBeLessThanOrEqual(13)
    expect(await countersNow()).toEqual({ a: 63, b: 0 })
  })

  it('of which one request always meets a deadlock refuses that one as busy, and all others are done', async () => {
    const { count } = await aCounter()
    const names = Array.from({ length: 16 }, (_, place) => (place === 5 ? 'deadlocked' : 'a'))
    const outcomes = await Promise.allSettled(names.map(count))
    expect(codesOf(outcomes)).toEqual(names.map((name) => (name === 'a' ? 'a' : 'busy')))
    expect(await countersNow()).toEqual({ a: 15, b: 0 })
  })

  it('waits for a row that is held for a moment, and is not refused for it', async () => {
    const { say } = await aSayer()
    const waiting = await whileHeld('SELECT id FROM citizens FOR UPDATE', async () => {
      const asked = say('repeated')
      while (batches.length === 0) await new Promise((resolve) => setImmediate(resolve))
      return { asked }
    })
    expect(await waiting.asked).toEqual({ name: 'repeated' })
    expect(await said()).toEqual(['repeated'])
  })

  it('asks a few times more for a row that never came, and waits for it anew once a request has got it', async () => {
    const rests: number[] = []
    let [isLocked, freeAfter] = [true, Infinity]
    const caller = signedIn(await aCitizen(nation.database))
    const service: BatchService<string, string> = {
      statements,
      decide: (_ctx, requests) => ({
        outcomes: requests.map(({ input }) => (isLocked ? { locked: 'rows 1' } : { answer: input })),
        writes: [],
        counters: [],
      }),
    }
    const backoff = (times: number) => {
      rests.push(times)
      if (rests.length === freeAfter) isLocked = false
      return Promise.resolve()
    }
    const say = groupCommit(nation.runtime, service, { retryForMs: 0, backoff })
    const said = (input: string) => say(caller, input, undefined).catch((error: NationError) => error.code)
    expect([await said('one'), rests.splice(0)]).toEqual(['busy', []])
    expect([await said('two'), rests.splice(0)]).toEqual(['busy', [0, 1, 2, 3]])
    freeAfter = 2
    expect([await said('three'), rests.splice(0)]).toEqual(['three', [0, 1]])
    isLocked = true
    expect([await said('four'), rests.splice(0)]).toEqual(['busy', []])
  })

  it('is refused as busy when the database does not get on; what is done then is done once, under its key', async () => {
    await aCounter()
    const caller = signedIn(await aCitizen(nation.database))
    const claim = { caller: caller.uid, callId: 'test.count', key: randomUUID(), body: 'a' }
    const inProcess = (options: GroupCommitOptions, attempts: string[][] = []) => {
      const count = groupCommit({ ...nation.runtime, database: several }, countingOn(attempts), options)
      return () => count(caller, 'a', claim)
    }
    const attempts: string[][] = []
    const inTime = inProcess({}, attempts)
    const again = async (): Promise<string> => inTime().catch(again)
    const { answer } = await whileHeld("SELECT name FROM leases WHERE name = 'a' FOR UPDATE", async () => {
      await expect(inProcess({ limitMs: 20 })()).rejects.toMatchObject({ code: 'busy', facts: { retryAfter: 1 } })
      // The first process is still at it: the second one is put back until the caller is free, and then knows the key.
      const answer = again()
      while (attempts.length === 0) await new Promise((resolve) => setImmediate(resolve))
      return { answer }
    })
    expect(await answer).toBe('a')
    expect(await countersNow()).toEqual({ a: 1, b: 0 })
  })
})
