import type { DataSource } from 'typeorm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PanelAccount, PanelSession } from '../admin/panel.entity'
import type { Citizen } from '../citizens/citizen.entity'
import { newPublicId } from '../platform'
import { openDatabase } from '../nation'
import { aCitizen, sessionOf, useTestNation } from '../testing'
import { identify } from './identify'
import { deriveKeys } from './keys'
import { Session } from '../sessions/session.entity'
import { issueBearer } from './tokens'

const nation = useTestNation({ poolSize: 2 })
const keys = deriveKeys('a secret of these tests, long enough to be one')
const sent: string[] = []
let database: DataSource
beforeAll(async () => {
  database = await openDatabase({ url: nation.url, poolSize: 2, onStatement: (sql) => sent.push(sql) })
})
afterAll(() => database.destroy())

async function signedInAs(citizen: Citizen): Promise<{ token: string; sessionId: string }> {
  const now = nation.clock.now()
  const session = sessionOf(citizen, now)
  await nation.database.getRepository(Session).insert(session)
  const { token } = await issueBearer(keys, { kind: 'citizen', uid: citizen.uid, sessionId: session.id }, now)
  return { token, sessionId: session.id }
}

const who = (token: string) => identify(database, keys, token, nation.clock.now())

it('Many requests at once are each identified as their citizen, and former citizens as none, in few statements', async () => {
  const citizens = await Promise.all(Array.from({ length: 20 }, () => aCitizen(nation.database)))
  const tokens = await Promise.all(citizens.map(signedInAs))
  await nation.database.query('UPDATE sessions SET ended_at = ? WHERE id = ?', [
    nation.clock.now(),
    tokens[7]!.sessionId,
  ])
  sent.length = 0
  const found = await Promise.allSettled(tokens.map(({ token }) => who(token)))
  expect(
    found.map((one) => (one.status === 'fulfilled' ? one.value.uid : (one.reason as { code: string }).code)),
  ).toEqual(citizens.map(({ uid }, place) => (place === 7 ? 'session_ended' : uid)))
  expect(sent.length).toBeLessThan(20)
})

it('What was taken away counts from the next request on', async () => {
  const citizen = await aCitizen(nation.database, { isAdmin: true })
  const { token, sessionId } = await signedInAs(citizen)
  expect((await who(token)).isAdmin).toBe(true)
  await nation.database.query('UPDATE citizens SET is_admin = 0 WHERE id = ?', [citizen.id])
  expect((await who(token)).isAdmin).toBe(false)
  await nation.database.query('UPDATE sessions SET ended_at = ? WHERE id = ?', [nation.clock.now(), sessionId])
  await expect(who(token)).rejects.toMatchObject({ code: 'session_ended' })
})

it('A session is its own citizen’s, whatever a token says', async () => {
  const [one, other] = [await aCitizen(nation.database), await aCitizen(nation.database)]
  const { sessionId } = await signedInAs(one)
  const claims = { kind: 'citizen', uid: other.uid, sessionId } as const
  const { token } = await issueBearer(keys, claims, nation.clock.now())
  await expect(who(token)).rejects.toMatchObject({ code: 'session_ended' })
  const unknown = { kind: 'citizen', uid: one.uid, sessionId: newPublicId(nation.clock.now()) } as const
  const { token: lost } = await issueBearer(keys, unknown, nation.clock.now())
  await expect(who(lost)).rejects.toMatchObject({ code: 'session_ended' })
})

it('A panel’s sign-in that was ended is reported as ended also long after its token expired', async () => {
  const citizen = await aCitizen(nation.database, { isAdmin: true })
  const now = nation.clock.now()
  const account = await nation.database.getRepository(PanelAccount).save({
    username: `panel-${citizen.id}`,
    citizenId: citizen.id,
    passwordHash: 'nobody',
    totpSecret: null,
    totpLastStep: '0',
    createdAt: now,
    revokedAt: null,
  })
  const id = newPublicId(now)
  const session = { id, accountId: account.id, createdAt: now, expiresAt: now, endedAt: null }
  await nation.database.getRepository(PanelSession).insert(session)
  const { token } = await issueBearer(keys, { kind: 'panel', uid: citizen.uid, sessionId: id }, now)
  const later = () => identify(database, keys, token, new Date(now.getTime() + 40 * 86_400_000))
  await expect(later()).rejects.toMatchObject({ code: 'token_expired' })
  await nation.database.query('UPDATE panel_accounts SET revoked_at = ? WHERE id = ?', [now, account.id])
  await expect(later()).rejects.toMatchObject({ code: 'session_ended' })
})
