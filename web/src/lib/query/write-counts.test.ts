import { afterEach, describe, expect, it } from 'vitest'
import type { CallAnswer } from '@nation/domain/contract'
import { fakeNation } from '../../testing/fake-nation'
import type { LiveEvent } from '../live/live'
import { queryClient } from './query'
import { refreshOnEvents } from './refresh-on-events'

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
    tell({ id: 1, kind: 'elections.tally-changed', subject: list.electionId, at: NOW, facts: { ...facts } })
  return { list, first, second, event }
}

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

  it('has them read again when they are too many', async () => {
    const { list, first, event } = listen()
    event({ electionId: list.electionId, asOf: first.countsAsOf + 5_000, changed: 400, counts: null })
    await expect.poll(stale, { timeout: 3_000 }).toBe(true)
  })
})
