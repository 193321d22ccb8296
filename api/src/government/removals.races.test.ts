import { Citizen } from '@nation/core/citizens'
import { aCitizen, anOfficial, emptyTables } from '@nation/core/testing'
import { describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()
const rounds = Array.from({ length: 20 }, (_, round) => round)

const send = (path: string, token: string, body: object) => api.send('POST', path, { token, body })
const entries = async () =>
  (
    await api.nation.database.query<{ kind: string }[]>(
      `SELECT kind FROM journal WHERE kind IN ('broadcasts.created', 'citizens.role-changed', 'government.removed', 'polls.created')
         AND visibility IN ('public', 'admins')
       ORDER BY id`,
    )
  ).map(({ kind }) => kind)

/** Both at once, in turns beginning with one and with the other. */
async function atOnce<T>(round: number, one: () => Promise<T>, other: () => Promise<T>): Promise<[T, T]> {
  if (round % 2 === 0) return Promise.all([one(), other()])
  const [second, first] = await Promise.all([other(), one()])
  return [first, second]
}

/** An official who is an administrator with an open panel; and the callers who may take both away. */
async function two() {
  await emptyTables(api.nation.database)
  const chief = await aCitizen(api.nation.database, { isAdmin: true })
  const official = await anOfficial(api.nation.database, 'secretary', { from: api.nation.clock.now() })
  await api.nation.database.getRepository(Citizen).update({ id: official.id }, { isAdmin: true })
  const [panel, own, chiefs, chiefsPanel] = [
    await api.panelTokenOf(official),
    await api.tokenOf(official),
    await api.tokenOf(chief),
    await api.panelTokenOf(chief),
  ]
  const message = { message: 'The ferry runs.', type: 'info' }
  return {
    broadcast: () => send('/api/broadcast/create', panel, message),
    ask: () =>
      send('/api/polls/create', own, { question: 'Which bridge first?', options: ['The old one', 'The new one'] }),
    removeFromOffice: () =>
      send('/api/members/update-role', chiefs, { userId: official.uid, governmentRole: 'citizen', role: 'citizen' }),
    endAdministration: () => send('/api/admin/update-role', chiefsPanel, { userId: official.uid, isAdmin: false }),
  }
}

describe('A removal over HTTP', () => {
  it.each(rounds)(
    'of an administrator, and their own broadcast: it came before, or there is none (%i)',
    async (round) => {
      const { broadcast, endAdministration } = await two()
      const [sent, ended] = await atOnce(round, broadcast, endAdministration)
      expect(ended.status).toBe(200)
      expect([200, 401]).toContain(sent.status)
      expect(await entries()).toEqual(
        sent.status === 200 ? ['broadcasts.created', 'citizens.role-changed'] : ['citizens.role-changed'],
      )
      expect((await broadcast()).status).toBe(401)
    },
  )

  it.each(rounds)(
    'from office ends no broadcast of the same citizen’s panel, and polls follow the office (%i)',
    async (round) => {
      const { broadcast, ask, removeFromOffice, endAdministration } = await two()
      const [sent, removed] = await atOnce(round, broadcast, removeFromOffice)
      expect([sent.status, removed.status]).toEqual([200, 200])
      expect((await entries()).toSorted()).toEqual(['broadcasts.created', 'government.removed'])
      // An administrator may ask without an office; with neither, nothing is asked.
      const [asked, ended] = await atOnce(round, ask, endAdministration)
      expect(ended.status).toBe(200)
      const written = (await entries()).filter((kind) => kind === 'polls.created' || kind === 'citizens.role-changed')
      expect(written).toEqual(
        asked.status === 200 ? ['polls.created', 'citizens.role-changed'] : ['citizens.role-changed'],
      )
      if (asked.status !== 200) expect(asked.status).toBe(403)
      expect((await ask()).status).toBe(403)
    },
  )
})
