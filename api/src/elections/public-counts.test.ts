import type { Citizen } from '@nation/core/citizens'
import { publishDueTallies } from '@nation/core/elections'
import { sequence } from '@nation/core/journal'
import { aCandidate, aCitizen, anElection } from '@nation/core/testing'
import { allCalls, type Call } from '@nation/domain/contract'
import { expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()
const exampleElection = '01890a5d-ac96-774b-bcce-b302099a8057'
const exampleCandidate = '01890a5d-ac96-774b-bcce-b302099a8058'
const at = (iso: string) => api.nation.clock.set(new Date(iso))

/** Every call that only reads. What is new in the journal is read as the streams do: `entries`. */
const reading = (allCalls as readonly Call[]).filter((call) => call.method === 'GET' && call.kind !== 'stream')

/** These say what the counts are, and must be among those that are compared. */
const telling = ['candidates.list', 'candidates.get', 'elections.results', 'elections.export', 'elections.current']

/** Asks until the answer was made at the present instant: nothing that is shared by many is taken for new. */
async function ask(call: Call, token: string | undefined): Promise<string> {
  const example = call.example as Record<string, string>
  const path = call.canonical.replace(/\{(\w+)\}/g, (_, name: string) => example[name] ?? '')
  const query = new URLSearchParams(example).toString()
  for (;;) {
    const { status, body } = await api.send('GET', `${path}?${query}`, token ? { token } : {})
    if (typeof body.now === 'number' && body.now < api.nation.clock.now().getTime()) continue
    const comparable = { ...body, now: undefined, requestId: undefined }
    return `${status} ${JSON.stringify(comparable, (key, value: unknown) => (key === 'exportedAt' ? undefined : value))}`
  }
}

it('No call shows a vote before the counts of all candidates are published together', async () => {
  const light = await aCitizen(api.nation.database)
  const whale = await aCitizen(api.nation.database, { tokenBalance: '20000000000000000' })
  await anElection(api.nation.runtime)
  const ada = await aCandidate(api.nation.runtime, 'president')
  const ben = await aCandidate(api.nation.runtime, 'president')
  await api.nation.database.query('UPDATE candidacies SET uid = ? WHERE uid = ?', [exampleCandidate, ada.id])
  await api.nation.database.query('UPDATE elections SET uid = ?', [exampleElection])
  const observers: Record<string, string | undefined> = { visitor: undefined }
  const people: Record<string, Citizen> = {
    rival: ben.citizen,
    admin: await aCitizen(api.nation.database, { isAdmin: true }),
  }
  for (const [name, citizen] of Object.entries(people)) observers[name] = await api.tokenOf(citizen)
  const everything = async () => {
    const answers = new Map<string, string>()
    const questions = Object.entries(observers).flatMap(([who, token]) =>
      reading.map(async (call) => answers.set(`${call.id} to ${who}`, await ask(call, token))),
    )
    await Promise.all(questions)
    return answers
  }
  const entries = async () => {
    for (let numbered = 1; numbered > 0;) ({ numbered } = await sequence(api.nation.database))
    return api.nation.database.query<object[]>(
      `SELECT kind, facts FROM journal WHERE visibility = 'public' ORDER BY seq`,
    )
  }
  const cast = async (citizen: Citizen, candidateId: string) => {
    const token = await api.tokenOf(citizen)
    expect((await api.send('POST', '/api/votes/cast', { token, body: { candidateId } })).status).toBe(200)
  }
  const publish = (iso: string) => {
    at(iso)
    return publishDueTallies(api.nation.runtime)
  }

  at('2026-01-06T12:00:01.000Z')
  await cast(light, exampleCandidate)
  await publish('2026-01-06T12:00:06.000Z')
  const once = await everything()
  at('2026-01-06T12:00:06.100Z')
  const before = await everything()
  const entriesBefore = await entries()
  // What changes by itself (a health check's figures) says nothing.
  const steady = [...before.keys()].filter((key) => once.get(key) === before.get(key))
  for (const id of telling) for (const who of Object.keys(observers)) expect(steady, id).toContain(`${id} to ${who}`)

  for (const [second, voter, candidateId] of [
    ['07', whale, exampleCandidate],
    ['08', light, ben.id],
    ['09', whale, ben.id],
  ] as const) {
    await publish(`2026-01-06T12:00:${second}.000Z`)
    await cast(voter, candidateId)
    at(`2026-01-06T12:00:${second}.001Z`)
    const after = await everything()
    for (const key of steady) expect(after.get(key), key).toBe(before.get(key))
    expect(await entries()).toEqual(entriesBefore)
  }
  await publish('2026-01-06T12:00:11.000Z')
  const published = await everything()
  for (const id of telling.filter((one) => one !== 'elections.current'))
    expect(published.get(`${id} to visitor`), id).not.toBe(before.get(`${id} to visitor`))
  const [entry, ...more] = (await entries()).slice(entriesBefore.length) as { kind: string; facts: unknown }[]
  expect(more).toEqual([])
  expect(entry?.kind).toBe('elections.tally-changed')
  const facts = (typeof entry?.facts === 'string' ? JSON.parse(entry.facts) : entry?.facts) as { counts: object[] }
  expect(facts.counts).toEqual([
    { id: ben.id, votes: 3, supportersCount: 2 },
    { id: exampleCandidate, votes: 0, supportersCount: 0 },
  ])
})
