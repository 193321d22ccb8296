import { expect, it } from 'vitest'
import { allCalls } from '../contract'
import { featuresOfCall } from './features'

it('Each call belongs to the features that its name says, and to no other', () => {
  const of = (feature: string) =>
    allCalls.filter((call) => (featuresOfCall(call) as readonly string[]).includes(feature)).map((call) => call.id)
  for (const id of of('elections')) expect(id).toMatch(/^(elections|candidates|votes)\./)
  expect(of('voting')).toEqual(
    expect.arrayContaining(['votes.cast', 'polls.vote', 'vote-hub.get-active-polls', 'government.create-poll']),
  )
  expect(of('voting')).not.toContain('votes.status')
  for (const call of allCalls) {
    if (/^(elections|candidates|votes)\./.test(call.id)) expect(of('elections')).toContain(call.id)
    if (call.access === 'panel') expect(of('admin')).toContain(call.id)
  }
  // Whatever is off, a citizen can find that out, sign in and leave.
  for (const id of ['system.settings', 'system.health', 'auth.refresh', 'auth.logout', 'user.get-user'])
    expect(featuresOfCall(allCalls.find((call) => call.id === id)!)).toEqual([])
})
