import { allCalls, type Call, type CallId } from '@nation/domain/contract'
import type { Citizen } from '@nation/core/citizens'
import { advanceElections } from '@nation/core/elections'
import { aCitizen, anOfficial, publishGazette, vote } from '@nation/core/testing'
import { expect, it } from 'vitest'
import { bindings } from '../bindings'
import { useTestApi, type Answer } from '../testing'
import { exampleCandidate, exampleNation, sendExample, type ExampleNation } from '../testing/example-nation'

// Answers do not grow old here: only the journal ends them.
const api = useTestApi({ answersAge: false })
const callNamed = (id: string) => (allCalls as readonly Call[]).find((call) => call.id === id) as Call
const shared = Object.entries(bindings).flatMap(([id, binding]) => (binding.shared ? [id as CallId] : []))

type Input = Readonly<Record<string, unknown>>

/** A change after which a reading call answers otherwise, and who makes it. */
interface Change {
  readonly call: string
  readonly by: (nation: ExampleNation) => Promise<Citizen> | Citizen
  readonly prepare?: (nation: ExampleNation) => Promise<unknown>
  /** Instead of the example's. */
  readonly input?: (who: Citizen, nation: ExampleNation) => Input
  /** What the reading call is asked, besides its example. */
  readonly asks?: (nation: ExampleNation) => Input
  /** Of what crowds do: only the caller of the change sees it at once. */
  readonly theirsAlone?: true
  /** What was there stays readable for the caller of the change. */
  readonly othersAlone?: true
}

const query = (sql: string, values: readonly unknown[] = []) => api.nation.database.query(sql, [...values])
const anAdmin = () => aCitizen(api.nation.database, { isAdmin: true, isSuperAdmin: true })
const asPanel = async (id: string, input: Input = {}) => {
  const answer = await sendExample(api, callNamed(id), { token: await api.panelTokenOf(await anAdmin()), input })
  expect([id, answer.status]).toEqual([id, 200])
}
const appoint = (citizen: Citizen, governmentRole: string) => ({ userId: citizen.uid, governmentRole })

const deleteInterview: Change = { call: 'interviews.delete', by: anAdmin }
const deletePoll: Change = { call: 'polls.delete', by: ({ pollMaker }) => pollMaker }
const votePoll: Change = { call: 'polls.vote', by: ({ candidate }) => candidate, theirsAlone: true }
const withdraw: Change = { call: 'candidates.delete', by: ({ candidate }) => candidate }
const setTotal: Change = { call: 'bank.update-total', by: anAdmin }
const leave: Change = {
  call: 'user.delete-account',
  by: ({ candidate }) => candidate,
  input: ({ handle }) => ({ confirm: handle }),
}
const choosePicture: Change = {
  call: 'user.update-profile-picture',
  by: ({ candidate }) => candidate,
  prepare: ({ candidate }) =>
    query("UPDATE citizens SET custom_picture_url = '/media/a.png' WHERE id = ?", [candidate.id]),
  input: () => ({ profilePictureUrl: null }),
  theirsAlone: true,
}
const appointCandidate: Change = {
  call: 'members.update-role',
  by: anAdmin,
  input: (_, { candidate }) => appoint(candidate, 'justiceMinister'),
}
const payCycle: Change = {
  call: 'bank.process-payment',
  by: anAdmin,
  prepare: async () => {
    await asPanel('bank.update-total')
    await asPanel('bank.update-percentages')
    await asPanel('bank.start-cycle')
    const start = api.nation.clock.now()
    await anOfficial(api.nation.database, 'president', { from: start })
    api.nation.clock.set(new Date(start.getTime() + 604_800_000))
  },
}
/** The open election is over: its candidate is president. */
const count = async () => {
  const [{ ends_at: end }] = (await query('SELECT ends_at FROM elections ORDER BY id LIMIT 1')) as [{ ends_at: Date }]
  await vote(api.nation.runtime, await aCitizen(api.nation.database), exampleCandidate)
  api.nation.clock.set(end)
  await advanceElections(api.nation.runtime)
}

/** No citizen appoints themselves: another citizen without an office. */
let newcomer: Citizen
/** The newest number of the gazette: the appointment of the candidate, who is called Grace. */
let newest = 0
const leaveTheGazette: Change = {
  ...leave,
  prepare: async ({ candidate }) => {
    await query("UPDATE citizens SET username = 'Grace' WHERE id = ?", [candidate.id])
    await asPanel('members.update-role', appoint(candidate, 'president'))
    await publishGazette(api.nation.runtime)
    const [{ n }] = (await query('SELECT MAX(number) AS n FROM gazette_entries')) as [{ n: string }]
    newest = Number(n)
  },
}

const changes: readonly (readonly [CallId, Change])[] = [
  ['interviews.list', deleteInterview],
  ['interviews.get', deleteInterview],
  ['interviews.status', deleteInterview],
  ['citizen-interviews.list', deleteInterview],
  ['citizen-interviews.get', deleteInterview],
  ...(
    [
      'polls.list',
      'polls.get',
      'polls.results',
      'polls.top-active',
      'polls.recent',
      'vote-hub.get-active-polls',
      'government.get-polls',
    ] as const
  ).flatMap((id) => [[id, deletePoll] as const, [id, votePoll] as const]),
  ['participation.overview', deletePoll],
  ['candidates.list', withdraw],
  ['candidates.get', withdraw],
  ['candidates.version', { ...withdraw, othersAlone: true }],
  [
    'candidates.past',
    {
      ...choosePicture,
      prepare: async (nation) => {
        await count()
        await choosePicture.prepare?.(nation)
      },
      asks: ({ candidate }) => ({ citizenId: candidate.uid }),
    },
  ],
  ['elections.current', withdraw],
  ['elections.list', { ...withdraw, asks: () => ({ status: 'all' }) }],
  ['elections.get', withdraw],
  ['elections.results', withdraw],
  [
    'elections.governments',
    {
      ...appointCandidate,
      prepare: async () => {
        await count()
        newcomer = await aCitizen(api.nation.database)
      },
      input: () => appoint(newcomer, 'justiceMinister'),
    },
  ],
  ['gazette.list', leaveTheGazette],
  ['gazette.get', { ...leaveTheGazette, asks: () => ({ number: String(newest) }) }],
  ['government.office', { ...appointCandidate, asks: () => ({ office: 'justiceMinister' }) }],
  ['government.overview', { ...appointCandidate, input: (_, { candidate }) => appoint(candidate, 'secretary') }],
  // The example searches for this name.
  [
    'members.get-all',
    { ...leave, prepare: () => query("INSERT INTO citizen_words (word, citizen_id) SELECT 'ada', id FROM citizens") },
  ],
  ['members.get-government', appointCandidate],
  [
    'members.get-official',
    {
      ...appointCandidate,
      prepare: ({ candidate }) => asPanel('members.update-role', appoint(candidate, 'justiceMinister')),
      input: (_, { candidate }) => appoint(candidate, 'citizen'),
      asks: ({ candidate }) => ({ id: candidate.uid }),
    },
  ],
  [
    'government.promises',
    {
      ...appointCandidate,
      // The candidate sits for a candidacy with a goal, and is then removed: the term has an end.
      prepare: async ({ candidate }) => {
        await asPanel('members.update-role', appoint(candidate, 'justiceMinister'))
        await query(`UPDATE candidacies SET goals = '["Open books"]'`)
        await query('UPDATE terms t JOIN candidacies k ON k.citizen_id = t.citizen_id SET t.candidacy_id = k.id')
      },
      input: (_, { candidate }) => appoint(candidate, 'citizen'),
      asks: ({ candidate }) => ({ id: candidate.uid }),
    },
  ],
  ['user.get-user', { ...choosePicture, asks: ({ candidate }) => ({ uid: candidate.uid }) }],
  ['user.get-user', { ...leave, asks: ({ candidate }) => ({ uid: candidate.uid }) }],
  ['citizens.newest', leave],
  ['system.stats', leave],
  [
    'broadcast.get-active',
    {
      call: 'broadcast.delete',
      by: anAdmin,
      prepare: async () => {
        await asPanel('broadcast.create')
        const { messageId } = callNamed('broadcast.delete').example as { messageId: string }
        await query('UPDATE broadcasts SET uid = ?', [messageId])
      },
    },
  ],
  ['bank.get-data', setTotal],
  ['bank.get-cycles', payCycle],
  ['bank.get-payments', payCycle],
  ['bank.get-ledger', { call: 'bank.record-funding', by: anAdmin }],
]

/** An answer without what changes with every moment. */
const comparable = ({ status, body }: Answer) => {
  const { now: _, requestId: __, ...rest } = body
  return { status, rest }
}

it('Every shared answer has a change in this test that it must not outlive', () => {
  expect(shared.toSorted()).toEqual([...new Set(changes.map(([id]) => id))].toSorted())
})

it.each(changes.map(([id, change]) => [id, change.call, change] as const))(
  '%s is not answered from before %s, in any process',
  async (id, changeId, { by, prepare, input, asks, theirsAlone, othersAlone }) => {
    const nation = await exampleNation(api)
    await prepare?.(nation)
    const origins = [api.origin, await api.another()]
    const [reading, change] = [callNamed(id), callNamed(changeId)]
    const who = await by(nation)
    const token = await api.tokenOf(who)
    const inPanel = change.access === 'panel' ? await api.panelTokenOf(who) : token
    const ask = (origin: string, bearer?: string) =>
      sendExample(api, reading, { origin, input: asks?.(nation) ?? {}, ...(bearer !== undefined && { token: bearer }) })
    // Read by everybody everywhere a moment before: this is what may be shared.
    const visitors = await Promise.all(origins.map((origin) => ask(origin)))
    const own = await Promise.all(origins.map((origin) => ask(origin, token)))
    const done = await sendExample(api, change, { token: inPanel, input: input?.(who, nation) ?? {} })
    expect([changeId, done.status]).toEqual([changeId, 200])
    // At the other process first: it was not the one that made the change.
    for (const place of [1, 0]) {
      const origin = origins[place] ?? ''
      if (changeId !== 'user.delete-account' && !othersAlone)
        expect(comparable(await ask(origin, token))).not.toEqual(comparable(own[place]!))
      if (!theirsAlone) expect(comparable(await ask(origin))).not.toEqual(comparable(visitors[place]!))
    }
  },
)
