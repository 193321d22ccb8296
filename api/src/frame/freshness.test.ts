import { allCalls, type Call, type CallId } from '@nation/domain/contract'
import type { Citizen } from '@nation/core/citizens'
import { aCitizen } from '@nation/core/testing'
import { expect, it } from 'vitest'
import { bindings } from '../bindings'
import { useTestApi, type Answer } from '../testing'
import { exampleNation, sendExample, type ExampleNation } from '../testing/example-nation'

const api = useTestApi()
const callNamed = (id: string) => (allCalls as readonly Call[]).find((call) => call.id === id) as Call
const shared = Object.entries(bindings).flatMap(([id, binding]) => (binding.shared ? [id as CallId] : []))

/** A change after which a reading call answers otherwise, and who makes it. */
interface Change {
  readonly call: string
  readonly by: (nation: ExampleNation) => Promise<Citizen> | Citizen
  readonly prepare?: () => Promise<unknown>
}

const anAdmin = () => aCitizen(api.nation.database, { isAdmin: true, isSuperAdmin: true })
const asPanel = async (id: string, token?: string) => {
  const call = callNamed(id)
  const answer = await sendExample(api, call, { token: token ?? (await api.panelTokenOf(await anAdmin())) })
  expect([id, answer.status]).toEqual([id, 200])
}
const deleteInterview: Change = { call: 'interviews.delete', by: anAdmin }
const deletePoll: Change = { call: 'polls.delete', by: ({ pollMaker }) => pollMaker }
const withdraw: Change = { call: 'candidates.delete', by: ({ candidate }) => candidate }
const setTotal: Change = { call: 'bank.update-total', by: anAdmin }
const leave: Change = { call: 'user.delete-account', by: ({ candidate }) => candidate }
const payCycle: Change = {
  call: 'bank.process-payment',
  by: anAdmin,
  prepare: async () => {
    await asPanel('bank.update-total')
    await asPanel('bank.start-cycle')
    const due = api.nation.clock.now()
    const cycle = [new Date(due.getTime() - 604_800_000), due]
    await api.nation.database.query('UPDATE bank_state SET cycle_starts_at = ?, cycle_due_at = ?', cycle)
  },
}

const changes: Readonly<Partial<Record<CallId, Change>>> = {
  'interviews.list': deleteInterview,
  'interviews.get': deleteInterview,
  'citizen-interviews.list': deleteInterview,
  'citizen-interviews.get': deleteInterview,
  'polls.list': deletePoll,
  'polls.top-active': deletePoll,
  'polls.recent': deletePoll,
  'vote-hub.get-active-polls': deletePoll,
  'government.get-polls': deletePoll,
  'participation.overview': deletePoll,
  'candidates.list': withdraw,
  'elections.current': withdraw,
  // The example searches for this name.
  'members.get-all': { ...leave, prepare: () => api.nation.database.query("UPDATE citizens SET username = 'Ada'") },
  'citizens.newest': leave,
  'system.stats': leave,
  'broadcast.get-active': {
    call: 'broadcast.delete',
    by: anAdmin,
    prepare: async () => {
      await asPanel('broadcast.create')
      const { messageId } = callNamed('broadcast.delete').example as { messageId: string }
      await api.nation.database.query('UPDATE broadcasts SET uid = ?', [messageId])
    },
  },
  'bank.get-data': setTotal,
  'bank.get-cycles': payCycle,
  'bank.get-ledger': { call: 'bank.record-funding', by: anAdmin },
}

/** Reading calls that no call of the examples changes: they tell of elections that are over, and of who sits and was paid. */
const changedByTimeAlone: readonly CallId[] = [
  'bank.get-payments',
  'elections.results',
  'elections.governments',
  'members.get-government',
  'members.get-official',
]

/** An answer without what changes with every moment. */
const told = ({ status, body }: Answer) => {
  const { now: _, requestId: __, ...rest } = body
  return { status, rest }
}

it('Every shared answer has a change in this test that it must not outlive', () => {
  expect(shared.toSorted()).toEqual([...Object.keys(changes), ...changedByTimeAlone].toSorted())
})

it.each(Object.entries(changes))(
  '%s is not answered from before a change, in any process: to the one who changed it, and of what was removed to anybody',
  async (id, { call: changeId, by, prepare }) => {
    const nation = await exampleNation(api)
    await prepare?.()
    const origins = [api.origin, await api.another()]
    const [reading, change] = [callNamed(id), callNamed(changeId)]
    const who = await by(nation)
    const token = await api.tokenOf(who)
    const inPanel = change.access === 'panel' ? await api.panelTokenOf(who) : token
    const input = changeId === 'user.delete-account' ? { confirm: who.handle } : {}
    const ask = (origin: string, bearer?: string) =>
      sendExample(api, reading, { origin, ...(bearer !== undefined && { token: bearer }) })
    // Read by everybody everywhere a moment before: this is what may be shared.
    const visitors = await Promise.all(origins.map((origin) => ask(origin)))
    const own = await Promise.all(origins.map((origin) => ask(origin, token)))
    const done = await sendExample(api, change, { token: inPanel, input })
    expect([changeId, done.status]).toEqual([changeId, 200])
    // At the other process first: it was not the one that made the change.
    for (const place of [1, 0]) {
      const origin = origins[place] ?? ''
      if (changeId !== 'user.delete-account') expect(told(await ask(origin, token))).not.toEqual(told(own[place]!))
      if (change.removes) expect(told(await ask(origin))).not.toEqual(told(visitors[place]!))
    }
  },
)
