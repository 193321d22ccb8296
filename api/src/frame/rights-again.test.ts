import { once } from 'node:events'
import net from 'node:net'
import { advanceElections } from '@nation/core/elections'
import { openDatabase } from '@nation/core/nation'
import { aCandidate, aCitizen, lockWaits } from '@nation/core/testing'
import { salaryPresets } from '@nation/domain/bank'
import { allCalls } from '@nation/domain/contract'
import type { DataSource, QueryRunner } from 'typeorm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bindings } from '../bindings'
import { useTestApi } from '../testing'

let served: DataSource
const api = useTestApi({ database: async (url) => (served = await openDatabase({ url, poolSize: 8 })) })
const sql = (statement: string, values: unknown[] = []) =>
  api.nation.database.query<Record<string, unknown>[]>(statement, values)
const timeLimit = { timeout: 10_000, interval: 20 }
/** The server lists locks anew only when nobody has asked for a tenth of a second. */
const lockTimes = { timeout: 10_000, interval: 150 }

/** How much later it is for this process than it would be, in milliseconds. */
let later = 0
let asked: { readonly identities: () => number }

beforeEach(() => {
  later = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
  const spy = vi.spyOn(served, 'query')
  const isIdentity = (statement: string) => /FROM (panel_)?sessions s\b/.test(statement)
  asked = {
    identities: () =>
      spy.mock.settledResults.filter(
        ({ type }, place) => type === 'fulfilled' && isIdentity(spy.mock.calls[place]?.[0] ?? ''),
      ).length,
  }
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const holder of holders.splice(0)) {
    if (holder.isTransactionActive) await holder.rollbackTransaction()
    await holder.release()
  }
})

const holders: QueryRunner[] = []

/** A transaction that holds locks. */
async function holding(): Promise<QueryRunner> {
  const holder = api.nation.database.createQueryRunner()
  holders.push(holder)
  await holder.startTransaction('READ COMMITTED')
  return holder
}

/** Sends a request but for its last byte, and answers how to send that and what comes back, once the caller was identified. */
async function hold(path: string, token: string, body: object) {
  const { port, host } = new URL(api.origin)
  const socket = net.connect(Number(port), '127.0.0.1')
  const text = JSON.stringify(body)
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text.slice(0, -1)}`,
  )
  const before = asked.identities()
  await expect.poll(asked.identities, timeLimit).toBeGreaterThan(before)
  return async () => {
    socket.write(text.slice(-1))
    let answer = ''
    socket.on('data', (part: Buffer) => (answer += part.toString()))
    await once(socket, 'close')
    return { status: Number(answer.split(' ')[1]), code: /"code":"(\w+)"/.exec(answer)?.[1] }
  }
}

const endSessions = (citizen: { id: string }) =>
  sql('UPDATE sessions SET ended_at = ? WHERE citizen_id = ?', [api.nation.clock.now(), citizen.id])

describe('A request whose last byte was held back', () => {
  it.each([
    { session: 'ended', status: 401, code: 'session_ended', votes: 0 },
    { session: 'open', status: 200, code: undefined, votes: 1 },
  ])('casts its vote only while the session is open: $session', async (expected) => {
    await advanceElections(api.nation.runtime)
    const { id: candidateId } = await aCandidate(api.nation.runtime, 'president')
    const citizen = await aCitizen(api.nation.database)
    const release = await hold('/api/votes/cast', await api.tokenOf(citizen), { candidateId })
    if (expected.session === 'ended') await endSessions(citizen)
    later = 1_000
    expect(await release()).toEqual({ status: expected.status, code: expected.code })
    expect(await sql('SELECT citizen_id FROM current_votes')).toHaveLength(expected.votes)
  })

  it.each([
    { powers: 'taken', status: 403, code: 'forbidden' },
    { powers: 'there', status: 200, code: undefined },
  ])('does what an administrator may only while the powers are there: $powers', async ({ powers, status, code }) => {
    const admin = await aCitizen(api.nation.database, { isAdmin: true })
    const input = { question: 'Which bridge first?', options: ['North', 'South'] }
    const release = await hold('/api/polls/create', await api.tokenOf(admin), input)
    if (powers === 'taken') await sql('UPDATE citizens SET is_admin = FALSE WHERE id = ?', [admin.id])
    later = 1_000
    expect(await release()).toEqual({ status, code })
  })

  it('is not done when its feature was switched off meanwhile', async () => {
    const citizen = await aCitizen(api.nation.database, { isAdmin: true })
    const input = { question: 'Which bridge first?', options: ['North', 'South'] }
    const release = await hold('/api/polls/create', await api.tokenOf(citizen), input)
    await sql("INSERT INTO feature_flags (name, enabled, changed_at) VALUES ('voting', FALSE, ?)", [
      api.nation.clock.now(),
    ])
    await expect.poll(async () => (await api.send('GET', '/api/polls/list')).body.code, timeLimit).toBe('feature_off')
    later = 1_000
    expect(await release()).toMatchObject({ code: 'feature_off' })
  })
})

it('A change that waited for the citizen’s earlier ones is not done when their session ended meanwhile', async () => {
  const citizen = await aCitizen(api.nation.database)
  const token = await api.tokenOf(citizen)
  const holder = await holding()
  await holder.query('SELECT id FROM citizens WHERE id = ? FOR UPDATE', [citizen.id])
  const change = (name: string) =>
    api.send('POST', '/api/user/update-profile-picture', { token, body: { profilePictureUrl: `/media/${name}.png` } })
  const first = change('first')
  await expect.poll(() => lockWaits(api.nation.database), lockTimes).toBe(1)
  const before = asked.identities()
  const second = change('second')
  await expect.poll(asked.identities, timeLimit).toBeGreaterThan(before)
  await endSessions(citizen)
  later = 1_000
  await holder.rollbackTransaction()
  expect((await first).body.code).not.toBe('session_ended')
  expect([(await second).status, (await second).body.code]).toEqual([401, 'session_ended'])
})

describe('A change of the panel', () => {
  it.each([
    ['/api/bank/update-total', { totalSalaries: 1_500 }],
    ['/api/bank/update-percentages', { salaryPercentages: salaryPresets.panel }],
    ['/api/bank/record-funding', { amount: 10, reference: 'One' }],
    ['/api/admin/pause-job', { job: 'polls.close-due', paused: true }],
    ['/api/system/set-feature', { feature: 'voting', enabled: false }],
    ['/api/system/set-limit', { limit: 'minFollowers', value: 900, version: 0 }],
  ])('waits for powers that are being taken away, and is then refused: %s', async (path, body) => {
    const admin = await aCitizen(api.nation.database, { isAdmin: true, isSuperAdmin: true })
    const token = await api.panelTokenOf(admin)
    const holder = await holding()
    await holder.query('UPDATE citizens SET is_admin = FALSE, is_super_admin = FALSE WHERE id = ?', [admin.id])
    const change = api.send('POST', path, { token, body })
    await expect.poll(() => lockWaits(api.nation.database), lockTimes).toBe(1)
    await holder.query('UPDATE panel_sessions SET ended_at = ?', [api.nation.clock.now()])
    await holder.commitTransaction()
    expect([(await change).status, (await change).body.code]).toEqual([401, 'session_ended'])
    expect(await sql('SELECT id FROM journal')).toEqual([])
  })

  /** What asks in its own way, or only takes away. */
  const otherwise: Readonly<Record<string, string>> = {
    'admin.update-role': 'locks caller and member, and reads both',
    'admin.logout': 'ends the sign-in',
    'admin.end-session': 'ends a sign-in, under the lock of the account and of the caller’s session',
    'admin.revoke-device': 'ends sign-ins, under the lock of the account and of the caller’s session',
    'admin.begin-second-factor': 'proves the password, and reads the session under its lock',
    'admin.confirm-second-factor': 'reads the session under its lock',
    'admin.renew-recovery-codes': 'proves the password, and reads the session under its lock',
    'admin.open-ops-pages': 'changes nothing in the database',
    'admin-chat.send-message': 'asks in its batch, behind the locks of the senders',
    'broadcast.create': 'asks in its service',
    'broadcast.delete': 'asks in its service',
    'commands.run': 'does what the calls’ own services do, and these ask',
  }

  it('asks in its own transaction who its caller is now', () => {
    const panel = allCalls.filter(({ access, method }) => access === 'panel' && method !== 'GET').map(({ id }) => id)
    expect(panel.length).toBeGreaterThan(15)
    expect(panel.filter((id) => !bindings[id]?.asksCallerNow && !Object.hasOwn(otherwise, id))).toEqual([])
    expect(Object.keys(otherwise).filter((id) => !(panel as string[]).includes(id))).toEqual([])
  })
})
