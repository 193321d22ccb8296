import {
  createPanelAccount,
  leavePanel,
  PanelAccount,
  PanelDevice,
  revokeDevice,
  revokePanelAccount,
  updateAdministration,
} from '@nation/core/admin'
import { deriveKeys, readBearer } from '@nation/core/auth'
import { openSession, refreshSession, Session, signOut, signOutEverywhere } from '@nation/core/sessions'
import { Citizen } from '@nation/core/citizens'
import { deleteAccount } from '@nation/core/membership'
import { updateMemberRole } from '@nation/core/government'
import { sequence } from '@nation/core/journal'
import { change, createLogger, openSubscriber } from '@nation/core/platform'
import { aCitizen, aFact, as, sessionOf, signedIn, testRedisUrl, useTestNation } from '@nation/core/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EventHub } from './event-hub'
import { OpenStreams, type OpenStream } from './open-streams'

const nation = useTestNation({ poolSize: 4 })
const keys = deriveKeys('a secret that only the tests of the nation know')
const log = createLogger('api', 'fatal')
let subscriber: ReturnType<typeof openSubscriber>
let hub: EventHub
let streams: OpenStreams

beforeEach(async () => {
  subscriber = openSubscriber(testRedisUrl())
  hub = new EventHub(nation.database, nation.clock, log)
  streams = new OpenStreams(nation.database, nation.clock, log, hub)
  await hub.start(subscriber)
})
afterEach(() => {
  streams.stop()
  hub.stop()
  subscriber.disconnect()
})

/** An open stream, and what it received. */
async function aStream(caller: OpenStream['caller'], expiresAt: Date | null = null) {
  const received = { ended: false, beats: 0, frames: '' }
  const stream: OpenStream = {
    who: caller?.uid ?? 'a network',
    caller,
    expiresAt,
    beat: () => void received.beats++,
    destroy: () => void (received.ended = true),
    listener: {
      caller: () => stream.caller,
      network: 'a network',
      deliver: (frames) => {
        if (!received.ended) received.frames += frames.toString()
      },
      taken: () => Promise.resolve(),
      left: () => received.ended,
      end: () => void (received.ended = true),
    },
  }
  await streams.open(stream, undefined)
  return received
}

async function numbered(): Promise<void> {
  while ((await sequence(nation.database)).numbered > 0);
  hub.follow()
}

/** A citizen with a session, and the stream of it. */
async function aListeningCitizen(overrides: Partial<Citizen> = {}) {
  const citizen = await aCitizen(nation.database, overrides)
  const session = sessionOf(citizen, nation.clock.now())
  await nation.database.getRepository(Session).insert(session)
  const caller = signedIn(citizen, { sessionId: session.id })
  return { citizen, caller, received: await aStream(caller) }
}

const profile = {
  id: '4711',
  handle: 'zoe',
  name: 'Zoë',
  followers: 800,
  verified: true,
  createdAt: new Date('2020-01-01T00:00:00.000Z'),
  avatarUrl: null,
}

/** A citizen who signed in with X, with the refresh token of their browser. */
async function aSignIn() {
  const { refreshToken } = await change(nation.runtime, {}, (ctx) => openSession(ctx, keys, profile, 'A browser'))
  const citizen = await nation.database.getRepository(Citizen).findOneByOrFail({ xId: profile.id })
  const refresh = (token: string) => change(nation.runtime, {}, (ctx) => refreshSession(ctx, keys, token))
  const outcome = await refresh(refreshToken)
  if (outcome.refused !== null) throw new Error(outcome.refused)
  const { sessionId } = readBearer(keys, outcome.answer.accessToken, nation.clock.now())
  return {
    citizen,
    refreshToken,
    refresh,
    next: outcome.session.refreshToken,
    received: await aStream(signedIn(citizen, { sessionId })),
  }
}

/** An administrator with the panel open. */
async function aPanel() {
  const now = nation.clock.now()
  const citizen = await aCitizen(nation.database, { isAdmin: true, handle: 'panel_owner' })
  const username = 'owner'
  const input = { username, password: 'a long password 1', handle: 'panel_owner', withTotp: false }
  await change(nation.runtime, {}, (ctx) => createPanelAccount(ctx, keys, input))
  const account = await nation.database.getRepository(PanelAccount).findOneByOrFail({ username })
  const deviceId = crypto.randomUUID()
  await nation.database.getRepository(PanelDevice).insert({
    id: deviceId,
    device: deviceId,
    accountId: account.id,
    secretHash: 'x'.repeat(43),
    label: 'A browser',
    createdAt: now,
    lastUsedAt: now,
    revokedAt: null,
  })
  const until = new Date(now.getTime() + 3_600_000)
  const [id, elsewhere] = [crypto.randomUUID(), crypto.randomUUID()]
  await nation.database.query(
    'INSERT INTO panel_sessions (id, account_id, created_at, expires_at, device_id) VALUES ?',
    [
      [
        [id, account.id, now, until, deviceId],
        [elsewhere, account.id, now, until, null],
      ],
    ],
  )
  const caller = signedIn(citizen, { sessionId: id, panel: true, isSuperAdmin: true })
  return { citizen, caller, input, deviceId, elsewhere, received: await aStream(caller) }
}

describe('A stream ends by the event', () => {
  const ways: Readonly<Record<string, () => Promise<{ received: { ended: boolean } }>>> = {
    'of a sign-out': async () => {
      const { next, received } = await aSignIn()
      await change(nation.runtime, {}, (ctx) => signOut(ctx, keys, next))
      return { received }
    },
    'of a refresh token that was used twice': async () => {
      const { refreshToken, next, refresh, received } = await aSignIn()
      nation.clock.set(new Date(nation.clock.now().getTime() + 60_000))
      const newest = await refresh(next)
      if (newest.refused === null) await refresh(newest.session.refreshToken)
      nation.clock.set(new Date(nation.clock.now().getTime() + 60_000))
      expect(await refresh(refreshToken)).toMatchObject({ refused: 'session_reused' })
      return { received }
    },
    'of a sign-out everywhere': async () => {
      const { citizen, received } = await aListeningCitizen()
      await as(nation.runtime, citizen, (ctx) => signOutEverywhere(ctx))
      return { received }
    },
    'of an account that was deleted': async () => {
      const { citizen, received } = await aListeningCitizen()
      await as(nation.runtime, citizen, (ctx) => deleteAccount(ctx, keys, { confirm: citizen.handle }))
      return { received }
    },
    'of a panel that was closed': async () => {
      const { caller, received } = await aPanel()
      await change(nation.runtime, { caller }, (ctx) => leavePanel({ ...ctx, caller }))
      return { received }
    },
    'of a panel account that was revoked': async () => {
      const { received, input } = await aPanel()
      await change(nation.runtime, {}, (ctx) => revokePanelAccount(ctx, input.username))
      return { received }
    },
    'of a panel account that has a new password': async () => {
      const { received, input } = await aPanel()
      await change(nation.runtime, {}, (ctx) => createPanelAccount(ctx, keys, input))
      return { received }
    },
    'of a browser of the panel that was revoked': async () => {
      const { received, caller, deviceId, elsewhere } = await aPanel()
      const by = { ...caller, sessionId: elsewhere }
      await change(nation.runtime, { caller: by }, (ctx) => revokeDevice({ ...ctx, caller: by }, { deviceId }))
      return { received }
    },
    'of an administrator who is none any more': async () => {
      const { received, citizen } = await aPanel()
      const other = await aCitizen(nation.database, { isAdmin: true })
      await as(nation.runtime, other, (ctx) => updateAdministration(ctx, { userId: citizen.uid, isAdmin: false }))
      return { received }
    },
  }

  it.each(Object.entries(ways))('%s, and another citizen’s goes on', async (_, way) => {
    const other = await aListeningCitizen()
    const { received } = await way()
    expect(received.ended).toBe(false)
    await numbered()
    await expect.poll(() => received.ended, { timeout: 10_000 }).toBe(true)
    expect(other.received.ended).toBe(false)
  })
})

describe('A stream of the panel', () => {
  const write = (visibility: 'public' | 'officials' | 'moderators' | 'admins', text: string) =>
    change(nation.runtime, {}, async (ctx) => ctx.journal.add(aFact('test.fact', { visibility, facts: { text } })))

  it('hears what administrators may, also of a citizen who is none on the site, and is nobody who is online', async () => {
    const online: string[] = []
    const own = new OpenStreams(nation.database, nation.clock, log, hub, (uids) => void online.push(...uids))
    streams.stop()
    streams = own
    const { citizen, received } = await aPanel()
    await nation.database.query('UPDATE citizens SET is_admin = 0 WHERE id = ?', [citizen.id])
    for (const visibility of ['admins', 'officials', 'moderators', 'public'] as const)
      await write(visibility, visibility)
    await numbered()
    await expect.poll(() => received.frames).toContain('"public"')
    for (const visibility of ['admins', 'officials', 'moderators']) expect(received.frames).toContain(`"${visibility}"`)
    streams.start({ beatMs: 60, checkMs: 3_600_000 })
    await expect.poll(() => received.beats).toBeGreaterThan(1)
    expect(online).toEqual([])
  })

  it.each([
    ['its session was ended in the database, without an event', 'UPDATE panel_sessions SET ended_at = created_at'],
    ['its account was revoked in the database', 'UPDATE panel_accounts SET revoked_at = UTC_TIMESTAMP(3)'],
  ])('ends at the first entry for a role and hears nothing of it, where %s', async (_, sql) => {
    const { received } = await aPanel()
    await write('admins', 'while it was open')
    await numbered()
    await expect.poll(() => received.frames).toContain('while it was open')
    await nation.database.query(sql)
    await write('admins', 'afterwards')
    await write('public', 'to everybody')
    await numbered()
    await expect.poll(() => received.ended).toBe(true)
    expect(received.frames).not.toMatch(/afterwards|to everybody/)
  })

  it('hears no entry for a role once its token has expired', async () => {
    const { caller } = await aPanel()
    const received = await aStream(caller, new Date(nation.clock.now().getTime() + 1_000))
    nation.clock.set(new Date(nation.clock.now().getTime() + 1_000))
    await write('admins', 'afterwards')
    await numbered()
    await expect.poll(() => received.ended).toBe(true)
    expect(received.frames).not.toContain('afterwards')
  })

  it('hears nothing for a role while its session cannot be read, and all of it afterwards', async () => {
    const { received } = await aPanel()
    const query = nation.database.query.bind(nation.database)
    let refused = 0
    const spy = vi.spyOn(nation.database, 'query').mockImplementation((sql, values) => {
      if (!sql.includes('FROM panel_sessions')) return query(sql, values)
      refused++
      return Promise.reject(new Error('away'))
    })
    await write('admins', 'for administrators')
    await numbered()
    await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThan(1)
    expect(received.frames).not.toContain('for administrators')
    spy.mockRestore()
    await expect.poll(() => received.frames, { timeout: 10_000 }).toContain('for administrators')
  })
})

describe('A stream follows a role', () => {
  const say = async (visibility: 'officials' | 'admins', text: string) => {
    await change(nation.runtime, {}, async (ctx) =>
      ctx.journal.add(aFact('test.fact', { visibility, facts: { text } })),
    )
    await numbered()
  }

  it('that is given and taken, from its event on', async () => {
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const { citizen, received } = await aListeningCitizen()
    const queries = vi.spyOn(nation.database, 'query')
    const appoint = (governmentRole: 'secretary' | 'citizen') =>
      as(nation.runtime, admin, (ctx) => updateMemberRole(ctx, { userId: citizen.uid, governmentRole }))
    const looked = (times: number) =>
      expect
        .poll(() => queries.mock.calls.filter(([sql]) => sql.includes('FROM sessions')).length, { timeout: 10_000 })
        .toBe(times)
    await say('officials', 'before')
    await appoint('secretary')
    await numbered()
    await looked(1)
    await say('officials', 'as an official')
    await expect.poll(() => received.frames).toContain('as an official')
    await say('admins', 'not for officials')
    await appoint('citizen')
    await numbered()
    await looked(2)
    await say('officials', 'afterwards')
    await expect.poll(() => received.frames).toContain('government.removed')
    expect(received.frames).not.toMatch(/before|not for officials|afterwards/)
    queries.mockRestore()
  })

  const write = (visibility: 'public' | 'officials' | `citizen:${string}`, text: string) =>
    change(nation.runtime, {}, async (ctx) => ctx.journal.add(aFact('test.fact', { visibility, facts: { text } })))
  const take = async (office: Citizen) => {
    const admin = await aCitizen(nation.database, { isAdmin: true })
    await as(nation.runtime, admin, (ctx) =>
      updateMemberRole(ctx, { userId: office.uid, governmentRole: 'citizen' as const }),
    )
  }
  const anOfficeHolder = async () => {
    const listening = await aListeningCitizen()
    await as(nation.runtime, await aCitizen(nation.database, { isAdmin: true }), (ctx) =>
      updateMemberRole(ctx, { userId: listening.citizen.uid, governmentRole: 'secretary' }),
    )
    await say('officials', 'as an official')
    await expect.poll(() => listening.received.frames).toContain('as an official')
    return listening
  }
  /** What the next look-ups of sessions answer is held back until `release`, and then answered as it was read. */
  const holdLookUps = () => {
    const query = nation.database.query.bind(nation.database)
    let release = () => undefined as void
    const released = new Promise<void>((resolve) => (release = resolve))
    let held = 0
    const spy = vi.spyOn(nation.database, 'query').mockImplementation(async (sql, values) => {
      const rows: unknown = await query(sql, values)
      if (sql.includes('FROM sessions') && ++held > 0) await released
      return rows
    })
    return { held: () => held, release: () => (spy.mockRestore(), release()) }
  }

  it('that was taken: nothing is heard that was written later, though it is numbered at the same moment', async () => {
    const { citizen, received } = await anOfficeHolder()
    await take(citizen)
    await write('officials', 'afterwards')
    await write('public', 'to everybody')
    await numbered()
    await expect.poll(() => received.frames).toContain('to everybody')
    expect(received.frames).not.toContain('afterwards')
  })

  it('that was taken while the timer looked it up: what was read before does not bring it back', async () => {
    const { citizen, received } = await anOfficeHolder()
    const looks = holdLookUps()
    streams.start({ beatMs: 3_600_000, checkMs: 60 })
    await expect.poll(looks.held).toBe(1)
    await take(citizen)
    await numbered()
    await expect.poll(() => received.frames).toContain('government.removed')
    looks.release()
    await write('officials', 'afterwards')
    await write('public', 'to everybody')
    await numbered()
    await expect.poll(() => received.frames).toContain('to everybody')
    expect(received.frames).not.toContain('afterwards')
  })

  it('that was taken while the stream opened: it hears nothing before it was looked up', async () => {
    const { citizen, caller } = await aListeningCitizen()
    const looks = holdLookUps()
    const opening = aStream({ ...caller, governmentRole: 'secretary' })
    await expect.poll(looks.held).toBe(1)
    await write('officials', 'afterwards')
    await numbered()
    looks.release()
    const received = await opening
    await write('public', 'to everybody')
    await numbered()
    await expect.poll(() => received.frames).toContain('to everybody')
    expect(received.frames).not.toContain('afterwards')
    expect(citizen.governmentRole ?? null).toBeNull()
  })

  it('and nothing is sent while it cannot be read; afterwards nothing is missing', async () => {
    const { citizen, received } = await anOfficeHolder()
    const query = nation.database.query.bind(nation.database)
    let refused = 0
    const spy = vi.spyOn(nation.database, 'query').mockImplementation((sql, values) => {
      if (!sql.includes('FROM sessions')) return query(sql, values)
      refused++
      return Promise.reject(new Error('away'))
    })
    await take(citizen)
    await write('officials', 'afterwards')
    await write('public', 'to everybody')
    await numbered()
    await expect.poll(() => refused).toBeGreaterThan(1)
    expect(received.frames).not.toContain('to everybody')
    spy.mockRestore()
    await expect.poll(() => received.frames, { timeout: 10_000 }).toContain('to everybody')
    expect(received.frames).not.toContain('afterwards')
  })

  it('and a session that ended: its stream ends before what was written later', async () => {
    const { citizen, received } = await aListeningCitizen()
    await as(nation.runtime, citizen, (ctx) => signOutEverywhere(ctx))
    await write(`citizen:${citizen.uid}`, 'for this citizen alone')
    await numbered()
    await expect.poll(() => received.ended).toBe(true)
    expect(received.frames).not.toContain('for this citizen alone')
  })

  it('that all may have lost or won, with one statement for a thousand streams', async () => {
    const { caller, received } = await aListeningCitizen()
    const many = await Promise.all(Array.from({ length: 1_500 }, () => aStream(caller)))
    await nation.database.query('UPDATE citizens SET government_role = ? WHERE uid = ?', ['secretary', caller.uid])
    const queries = vi.spyOn(nation.database, 'query')
    await change(nation.runtime, {}, async (ctx) =>
      ctx.journal.add({
        kind: 'government.seated',
        subject: crypto.randomUUID(),
        facts: { electionId: crypto.randomUUID(), seats: [], vacant: [] },
      }),
    )
    await numbered()
    const looked = () => queries.mock.calls.filter(([sql]) => sql.includes('FROM sessions')).length
    await expect.poll(looked, { timeout: 10_000 }).toBe(2)
    await say('officials', 'to all of them')
    for (const one of [received, ...many])
      await expect.poll(() => one.frames, { timeout: 10_000 }).toContain('to all of them')
    expect(looked()).toBe(2)
    queries.mockRestore()
  })
})

describe('The timer', () => {
  it('keeps streams alive, ends those whose token has ended, and finds what was changed by hand', async () => {
    const now = nation.clock.now()
    const { caller, received } = await aListeningCitizen()
    const visitor = await aStream(null)
    const { caller: second } = await aListeningCitizen()
    const expiring = await aStream(second, new Date(now.getTime() + 1_000))
    streams.start({ beatMs: 120, checkMs: 120 })
    for (const one of [received, visitor, expiring]) await expect.poll(() => one.beats).toBeGreaterThan(1)
    nation.clock.set(new Date(now.getTime() + 1_000))
    await expect.poll(() => expiring.ended).toBe(true)
    expect(received.ended).toBe(false)
    await nation.database.query('UPDATE sessions SET ended_at = ? WHERE id = ?', [now, caller.sessionId])
    await expect.poll(() => received.ended).toBe(true)
    expect(visitor.ended).toBe(false)
  })
})

describe('Places for streams', () => {
  it('are counted for each network, and for the larger one around it', () => {
    for (let place = 0; place < 50; place++) streams.takePlace('a/64', 'a/48')
    expect(() => streams.takePlace('a/64', 'a/48')).toThrow(expect.objectContaining({ code: 'rate_limited' }))
    const others = Array.from({ length: 750 }, (_, place) => streams.takePlace(`b${place}/64`, 'a/48'))
    expect(() => streams.takePlace('c/64', 'a/48')).toThrow(expect.objectContaining({ code: 'rate_limited' }))
    streams.takePlace('c/64', 'b/48')
    others[0]?.()
    streams.takePlace('c/64', 'a/48')
  })
})
