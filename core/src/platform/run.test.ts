import { NationError } from '@nation/domain/errors'
import { describe, expect, it } from 'vitest'
import { sequence } from '../journal/sequencer'
import { entriesAfter } from '../journal/reader'
import { aFact, aTuesday, useTestNation } from '../testing'
import { idempotencyLifetimeMs, largestStoredAnswer, replayAllowance } from './idempotency'
import { change, withRetries } from './run'

const nation = useTestNation()
const caller = '01890a5d-ac96-774b-bcce-b302099a8057'
const claimOf = (body: unknown, key = 'k1') => ({ caller, callId: 'test.add', key, body })

async function journalCount(): Promise<number> {
  const rows: { n: string }[] = await nation.database.query('SELECT COUNT(*) AS n FROM journal')
  return Number(rows[0]?.n)
}

describe('A change', () => {
  it('writes its journal in its own transaction, or not at all', async () => {
    await change(nation.runtime, {}, async (ctx) => ctx.journal.add(aFact('test.happened', { facts: { a: 1 } })))
    await expect(
      change(nation.runtime, {}, async (ctx) => {
        ctx.journal.add(aFact('test.never'))
        await Promise.resolve()
        throw new NationError('conflict')
      }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await journalCount()).toBe(1)
  })

  it('under one key happens once, however often and in parallel it is asked for', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        change(nation.runtime, { idempotency: claimOf({ x: 1, y: 2 }) }, async (ctx) => {
          ctx.journal.add(aFact('test.once'))
          return Promise.resolve({ id: ctx.newId() })
        }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    expect(await journalCount()).toBe(1)
  })

  it('refuses another body under the same key, and takes the same body with its keys in another order', async () => {
    const add = (body: unknown) =>
      change(nation.runtime, { idempotency: claimOf(body) }, async () => Promise.resolve('done'))
    await add({ x: 1, y: 2 })
    await expect(add({ y: 2, x: 1 })).resolves.toBe('done')
    await expect(add({ x: 1, y: 3 })).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  })

  it('keeps no key when it fails, so that it can be tried again', async () => {
    const claim = { idempotency: claimOf({ x: 1 }) }
    await expect(change(nation.runtime, claim, () => Promise.reject(new NationError('busy')))).rejects.toThrow()
    await expect(change(nation.runtime, claim, () => Promise.resolve('second try'))).resolves.toBe('second try')
  })

  it('forgets a key after its lifetime', async () => {
    const claim = { idempotency: claimOf({ x: 1 }) }
    await change(nation.runtime, claim, () => Promise.resolve('first'))
    nation.clock.set(new Date(aTuesday.getTime() + idempotencyLifetimeMs))
    await expect(change(nation.runtime, claim, () => Promise.resolve('second'))).resolves.toBe('second')
  })

  it('keeps a large answer as a reference, and reads it anew for a replay', async () => {
    const original = { id: 'a1', text: 'x'.repeat(largestStoredAnswer) }
    const replay = {
      refer: ({ id }: typeof original) => id,
      again: (_: unknown, id: string) => Promise.resolve({ ...original, id, text: 'read anew' }),
    }
    const ask = (text: string) =>
      change(nation.runtime, { idempotency: claimOf(1, text), replay }, async (ctx) => {
        ctx.journal.add(aFact('test.once'))
        return Promise.resolve({ ...original, text })
      })
    expect(await ask(original.text.slice(0, 128))).toMatchObject({ id: 'a1' })
    expect((await ask(original.text.slice(0, 128))).text).toBe(original.text.slice(0, 128))
    const large = () =>
      change(nation.runtime, { idempotency: claimOf(1, 'large'), replay }, async (ctx) => {
        ctx.journal.add(aFact('test.once'))
        return Promise.resolve(original)
      })
    expect(await large()).toEqual(original)
    expect(await large()).toEqual({ id: 'a1', text: 'read anew' })
    expect(await journalCount()).toBe(2)
    const stored: { reference: string; answer: null }[] = await nation.database.query(
      "SELECT reference, answer FROM idempotency_keys WHERE idempotency_key = 'large'",
    )
    expect(stored).toEqual([{ reference: 'a1', answer: null }])
  })

  it.each([
    ['keys', 'kept_keys', replayAllowance.keys - 5],
    ['bytes', 'kept_bytes', replayAllowance.bytes - 5 * ('"done"'.length + 'new-00'.length)],
  ])('is refused, and not done, past what one caller may store: %s counted exactly', async (_, column, used) => {
    const add = (key: string) =>
      change(nation.runtime, { idempotency: claimOf(1, key) }, async (ctx) => {
        ctx.journal.add(aFact('test.added'))
        return Promise.resolve('done')
      })
    await add('first')
    await nation.database.query(`UPDATE idempotency_use SET ${column} = ?`, [used])
    const keys = Array.from({ length: 20 }, (_, place) => `new-${String(place).padStart(2, '0')}`)
    const outcomes = await Promise.allSettled(keys.map(add))
    const done = keys.filter((_, place) => outcomes[place]?.status === 'fulfilled')
    expect(done).toHaveLength(5)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'rate_limited', facts: { retryAfter: 86_400 } })
    }
    expect(await journalCount()).toBe(6)
    // What is stored is replayed all the same, and the window ends.
    await expect(add('first')).resolves.toBe('done')
    for (const key of done) await expect(add(key)).resolves.toBe('done')
    expect(await journalCount()).toBe(6)
    nation.clock.set(new Date(aTuesday.getTime() + idempotencyLifetimeMs))
    await expect(add('later')).resolves.toBe('done')
    expect(await journalCount()).toBe(7)
  })

  it('rests after each deadlock, and is busy after the fourth', async () => {
    const rests: number[] = []
    const deadlock = Object.assign(new Error('Deadlock found'), { code: 'ER_LOCK_DEADLOCK' })
    const backoff = (attempt: number) => Promise.resolve(void rests.push(attempt))
    await expect(withRetries(() => Promise.reject(deadlock), backoff)).rejects.toMatchObject({
      code: 'busy',
      facts: { retryAfter: 1 },
    })
    expect(rests).toEqual([1, 2, 3])
  })

  it('is tried again after a deadlock, until both sides got through', async () => {
    await nation.database.query(
      "INSERT INTO leases (name, holder, expires_at) VALUES ('a', '', NOW()), ('b', '', NOW())",
    )
    let met = 0
    let release = () => undefined as void
    const bothLocked = new Promise<void>((resolve) => (release = resolve))
    const crossing = (first: string, second: string) =>
      change(nation.runtime, {}, async (ctx) => {
        await ctx.tx.query('UPDATE leases SET holder = CONCAT(holder, ?) WHERE name = ?', [first, first])
        if (++met === 2) release()
        await bothLocked
        await ctx.tx.query('UPDATE leases SET holder = CONCAT(holder, ?) WHERE name = ?', [first, second])
      })
    await Promise.all([crossing('a', 'b'), crossing('b', 'a')])
    const rows: { name: string; holder: string }[] = await nation.database.query(
      'SELECT name, holder FROM leases ORDER BY name',
    )
    expect(rows.map((row) => [...row.holder].sort().join(''))).toEqual(['ab', 'ab'])
  })
})

describe('The sequencer', () => {
  const say = (n: number) =>
    change(nation.runtime, {}, async (ctx) => {
      for (let i = 0; i < n; i++) ctx.journal.add(aFact('test.said', { facts: { i } }))
      return Promise.resolve()
    })

  it('gives every committed row one number without gaps, also when several sequencers and writers run at once', async () => {
    const writers = Promise.all(Array.from({ length: 40 }, (_, i) => say((i % 7) + 1)))
    const sequencers = Promise.all(Array.from({ length: 12 }, () => sequence(nation.database)))
    await Promise.all([writers, sequencers])
    while ((await sequence(nation.database)).numbered > 0);
    const entries = await entriesAfter(nation.database, 0, 1000)
    expect(entries.map((entry) => entry.seq)).toEqual(Array.from({ length: entries.length }, (_, i) => i + 1))
    expect(entries.length).toBe(await journalCount())
  })

  it('numbers a row that was committed late after those that were numbered before it', async () => {
    const late = nation.database.createQueryRunner()
    await late.startTransaction('READ COMMITTED')
    await late.query("INSERT INTO journal (kind, visibility, facts, at) VALUES ('test.late', 'public', '{}', ?)", [
      aTuesday,
    ])
    await say(1)
    await sequence(nation.database)
    await late.commitTransaction()
    await late.release()
    await sequence(nation.database)
    const entries = await entriesAfter(nation.database, 0, 10)
    expect(entries.map((entry) => entry.kind)).toEqual(['test.said', 'test.late'])
  })
})
