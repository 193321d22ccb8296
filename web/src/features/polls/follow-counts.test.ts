import { broughtBy } from '@nation/domain/events/manifest'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CallAnswer } from '@nation/domain/contract'
import { fakeNation } from '../../testing/fake-nation'
import { queryClient } from '../../lib/query/query'
import { readAgainAfter } from '../../lib/query/refresh-on-events'
import { followPollCounts } from './follow-counts'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

type Poll = CallAnswer<'polls.get'>['poll']
type List = CallAnswer<'polls.list'>

const listKey = ['polls.list', { status: 'active', limit: 20 }]
const topKey = ['polls.top-active', {}]
const one = (poll: Poll) => ['polls.get', { pollId: poll.id }]

const polls = () => (fakeNation({ now: NOW }).answers['polls.list']!({ status: 'active' }) as List).polls

/** What an event tells when each option of a poll has got some votes more. */
const tallyChanged = (poll: Poll, more: number) => ({
  kind: 'polls.tally-changed' as const,
  facts: { pollId: poll.id, counts: poll.options.map(({ id, votes }) => ({ id, votes: votes + more })) },
})

const total = (poll: Poll, more: number) => poll.totalVotes + more * poll.options.length

describe('An event that brings a poll’s counts', () => {
  beforeAll(followPollCounts)

  it('has polls read again where no screen of theirs is there yet', async () => {
    const [poll] = polls() as [Poll]
    vi.resetModules()
    const anew = await import('../../lib/query/refresh-on-events')
    expect(anew.readAgainAfter(tallyChanged(poll, 1))).toEqual(broughtBy['polls.tally-changed'])
  })

  afterEach(() => queryClient.clear())

  it('is written into the poll and into every page that shows it, and nothing is read again for it', () => {
    const [poll, other] = polls() as [Poll, Poll]
    queryClient.setQueryData(listKey, { pages: [{ polls: [other] }, { polls: [poll] }], pageParams: [null, 'next'] })
    queryClient.setQueryData(one(poll), { success: true, poll, log: [], now: NOW })
    queryClient.setQueryData(['government.get-polls', {}], { polls: [poll, other] })
    expect(readAgainAfter(tallyChanged(poll, 2))).toEqual([])
    const shown = queryClient.getQueryData<CallAnswer<'polls.get'>>(one(poll))!.poll
    expect(shown.totalVotes).toBe(total(poll, 2))
    expect(shown.options.map(({ votes }) => votes)).toEqual(poll.options.map(({ votes }) => votes + 2))
    expect(shown.options.reduce((sum, { shownPercentage }) => sum + shownPercentage, 0)).toBe(100)
    // What is one's own stays.
    expect([shown.hasVoted, shown.votedOptionId, shown.may]).toEqual([poll.hasVoted, poll.votedOptionId, poll.may])
    const { pages } = queryClient.getQueryData<{ pages: { polls: Poll[] }[] }>(listKey)!
    expect(pages.map((page) => page.polls[0]?.totalVotes)).toEqual([other.totalVotes, total(poll, 2)])
    const { polls: open } = queryClient.getQueryData<{ polls: Poll[] }>(['government.get-polls', {}])!
    expect(open.map(({ totalVotes }) => totalVotes)).toEqual([total(poll, 2), other.totalVotes])
  })

  it('changes nothing when more votes are shown already, such as one’s own', () => {
    const [poll] = polls() as [Poll]
    const shown = { success: true, poll: { ...poll, totalVotes: total(poll, 1) + 1 }, log: [], now: NOW }
    queryClient.setQueryData(one(poll), shown)
    expect(readAgainAfter(tallyChanged(poll, 1))).toEqual([])
    expect(queryClient.getQueryData(one(poll))).toEqual(shown)
  })

  it('orders the polls with the most votes anew, and has them read again when another one comes among them', () => {
    const [poll] = polls() as [Poll]
    const top = [50, 40, 30, 20, 10].map((totalVotes) => ({ ...poll, id: `with ${totalVotes}`, totalVotes }))
    queryClient.setQueryData(topKey, { success: true, polls: top, now: NOW })
    const [first] = poll.options as [Poll['options'][number]]
    const event = (pollId: string, votes: number) => ({
      kind: 'polls.tally-changed' as const,
      facts: { pollId, counts: [{ id: first.id, votes }] },
    })
    expect(readAgainAfter(event('with 10', 45))).toEqual([])
    const order = () => queryClient.getQueryData<{ polls: Poll[] }>(topKey)!.polls.map(({ totalVotes }) => totalVotes)
    expect(order()).toEqual([50, 45, 40, 30, 20])
    expect(readAgainAfter(event('another', 19))).toEqual([])
    expect(readAgainAfter(event('another', 20))).toEqual(['polls.top-active'])
  })

  it('of an earlier version has everything read again that shows counts', () => {
    const [poll] = polls() as [Poll]
    expect(readAgainAfter({ kind: 'polls.tally-changed', facts: { pollId: poll.id } })).toContain('polls.list')
  })
})
