import type { Citizen } from '@nation/core/citizens'
import { entriesAfter, sequence } from '@nation/core/journal'
import type { Caller } from '@nation/core/platform'
import { aCandidate, aCitizen, anElection, signedIn, useTestNation, voteInBatch } from '@nation/core/testing'
import { expect, it } from 'vitest'
import type { Listener } from '../frame/event-hub'
import { EventWindow } from '../frame/event-window'
import { Listeners } from '../frame/listeners'

const nation = useTestNation()

interface Received {
  readonly kind: string
  readonly facts: Readonly<Record<string, unknown>>
}

const eventsIn = (frames: string): Received[] =>
  [...frames.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Received)

/** What these callers get of the journal: as it is written, and when they connect later and what they missed is sent. */
async function received(callers: readonly Caller[]) {
  await sequence(nation.database)
  const window = new EventWindow(0)
  const listeners = new Listeners()
  const streams = callers.map((caller) => {
    const stream = { caller, live: '' }
    const listener: Listener = {
      caller: () => caller,
      network: 'a network',
      deliver: (frames) => void (stream.live += frames.toString()),
      taken: () => Promise.resolve(),
      left: () => false,
      end: () => undefined,
    }
    listeners.add(listener)
    return stream
  })
  for (const entry of await entriesAfter(nation.database, 0, 100)) listeners.tell(window.push(entry), entry, undefined)
  return streams.map(({ caller, live }) => ({ live, later: window.page(0, caller, 1e6).frames.toString() }))
}

it('A vote is told to its voter, and to no other citizen who voted, or that a vote was cast', async () => {
  const people = [await aCitizen(nation.database), await aCitizen(nation.database), await aCitizen(nation.database)]
  const [ada, ben, idle] = people as [Citizen, Citizen, Citizen]
  await anElection(nation.runtime)
  const first = await aCandidate(nation.runtime, 'president')
  const second = await aCandidate(nation.runtime, 'secretary')
  await nation.database.query('DELETE FROM journal')
  await voteInBatch(nation.runtime, [
    { citizenId: ada.id, candidateId: first.id },
    { citizenId: ben.id, candidateId: first.id },
    { citizenId: ben.id, candidateId: second.id },
  ])
  const panel = signedIn(ada, { panel: true, isSuperAdmin: true })
  const [toVisitor, toIdle, toPanel, toAda, toBen] = await received([null, signedIn(idle), panel, signedIn(ada), signedIn(ben)]) // oxfmt-ignore
  for (const nothing of [toVisitor, toIdle, toPanel]) expect(nothing).toEqual({ live: '', later: '' })
  for (const way of ['live', 'later'] as const) {
    const [adas, bens] = [toAda![way], toBen![way]]
    const voted = (frames: string) => eventsIn(frames).filter(({ kind }) => kind === 'elections.voted')
    expect(voted(adas).map(({ facts }) => facts.position)).toEqual(['president'])
    expect(voted(bens).map(({ facts }) => facts.position)).toEqual(['president', 'secretary'])
    expect(adas).not.toContain(ben.uid)
    expect(bens).not.toContain(ada.uid)
    for (const frames of [adas, bens]) expect(JSON.stringify(voted(frames))).not.toContain(first.id)
  }
})
