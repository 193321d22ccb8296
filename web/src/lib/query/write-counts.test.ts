import { afterEach, describe, expect, it } from 'vitest'
import type { CallAnswer } from '@nation/domain/contract'
import { fakeNation } from '../../testing/fake-nation'
import type { LiveEvent } from '../live/live'
import { queryClient } from './query'
import { readAgainAfter, refreshOnEvents } from './refresh-on-events'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

type List = CallAnswer<'candidates.list'>

const key = ['candidates.list', { limit: 48 }]
const shown = () => queryClient.getQueryData<List>(key)!.candidates
const stale = () => queryClient.getQueryState(key)!.isInvalidated

/** A list in the cache, and a way to tell the page of an event. */
function listen() {
  const list = fakeNation({ now: NOW }).answers['candidates.list']!({ position: 'president' }) as List
  queryClient.setQueryData<List>(key, list)
  let tell: (event: LiveEvent) => void = () => {}
  refreshOnEvents((listener) => (tell = listener))
  const [first, second] = list.candidates as [List['candidates'][number], List['candidates'][number]]
  const event = (facts: object) =>
    tell({
      id: 1,
      kind: 'elections.tally-changed',
      subject: list.electionId,
      at: NOW,
      facts: { voters: 900, eligible: 1_000, ...facts },
    })
  return { list, first, second, event }
}

const tallyChanged = (facts: Record<string, unknown>) => ({
  kind: 'elections.tally-changed' as const,
  facts: { voters: 900, eligible: 1_000, ...facts },
})

describe('An event that brings counts', () => {
  afterEach(() => queryClient.clear())

  it('is written into what is shown, most votes first, and nothing is read again for it', async () => {
    const { list, first, second, event } = listen()
    const asOf = first.countsAsOf + 5_000
    const counts = [{ id: second.id, votes: 1_000.2, supportersCount: 700 }]
    event({ electionId: list.electionId, asOf, changed: 1, counts })
    expect(shown()[0]).toMatchObject({ id: second.id, votes: 1_000.2, supportersCount: 700, countsAsOf: asOf })
    expect(shown().find((one) => one.id === first.id)).toMatchObject({ votes: first.votes, countsAsOf: asOf })
    expect(stale()).toBe(false)
    // One that comes late says nothing new.
    event({ electionId: list.electionId, asOf: asOf - 1, changed: 1, counts: [{ ...counts[0], votes: 1 }] })
    expect(shown()[0]).toMatchObject({ votes: 1_000.2 })
  })

  it('keeps one’s own vote added until the counts hold it, and never twice', async () => {
    const { list, first, event } = listen()
    const votedAt = first.countsAsOf + 5_500
    const own = { votes: 2, supportersCount: 1, votedAt }
    queryClient.setQueryData<List>(key, {
      ...list,
      candidates: list.candidates.map((one) =>
        one.id === first.id
          ? { ...one, votes: one.votes + 2, supportersCount: one.supportersCount + 1, uncounted: own }
          : one,
      ),
    })
    const tell = (asOf: number, votes: number, supportersCount: number) =>
      event({ electionId: list.electionId, asOf, changed: 1, counts: [{ id: first.id, votes, supportersCount }] })
    const seen = () => shown().find((one) => one.id === first.id)
    tell(first.countsAsOf + 5_000, 500, 300)
    expect(seen()).toMatchObject({ votes: 502, supportersCount: 301, uncounted: own })
    tell(first.countsAsOf + 10_000, 503, 302)
    expect(seen()).toMatchObject({ votes: 503, supportersCount: 302, uncounted: null })
  })

  it('has a list read again of which it may have left some out, and no other', async () => {
    const { list, first, second, event } = listen()
    const counts = list.candidates.map(({ id }) => ({ id, votes: 1, supportersCount: 1 }))
    event({ electionId: list.electionId, asOf: first.countsAsOf + 5_000, changed: 400, counts })
    expect(readAgainAfter(tallyChanged({ electionId: 'another', asOf: 1, changed: 400, counts: [] }))).toEqual([])
    expect(stale()).toBe(false)
    event({
      electionId: list.electionId,
      asOf: first.countsAsOf + 10_000,
      changed: 400,
      counts: [counts[0], counts[1]],
    })
    expect(second.id).not.toBe(first.id)
    await expect.poll(stale).toBe(true)
  })

  it('has nothing read again of an office of which it has every change, however many it left out of others', () => {
    const { list, first, second } = listen()
    const facts = { electionId: list.electionId, changed: 400, partly: ['secretary', 'minister_finance'] }
    const counts = [{ id: second.id, votes: 1_000, supportersCount: 700 }]
    const asOf = first.countsAsOf + 5_000
    expect(readAgainAfter(tallyChanged({ ...facts, asOf, counts }))).toEqual([])
    expect(shown()[0]).toMatchObject({ id: second.id, votes: 1_000, countsAsOf: asOf })
    expect(readAgainAfter(tallyChanged({ ...facts, partly: ['president'], asOf: asOf + 5_000, counts }))).toEqual([
      'candidates.list',
    ])
  })

  it('is ranked and shared out in standings as the server does it', () => {
    const results = fakeNation({ now: NOW }).answers['elections.results']!({}) as CallAnswer<'elections.results'>
    const standings = { ...results, final: false }
    const place = standings.results.find(({ candidates }) => candidates.length > 2)!
    const last = place.candidates.at(-1)!
    queryClient.setQueryData(['elections.results', {}], standings)
    const counts = [{ id: last.id, votes: 10_000, supportersCount: 9_000 }]
    const event = { electionId: standings.election.id, asOf: NOW, changed: 1, counts }
    expect(readAgainAfter(tallyChanged(event))).toEqual([])
    const seen = queryClient
      .getQueryData<CallAnswer<'elections.results'>>(['elections.results', {}])!
      .results.find(({ position }) => position === place.position)!
    expect(seen.winner).toMatchObject({ id: last.id, votes: 10_000, weightUnits: 100_000, rank: 1, winner: true })
    expect(seen.rule).toBe('weight')
    expect(seen.candidates.map(({ rank }) => rank)).toEqual(seen.candidates.map((_, index) => index + 1))
    expect(Math.round(10 * seen.candidates.reduce((sum, { share }) => sum + share, 0))).toBe(1_000)
    expect(seen.weightUnits).toBe(seen.candidates.reduce((sum, one) => sum + one.weightUnits, 0))
    // Nobody leads where the last vote is gone.
    const none = place.candidates.map(({ id }) => ({ id, votes: 0, supportersCount: 0 }))
    readAgainAfter(tallyChanged({ ...event, changed: none.length, counts: none }))
    const left = queryClient
      .getQueryData<CallAnswer<'elections.results'>>(['elections.results', {}])!
      .results.find(({ position }) => position === place.position)!
    expect(left.winner).toBeNull()
    expect(left.candidates.filter(({ winner }) => winner)).toEqual([])
    // What is final stays as it is.
    queryClient.setQueryData(['elections.results', {}], results)
    readAgainAfter(tallyChanged(event))
    expect(queryClient.getQueryData(['elections.results', {}])).toEqual({ ...results, final: results.final })
  })
})
