import { randomUUID } from 'node:crypto'
import { aCitizen, aPoll, aRoadTo } from '@nation/core/testing'
import { afterEach, expect, it } from 'vitest'
import { useTestApi, type Answer } from '../testing'

let road: Awaited<ReturnType<typeof aRoadTo>>
const longestSilenceMs = { calls: 3_000, batches: 3_000, journal: 3_000 }
const api = useTestApi({
  road: async (url) => {
    road = await aRoadTo(url)
    return { url: road.url, longestSilenceMs }
  },
})
afterEach(() => road.close())

/** Asks until there is an answer of the call itself, as a client does. */
const askedAgain = (ask: () => Promise<Answer>) =>
  expect.poll(async () => (await ask()).status, { timeout: 20_000, interval: 50 })

it('Connections to the database that fall silent without an end hold up no vote, no signed-in call and no public answer', async () => {
  const { database, runtime } = api.nation
  const poll = await aPoll(runtime, await aCitizen(database, { role: 'government', governmentRole: 'president' }))
  const [before, after] = [await aCitizen(database), await aCitizen(database)]
  const tokens = { before: await api.tokenOf(before), after: await api.tokenOf(after) }
  const calls = (token: string) => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = { pollId: poll.id, optionIndex: 0 }
    return [
      () => api.send('POST', '/api/polls/vote', { token, headers, body }),
      () => api.send('GET', `/api/user?action=get-user&uid=${before.uid}`, { token }),
      () => api.send('GET', '/api/polls/list'),
    ]
  }
  for (const ask of calls(tokens.before)) await askedAgain(ask).toBe(200)
  // Those of calls, of batches and of the journal.
  expect(road.silence()).toBeGreaterThanOrEqual(3)
  await Promise.all(calls(tokens.after).map((ask) => askedAgain(ask).toBe(200)))
  const votes = await database.query<{ n: string }[]>('SELECT COUNT(*) AS n FROM poll_votes')
  expect(Number(votes[0]?.n)).toBe(2)
})
