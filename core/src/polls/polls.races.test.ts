import { describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { groupCommit, type GroupCommit, type Runtime } from '../platform'
import { openDatabase } from '../nation'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { aCitizen, as, runningLike, signedIn, useTestNation } from '../testing'
import { castPollVotes, closePoll, pollVotes, updatePoll } from '.'
import { aPoll } from './testing'

const nation = useTestNation()

type Voting = GroupCommit<CallInput<'polls.vote'>, CallOutput<'polls.vote'>>

/** Several API processes on one database: each gathers for itself, on connections of its own. */
async function withProcesses(count: number, work: (processes: readonly Voting[]) => Promise<void>): Promise<void> {
  const databases = await Promise.all(
    Array.from({ length: count }, (_, place) =>
      openDatabase({ url: nation.url, poolSize: 3, severalAtOnce: place % 2 === 0 }),
    ),
  )
  try {
    await work(
      databases.map((database) =>
        groupCommit({ ...nation.runtime, database }, pollVotes, { most: 40, limitMs: 60_000 }),
      ),
    )
  } finally {
    await Promise.all(databases.map((database) => database.destroy()))
  }
}

const crowd = (size: number): Promise<Citizen[]> =>
  Promise.all(Array.from({ length: size }, () => aCitizen(nation.database)))

const minister = () => aCitizen(nation.database, { role: 'government', governmentRole: 'president' })

async function countersAndRecount() {
  const counters: { uid: string; votes: number }[] = await nation.database.query(
    'SELECT uid, votes FROM poll_options ORDER BY id',
  )
  const recount: { uid: string; votes: string }[] = await nation.database.query(
    `SELECT o.uid, COUNT(v.citizen_id) AS votes FROM poll_options o LEFT JOIN poll_votes v ON v.option_id = o.id
     GROUP BY o.id, o.uid ORDER BY o.id`,
  )
  const tallies: { votes: number }[] = await nation.database.query('SELECT votes FROM poll_tallies ORDER BY poll_id')
  return {
    counters: counters.map(({ uid, votes }) => [uid, votes]),
    recount: recount.map(({ uid, votes }) => [uid, Number(votes)]),
    total: tallies.reduce((sum, { votes }) => sum + votes, 0),
  }
}

describe('Votes on a poll that come all at once', () => {
  it('are one for each citizen: 500 of 100 citizens through three processes leave exactly 100', async () => {
    const poll = await aPoll(nation.runtime, await minister())
    const citizens = await crowd(100)
    await withProcesses(3, async (processes) => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 500 }, (_, number) => {
          const citizen = citizens[number % 100] as Citizen
          const input = { pollId: poll.id, optionId: undefined, optionIndex: Math.floor(number / 100) % 2 }
          return (processes[number % 3] as Voting)(signedIn(citizen), input, undefined)
        }),
      )
      const refused = outcomes.flatMap((one) =>
        one.status === 'rejected' ? [(one.reason as { code: string }).code] : [],
      )
      expect(outcomes.length - refused.length).toBe(100)
      expect(new Set(refused)).toEqual(new Set(['poll_already_voted']))
    })
    const { counters, recount, total } = await countersAndRecount()
    expect(total).toBe(100)
    expect(counters).toEqual(recount)
  })

  it('are counted exactly on many polls at once, in whatever order they are asked for', async () => {
    const president = await minister()
    const polls = await Promise.all(Array.from({ length: 5 }, () => aPoll(nation.runtime, president)))
    const citizens = await crowd(30)
    await withProcesses(3, async (processes) => {
      const requests = citizens.flatMap((citizen, row) =>
        polls.map((poll, column) => ({ citizen, poll, process: processes[(row + column) % 3] as Voting })),
      )
      const shuffled = requests.toSorted((a, b) => (a.citizen.uid + a.poll.id < b.poll.id + b.citizen.uid ? -1 : 1))
      const answers = await Promise.all(
        shuffled.map(({ citizen, poll, process }, number) =>
          process(
            signedIn(citizen),
            { pollId: poll.id, optionId: poll.options[number % 2]?.id, optionIndex: undefined },
            undefined,
          ),
        ),
      )
      expect(answers).toHaveLength(150)
    })
    const { counters, recount, total } = await countersAndRecount()
    expect(total).toBe(150)
    expect(counters).toEqual(recount)
  })
})

describe('Closing a poll while votes are in flight', () => {
  it.each([1, 2, 3])('loses none that was acknowledged, and counts none that came later (try %i)', async (round) => {
    const president = await minister()
    const poll = await aPoll(nation.runtime, president)
    const citizens = await crowd(90)
    let acknowledged = 0
    let refused = 0
    let votesWhenClosed = -1
    await withProcesses(2, async (processes) => {
      const cast = citizens.map((citizen, number) =>
        (processes[number % 2] as Voting)(
          signedIn(citizen),
          { pollId: poll.id, optionId: undefined, optionIndex: number % 2 },
          undefined,
        ).then(
          () => {
            acknowledged += 1
            // The closing comes in the middle, from outside.
            if (acknowledged === 20 * round) void closing()
          },
          (error: { code: string }) => {
            expect(error.code).toBe('poll_closed')
            refused += 1
          },
        ),
      )
      let closed: (() => void) | undefined
      const isClosed = new Promise<void>((resolve) => (closed = resolve))
      async function closing() {
        const { poll: view } = await as(nation.runtime, president, (ctx) => closePoll(ctx, { pollId: poll.id }))
        votesWhenClosed = view.totalVotes
        closed?.()
      }
      await Promise.all([...cast, isClosed])
    })
    expect(acknowledged + refused).toBe(90)
    expect(votesWhenClosed).toBe(acknowledged)
    const { counters, recount, total } = await countersAndRecount()
    expect(total).toBe(acknowledged)
    expect(counters).toEqual(recount)
  })

  it('waits for a vote that holds the poll, and a vote that waited behind it comes too late', async () => {
    const president = await minister()
    const poll = await aPoll(nation.runtime, president)
    const [first, second] = await crowd(2)
    const voting = async (citizen: Citizen, runtime: Runtime = nation.runtime) =>
      as(runtime, citizen, async (ctx) => {
        const input = { pollId: poll.id, optionId: undefined, optionIndex: 0 }
        return (await castPollVotes(ctx, [{ caller: signedIn(citizen), input }]))[0]
      })
    const holder = nation.database.createQueryRunner()
    await holder.startTransaction('READ COMMITTED')
    await holder.query('SELECT id FROM polls WHERE uid = ? LOCK IN SHARE MODE', [poll.id])
    // A shared lock lets the voter through, and keeps the closer waiting.
    expect((await voting(first as Citizen))?.answer?.totalVotes).toBe(1)
    let done = false
    const closing = as(nation.runtime, president, (ctx) => closePoll(ctx, { pollId: poll.id })).then((answer) => {
      done = true
      return answer
    })
    await expect.poll(() => runningLike(nation.database, /^SELECT id, uid, question.*FOR UPDATE$/s)).toBe(1)
    expect(done).toBe(false)
    const late = voting(second as Citizen)
    await holder.commitTransaction()
    await holder.release()
    // Whichever gets the lock first: what was acknowledged is in what was closed.
    expect((await closing).poll.totalVotes).toBe((await late)?.answer ? 2 : 1)
    const { counters, recount } = await countersAndRecount()
    expect(counters).toEqual(recount)
  })

  it('and changing it: either the vote is in and the texts stay, or the texts change and the vote is refused', async () => {
    const president = await minister()
    const citizens = await crowd(12)
    for (const citizen of citizens) {
      const poll = await aPoll(nation.runtime, president)
      const input = { pollId: poll.id, optionId: poll.options[0]?.id, optionIndex: undefined }
      const [voted, changed] = await Promise.allSettled([
        as(nation.runtime, citizen, async (ctx) => {
          const [outcome] = await castPollVotes(ctx, [{ caller: signedIn(citizen), input }])
          if (outcome?.refused) throw outcome.refused
        }),
        as(nation.runtime, president, (ctx) =>
          updatePoll(ctx, { pollId: poll.id, question: undefined, options: ['Up', 'Down'], closesAt: undefined }),
        ),
      ])
      const codes = [voted, changed].map((one) =>
        one?.status === 'rejected' ? (one.reason as { code: string }).code : 'done',
      )
      expect([
        ['done', 'poll_locked'],
        ['poll_option_changed', 'done'],
      ]).toContainEqual(codes)
    }
  })
})
