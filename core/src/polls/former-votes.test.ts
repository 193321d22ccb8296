import { describe, expect, it } from 'vitest'
import { deriveKeys } from '../auth/keys'
import type { Citizen } from '../citizens/citizen.entity'
import { welcome } from '../membership'
import { deleteAccount } from '../membership/delete-account'
import { change } from '../platform'
import { aCitizen, as, copyOfData, signedIn, useTestNation } from '../testing'
import { castPollVotes, closeDuePolls, closePoll, type PollView } from '.'
import { aPoll } from './testing'

const nation = useTestNation({ poolSize: 8 })
const keys = deriveKeys('a secret that only the tests of the nation know')

const signIn = (xId: string): Promise<Citizen> =>
  change(nation.runtime, {}, (ctx) =>
    welcome(
      ctx,
      {
        id: xId,
        handle: 'zoe_young',
        name: 'Zoë',
        followers: 800,
        verified: true,
        createdAt: new Date('2020-01-01T00:00:00.000Z'),
        avatarUrl: null,
      },
      keys,
    ),
  )
const leave = (citizen: Citizen) =>
  as(nation.runtime, citizen, (ctx) => deleteAccount(ctx, keys, { confirm: 'zoe_young' }))
const vote = (citizen: Citizen, poll: PollView, optionIndex = 0) =>
  as(nation.runtime, citizen, async (ctx) => {
    const input = { pollId: poll.id, optionId: undefined, optionIndex }
    const [outcome] = await castPollVotes(ctx, [{ caller: signedIn(citizen), input }])
    if (outcome?.refused) throw outcome.refused
  })
const minister = () => aCitizen(nation.database, { role: 'government', governmentRole: 'secretary' })
const counted = async () => {
  const rows: { n: string }[] = await nation.database.query('SELECT SUM(votes) AS n FROM poll_tallies')
  return Number(rows[0]?.n)
}
const remembered = (): Promise<object[]> => nation.database.query('SELECT poll_id FROM former_poll_votes')

describe('A citizen who deletes their account and comes back', () => {
  it('votes on no open poll a second time, however often they leave, and on all others as everybody does', async () => {
    const president = await minister()
    const [first, second] = [await aPoll(nation.runtime, president), await aPoll(nation.runtime, president)]
    const zoe = await signIn('42')
    await vote(zoe, first)
    await leave(zoe)
    for (let times = 0; times < 2; times++) {
      const back = await signIn('42')
      expect(back.uid).not.toBe(zoe.uid)
      await expect(vote(back, first, 1)).rejects.toMatchObject({ code: 'poll_already_voted' })
      if (times === 0) await leave(back)
      else await vote(back, second)
    }
    expect(await counted()).toBe(2)
    expect(await signIn('43').then((other) => vote(other, first))).toBeUndefined()
  })

  it('is remembered until the poll is over, and no longer', async () => {
    const president = await minister()
    const closesAt = nation.clock.now().getTime() + 60_000
    const polls = [await aPoll(nation.runtime, president), await aPoll(nation.runtime, president, { closesAt })]
    const zoe = await signIn('44')
    for (const poll of polls) await vote(zoe, poll)
    await leave(zoe)
    expect(await remembered()).toHaveLength(2)
    await as(nation.runtime, president, (ctx) => closePoll(ctx, { pollId: polls[0]?.id ?? '' }))
    expect(await remembered()).toHaveLength(1)
    nation.clock.set(new Date(closesAt))
    await closeDuePolls(nation.runtime)
    expect(await remembered()).toEqual([])
  })

  it('never has two votes, whatever happens at once', async () => {
    const president = await minister()
    for (let round = 0; round < 6; round++) {
      const poll = await aPoll(nation.runtime, president)
      const zoe = await signIn(`90${round}`)
      const back = async () => vote(await signIn(`90${round}`), poll, 1)
      await Promise.allSettled([vote(zoe, poll), leave(zoe), back()])
      await Promise.allSettled([back(), vote(zoe, poll)])
      const rows: { votes: number }[] = await nation.database.query(
        'SELECT t.votes FROM poll_tallies t JOIN polls p ON p.id = t.poll_id WHERE p.uid = ?',
        [poll.id],
      )
      expect(rows).toEqual([{ votes: 1 }])
    }
  })
})

describe('A copy of one’s data', () => {
  it('holds the polls that one made, and one’s own votes', async () => {
    const president = await minister()
    const poll = await aPoll(nation.runtime, president)
    await vote(president, poll, 1)
    const data = await copyOfData(nation.database, president)
    expect(data.polls).toMatchObject([{ id: poll.id, question: 'Which bridge first?', status: 'open' }])
    expect(data.pollVotes).toMatchObject([{ poll: poll.id, answer: 'South' }])
  })
})
