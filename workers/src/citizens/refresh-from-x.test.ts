import { startXStandIn, type XStandIn } from '@nation/dev/x'
import { IsNull } from 'typeorm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Citizen, refreshWindowMs, refreshAllFromX, refreshDueAt, staleAfterMs } from '@nation/core/citizens'
import { change } from '@nation/core/platform'
import { aCitizen, aTuesday, untilKilled, useTestNation } from '@nation/core/testing'
import { XApp } from '@nation/core/x'
import { xJobs } from './feature'

const nation = useTestNation({ poolSize: 6 })
const app = { clientId: 'nation-test', clientSecret: 'nation-test-secret' }
const long = new Date(aTuesday.getTime() - 3 * staleAfterMs)
const running: XStandIn[] = []
let x: XStandIn
let asked: string[] = []

async function start(rateLimits = {}): Promise<XStandIn> {
  asked = []
  const started = await startXStandIn({
    ...app,
    rateLimits,
    record: ({ path, status }) => asked.push(`${path} ${status}`),
  })
  running.push(started)
  return started
}

beforeEach(async () => {
  x = await start()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()))
})

const settings = (standIn = x) => ({
  ...app,
  authorizeUrl: `${standIn.origin}/authorize`,
  apiUrl: standIn.origin,
  apiKey: app.clientId,
  apiSecret: app.clientSecret,
})

const xApp = (standIn = x) => new XApp(settings(standIn))

const tell = (path: string, body: object) =>
  fetch(`${x.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** People whom X has: their ids there. */
async function personas(many: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < many; n++) {
    const answer = await tell('/personas', { handle: `person_${n}`, name: `Person ${n}`, followers: 1_000 + n })
    ids.push(((await answer.json()) as { persona: { id: string } }).persona.id)
  }
  return ids
}

/** The same, at the nation since long, with what X said of them then. */
async function people(many: number): Promise<Citizen[]> {
  const list: Citizen[] = []
  for (const xId of await personas(many)) {
    list.push(await aCitizen(nation.database, { xId, followers: 1, xRefreshedAt: long, joinedAt: long }))
  }
  return list
}

const rounds = async () =>
  (
    await nation.database.query<{ state: string; done: string; total: string | null; error: string | null }[]>(
      'SELECT state, done, total, error FROM long_work',
    )
  ).map((row) => ({ ...row, done: Number(row.done), total: Number(row.total) }))

const refreshed = () => nation.database.getRepository(Citizen).countBy({ xRefreshedAt: nation.clock.now() })
const questions = () => asked.filter((line) => line.startsWith('/2/users '))

describe('The refresh from X', () => {
  it('asks for all stale citizens, 100 at a time, and for no others', async () => {
    await people(130)
    const fresh = await aCitizen(nation.database, { xRefreshedAt: new Date(aTuesday.getTime() - staleAfterMs) })
    expect(await refreshAllFromX(nation.runtime, xApp())).toBe(true)
    expect(questions()).toEqual(['/2/users 200', '/2/users 200'])
    expect(await refreshed()).toBe(130)
    const [someone] = await nation.database.getRepository(Citizen).findBy({ handle: 'person_7' })
    expect(someone).toMatchObject({ username: 'Person 7', followers: 1_007 })
    expect(await nation.database.getRepository(Citizen).findOneBy({ id: fresh.id })).toMatchObject({ followers: 500 })
    expect(await rounds()).toMatchObject([{ state: 'done', done: 130, total: 130 }])
  })

  it('is due an hour after the oldest is a day old, and asks in one question for all who are by then', async () => {
    const ids = await personas(3)
    for (const [hour, xId] of ids.entries()) {
      const xRefreshedAt = new Date(aTuesday.getTime() + (hour * refreshWindowMs) / 2)
      await aCitizen(nation.database, { xId, xRefreshedAt })
    }
    const due = await refreshDueAt(nation.database, nation.clock.now())
    expect(due).toEqual(new Date(aTuesday.getTime() + staleAfterMs + refreshWindowMs))
    await aCitizen(nation.database, { xRefreshedAt: long, leftAt: aTuesday })
    expect(await refreshDueAt(nation.database, nation.clock.now())).toEqual(due)
    nation.clock.set(due!)
    expect(await refreshAllFromX(nation.runtime, xApp())).toBe(true)
    // The third becomes a day old at this very instant, and waits for the next round.
    expect([questions().length, await refreshed()]).toEqual([1, 2])
    expect(await refreshDueAt(nation.database, nation.clock.now())).toEqual(new Date(due!.getTime() + refreshWindowMs))
  })

  it('keeps what was known of accounts that X no longer shows, and remembers since when', async () => {
    const gone = await aCitizen(nation.database, {
      xId: '42424242',
      followers: 900,
      xRefreshedAt: long,
      joinedAt: long,
    })
    await people(1)
    await refreshAllFromX(nation.runtime, xApp())
    const now = await nation.database.getRepository(Citizen).findOneByOrFail({ id: gone.id })
    expect(now).toMatchObject({ followers: 900, username: gone.username, xMissingSince: aTuesday })
    nation.clock.set(new Date(aTuesday.getTime() + 2 * staleAfterMs))
    await refreshAllFromX(nation.runtime, xApp())
    const later = await nation.database.getRepository(Citizen).findOneByOrFail({ id: gone.id })
    expect([later.xMissingSince, later.xRefreshedAt]).toEqual([aTuesday, nation.clock.now()])
  })

  it('stops when X has had enough, tells until when, and goes on from there', async () => {
    x = await start({ users: { user: 900, app: 1 } })
    await people(130)
    expect(await refreshAllFromX(nation.runtime, xApp())).toBe(false)
    expect([await refreshed(), questions()]).toEqual([100, ['/2/users 200']])
    const due = await refreshDueAt(nation.database, nation.clock.now())
    const wait = due!.getTime() - nation.clock.now().getTime()
    expect(wait).toBeGreaterThan(14 * 60_000)
    expect(wait).toBeLessThanOrEqual(15 * 60_000 + 1_000)

    expect(await refreshAllFromX(nation.runtime, xApp())).toBe(false)
    expect(questions()).toHaveLength(1)
    nation.clock.set(due!)
    // The same people at an X that has not been asked yet.
    x = await start()
    await personas(130)
    expect(await refreshAllFromX(nation.runtime, xApp())).toBe(true)
    expect(questions()).toEqual(['/2/users 200'])
    expect(await rounds()).toMatchObject([{ state: 'done', done: 130 }])
  })

  it.each([
    { status: 429, what: 'obeys the instant that X names', pause: 120_000 },
    { status: 500, what: 'waits a minute', pause: 60_000 },
  ])('after a $status $what, changes no citizen, and goes on afterwards', async ({ status, pause }) => {
    await people(3)
    const began = Date.now()
    const resetAt = Math.ceil(began / 1000) + 120
    await tell('/faults', { status, path: '/2/users', ...(status === 429 && { resetAt }) })
    expect(await refreshAllFromX(nation.runtime, xApp())).toBe(false)
    expect(await refreshed()).toBe(0)
    const due = await refreshDueAt(nation.database, nation.clock.now())
    const wait = due!.getTime() - aTuesday.getTime()
    // X names an instant: what is left until then, when it answers.
    expect(wait).toBeLessThanOrEqual(pause + 2_000)
    expect(wait).toBeGreaterThanOrEqual(pause - (Date.now() - began) - 2_000)
    expect(await rounds()).toMatchObject([
      { state: 'waiting', error: expect.stringContaining(String(status)) as string },
    ])
    nation.clock.set(due!)
    expect(await refreshAllFromX(nation.runtime, xApp())).toBe(true)
    expect(await nation.database.getRepository(Citizen).countBy({ followers: 1 })).toBe(0)
  })

  it('waits a minute, too, after a batch that the database does not take', async () => {
    await people(2)
    const wrong = xApp()
    const users = wrong.users.bind(wrong)
    wrong.users = async (ids) => {
      const answer = await users(ids)
      return { ...answer, profiles: answer.profiles.map((one) => ({ ...one, avatarUrl: 'a'.repeat(513) })) }
    }
    await expect(refreshAllFromX(nation.runtime, wrong)).rejects.toThrow(/avatar_url/)
    expect(await refreshDueAt(nation.database, aTuesday)).toEqual(new Date(aTuesday.getTime() + 60_000))
    expect(await refreshAllFromX(nation.runtime, wrong)).toBe(false)
    expect(questions()).toHaveLength(1)
    nation.clock.set(new Date(aTuesday.getTime() + 60_000))
    expect(await refreshAllFromX(nation.runtime, xApp())).toBe(true)
  })

  it('is not kept waiting by a pause, or a beginning, that a clock left which had jumped', async () => {
    await people(3)
    const jumped = new Date(aTuesday.getTime() + 40 * 86_400_000)
    nation.clock.set(jumped)
    await tell('/faults', { status: 500, path: '/2/users' })
    expect(await refreshAllFromX(nation.runtime, xApp())).toBe(false)
    nation.clock.set(aTuesday)
    expect(await refreshDueAt(nation.database, aTuesday)).toEqual(aTuesday)
    expect(await refreshAllFromX(nation.runtime, xApp())).toBe(true)
    expect(await refreshed()).toBe(3)
  })

  it('asks for a new token of its own when X no longer takes the old one', async () => {
    await people(1)
    const one = xApp()
    await refreshAllFromX(nation.runtime, one)
    const spoilt = Reflect.set(one, 'token', Promise.resolve('no longer good'))
    expect(spoilt).toBe(true)
    nation.clock.set(new Date(aTuesday.getTime() + 2 * staleAfterMs))
    expect(await refreshAllFromX(nation.runtime, one)).toBe(true)
    expect(questions().at(-1)).toBe('/2/users 200')
    expect(questions()).toContain('/2/users 401')
    expect(await refreshed()).toBe(1)
  })

  it('that is killed before any of its statements goes on where it was, and asks for no citizen in vain', async () => {
    await people(3)
    for (let fatal = 1; ; fatal++) {
      const survived = await untilKilled(nation.url, fatal, (database) =>
        refreshAllFromX({ ...nation.runtime, database }, xApp()),
      )
      if (survived === true) break
      expect(survived).toBe('killed')
      expect(await refreshAllFromX(nation.runtime, xApp())).toBe(true)
      expect(await nation.database.getRepository(Citizen).countBy({ followers: 1 })).toBe(0)
      await nation.database.getRepository(Citizen).update({ leftAt: IsNull() }, { followers: 1, xRefreshedAt: long })
      nation.clock.set(new Date(nation.clock.now().getTime() + 1_000))
    }
    expect((await rounds()).every((round) => round.state === 'done' && round.done === round.total)).toBe(true)
  })

  it('that was cut off after a batch goes on with the others', async () => {
    await people(130)
    let batches = 0
    await refreshAllFromX(nation.runtime, xApp(), () => ++batches === 1)
    expect(await refreshed()).toBe(100)
    expect(await refreshDueAt(nation.database, nation.clock.now())).toEqual(aTuesday)
    expect(await refreshAllFromX(nation.runtime, xApp())).toBe(true)
    expect([await refreshed(), questions().length]).toEqual([130, 2])
    expect(await rounds()).toMatchObject([{ state: 'done', done: 130, total: 130 }])
  })

  it('is done in slices of five seconds, so that a pause holds soon; the next slice is due at once', async () => {
    await people(230)
    const slow = xApp()
    const users = slow.users.bind(slow)
    const clock = performance.now.bind(performance)
    let ahead = 0
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => clock() + ahead)
    slow.users = async (ids) => {
      ahead += 6_000
      return users(ids)
    }
    const [job] = xJobs({ x: settings() }, slow)
    try {
      for (const after of [100, 200, 230]) {
        expect(await job!.dueAt(nation.database, aTuesday)).toEqual(after === 100 ? expect.any(Date) : aTuesday)
        await job!.run(nation.runtime)
        expect(await refreshed()).toBe(after)
      }
    } finally {
      spy.mockRestore()
    }
  })

  it('never undoes what a sign-in has written since it asked', async () => {
    const [person] = await people(1)
    const slow = xApp()
    const users = slow.users.bind(slow)
    slow.users = async (ids) => {
      const answer = await users(ids)
      nation.clock.set(new Date(aTuesday.getTime() + 5_000))
      await change(nation.runtime, {}, async (ctx) => {
        await ctx.tx.getRepository(Citizen).update({ id: person!.id }, { followers: 9_999, xRefreshedAt: ctx.now() })
      })
      return answer
    }
    await refreshAllFromX(nation.runtime, slow)
    expect(await nation.database.getRepository(Citizen).findOneBy({ id: person!.id })).toMatchObject({
      followers: 9_999,
    })
  })
})
