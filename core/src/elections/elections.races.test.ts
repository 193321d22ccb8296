import { randomUUID } from 'node:crypto'
import { NationError } from '@nation/domain/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { groupCommit, type CitizenContext, type Runtime } from '../platform'
import { openDatabase } from '../nation'
import { aCitizen, signedIn, useTestNation } from '../testing'
import { createCandidate, updateCandidate, withdrawCandidate } from './candidates.service'
import { advanceElections } from './rollover'
import { castVotes } from './votes.service'
import { aCandidate, anElection, as, campaign, talliesAndRecount, vote, voteInBatch } from './testing'

const nation = useTestNation({ poolSize: 24 })
const many = 200

/** A process of its own, in effect: its connections do not queue behind the votes. */
let beside: Runtime
/** The same, on connections as the API commits a crowd's changes on. */
let crowd: Runtime
beforeAll(async () => {
  const database = await openDatabase({ url: nation.url, poolSize: 4 })
  beside = {
    database,
    clock: { now: () => nation.clock.now(), offsetMs: () => 0, close: () => undefined },
    nudge: () => undefined,
  }
  crowd = { ...beside, database: await openDatabase({ url: nation.url, poolSize: 3, severalAtOnce: true }) }
})
afterAll(() => Promise.all([beside.database.destroy(), crowd.database.destroy()]))
const rows = <T = Record<string, unknown>>(sql: string) => nation.database.query<T[]>(sql)

type Cast = Awaited<ReturnType<typeof vote>>
interface Answer {
  readonly citizen: Citizen
  readonly cast?: Cast
  readonly code?: string
}

type Door = (citizen: Citizen, candidateId: string) => Promise<Cast>

/** Each vote in a transaction of its own. */
const alone = (): Door => (citizen, candidateId) => vote(nation.runtime, citizen, candidateId)

/** Votes that share commits, in two processes that know nothing of each other. */
const batched = (): Door => {
  // So few that what happens amid the votes happens between their commits.
  const few = { most: 10, limitMs: 60_000 }
  const processes = [groupCommit(nation.runtime, castVotes, few), groupCommit(crowd, castVotes, few)] as const
  let turn = 0
  return async (citizen, candidateId) => {
    const input = { candidateId, electionId: undefined, userId: undefined }
    const caller = signedIn(citizen)
    const claim = { caller: caller.uid, callId: 'votes.cast', key: randomUUID(), body: input }
    const [here, there] = turn++ % 2 === 0 ? processes : ([processes[1], processes[0]] as const)
    // Every tenth asks both processes at once, as a browser does that heard nothing: it is one vote, and one answer. (At the very
    // closing one of them may be refused by the clock while the other's is under way.)
    if (turn % 10 !== 0) return here(caller, input, claim)
    const answers = await Promise.allSettled([here(caller, input, claim), there(caller, input, claim)])
    const [one, other] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    if (!one) throw (answers[0] as PromiseRejectedResult).reason
    if (other) expect(other).toEqual(one)
    return one
  }
}

let door: Door

/** A vote whose refusal is an answer too; anything but a refusal by rule fails the test. */
async function tried(citizen: Citizen, candidateId: string): Promise<Answer> {
  try {
    return { citizen, cast: await door(citizen, candidateId) }
  } catch (error) {
    if (error instanceof NationError && error.code !== 'busy') return { citizen, code: error.code }
    throw error
  }
}

const citizens = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      aCitizen(nation.database, { tokenBalance: `${[0, 1, 5, 20][i % 4]}000000000000000` }),
    ),
  )

async function candidates(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await aCandidate(nation.runtime, 'president')).id)
  return ids
}

/** Starts all votes, and does something as soon as some of them have been answered, with the others still in flight. */
async function amid<T>(votes: readonly (() => Promise<Answer>)[], after: number, action: () => Promise<T>) {
  let answered = 0
  let begun: Promise<T> | undefined
  const answers = await Promise.all(
    votes.map(async (cast) => {
      const answer = await cast()
      if (++answered === after) begun = action()
      return answer
    }),
  )
  return { answers, done: await begun }
}

const pick = <T>(from: readonly T[], i: number): T => from[i % from.length] as T

/** Counters equal the votes; one current vote a citizen; each ballot that was acknowledged as new is in the history. */
async function everythingAddsUp(answers: readonly Answer[]): Promise<void> {
  const { tallies, recount } = await talliesAndRecount(nation.database)
  expect(tallies).toEqual(recount)
  const doubles = await rows('SELECT citizen_id FROM current_votes GROUP BY citizen_id, position HAVING COUNT(*) > 1')
  expect(doubles).toEqual([])
  const acknowledged = answers.filter((answer) => answer.cast && !answer.cast.repeated).length
  const [history] = await rows<{ n: string }>('SELECT COUNT(*) AS n FROM ballots')
  expect(Number(history?.n)).toBe(acknowledged)
}

const doors = [
  ['each in a transaction of its own', alone],
  ['batched by two processes', batched],
] as const

describe.each(doors)('200 votes at once, %s,', (_, open) => {
  beforeEach(() => void (door = open()))

  it('by one citizen leave one vote, and the history of each switch', async () => {
    const [voter] = await citizens(1)
    await anElection(nation.runtime)
    const standing = await candidates(4)
    const answers = await Promise.all(Array.from({ length: many }, (_, i) => tried(voter!, pick(standing, i))))
    expect(answers.filter((answer) => answer.code)).toEqual([])
    await everythingAddsUp(answers)
    const chain = await rows<{ candidacy_id: string; previous_candidacy_id: string | null }>(
      'SELECT candidacy_id, previous_candidacy_id FROM ballots ORDER BY id',
    )
    chain.slice(1).forEach((ballot, i) => expect(ballot.previous_candidacy_id).toBe(chain[i]?.candidacy_id))
  })

  it('by different citizens for one hot candidate count each of them', async () => {
    const voters = await citizens(many)
    await anElection(nation.runtime)
    const [hot] = await candidates(2)
    const answers = await Promise.all(voters.map((voter) => tried(voter, hot!)))
    await everythingAddsUp(answers)
    const { tallies } = await talliesAndRecount(nation.database)
    expect(tallies[hot!]).toEqual([(many / 4) * (10 + 12 + 15 + 20), many])
  })

  it('and switches by fifty citizens, each vote by itself and in batches, add up', async () => {
    const voters = await citizens(50)
    await anElection(nation.runtime)
    const standing = await candidates(5)
    const single = Promise.all(
      Array.from({ length: many }, (_, i) => tried(pick(voters, i * 7), pick(standing, i * 3 + (i >> 3)))),
    )
    const together = Promise.all(
      Array.from({ length: 12 }, (_, batch) =>
        voteInBatch(
          nation.runtime,
          Array.from({ length: 32 }, (_, i) => ({
            citizenId: pick(voters, i * 11 + batch).id,
            candidateId: pick(standing, i + batch),
          })),
        ),
      ),
    )
    const answers = await single
    const outcomes = (await together).flat()
    expect(outcomes.filter((outcome) => outcome.refused)).toEqual([])
    const asAnswers = outcomes.map((outcome) => ({ citizen: voters[0]!, cast: outcome.cast as unknown as Cast }))
    await everythingAddsUp([...answers, ...asAnswers])
  })
})

describe.each(doors)('Votes in flight, %s,', (_, open) => {
  beforeEach(() => void (door = open()))

  it('while the phase closes are counted or refused, and none changes after the close', async () => {
    const voters = await citizens(many)
    await anElection(nation.runtime)
    const standing = await candidates(3)
    const votes = voters.map((voter, i) => () => tried(voter, pick(standing, i)))
    const { answers } = await amid(votes, 60, () => {
      nation.clock.set(new Date('2026-01-08T12:00:00.000Z'))
      return advanceElections(beside)
    })
    expect(answers.filter((answer) => answer.cast).length).toBeGreaterThanOrEqual(60)
    await everythingAddsUp(answers)
    expect(new Set(answers.flatMap((answer) => answer.code ?? []))).toEqual(new Set(['phase_closed']))
    const [{ phase_one_closed_at: closed } = {}] = await rows('SELECT phase_one_closed_at FROM elections')
    expect(closed).toEqual(new Date('2026-01-08T12:00:00.000Z'))
    const [late] = await rows<{ n: string }>("SELECT COUNT(*) AS n FROM ballots WHERE cast_at >= '2026-01-08 12:00:00'")
    expect(Number(late?.n)).toBe(0)
  })

  it('while the election ends are all in the result that seats the government', async () => {
    const voters = await citizens(many)
    await anElection(nation.runtime)
    const first = await aCandidate(nation.runtime, 'minister_finance')
    const second = await aCandidate(nation.runtime, 'minister_finance')
    nation.clock.set(new Date('2026-01-11T23:59:59.999Z'))
    await Promise.all(voters.slice(0, 40).map((voter, i) => tried(voter, i % 3 ? first.id : second.id)))
    const votes = voters.map((voter, i) => () => tried(voter, i % 2 ? first.id : second.id))
    const { answers } = await amid(votes, 80, () => {
      nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
      return Promise.all([1, 2, 3].map(() => advanceElections(beside)))
    })
    expect(answers.some((answer) => answer.code === 'phase_closed')).toBe(true)
    await advanceElections(nation.runtime)
    const { tallies, recount } = await talliesAndRecount(nation.database)
    expect(tallies).toEqual(recount)
    const standing = new Map<string, string>()
    voters.slice(0, 40).forEach((voter, i) => standing.set(voter.id, i % 3 ? first.id : second.id))
    for (const { citizen, cast } of answers) if (cast) standing.set(citizen.id, cast.candidateId)
    const result = await rows<{ uid: string; final_supporters: number }>(
      'SELECT uid, final_supporters FROM candidacies WHERE final_rank IS NOT NULL',
    )
    for (const { uid, final_supporters } of result) {
      expect(final_supporters).toBe([...standing.values()].filter((id) => id === uid).length)
    }
    expect(await rows("SELECT id FROM terms WHERE active_office = 'financeMinister'")).toHaveLength(1)
  })

  it('while their candidate withdraws are void or refused, and their voters can vote again', async () => {
    const voters = await citizens(120)
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    const [bob] = await candidates(1)
    await Promise.all(voters.slice(0, 30).map((voter, i) => tried(voter, i % 2 ? ada.id : bob!)))
    const votes = voters.map((voter, i) => () => tried(voter, i % 3 ? ada.id : bob!))
    const { answers, done } = await amid(votes, 40, () =>
      as(beside, ada.citizen, (ctx) =>
        withdrawCandidate(ctx, { candidateId: ada.id, userId: undefined, adminId: undefined }),
      ),
    )
    expect(done?.votesVoided).toBeGreaterThan(0)
    expect(answers.some((answer) => answer.code === 'candidate_withdrawn')).toBe(true)
    const codes = new Set(answers.flatMap((answer) => answer.code ?? []))
    expect([...codes].filter((code) => code !== 'candidate_withdrawn')).toEqual([])
    const { tallies, recount } = await talliesAndRecount(nation.database)
    expect(tallies).toEqual(recount)
    expect(tallies[ada.id]).toEqual([0, 0])
    const again = await Promise.all(voters.map((voter) => tried(voter, bob!)))
    expect(again.every((answer) => answer.cast)).toBe(true)
    expect((await talliesAndRecount(nation.database)).tallies[bob!]?.[1]).toBe(120)
  })

  it('while their candidate moves to another position are all for one position, and those who came first keep it', async () => {
    const voters = await citizens(24)
    await anElection(nation.runtime)
    const moves: string[] = []
    for (let round = 0; round < 8; round++) {
      const ada = await aCandidate(nation.runtime, 'president')
      const edit = { candidateId: ada.id, position: 'secretary', userId: undefined } as const
      const move = () => as(beside, ada.citizen, (ctx) => updateCandidate(ctx, edit))
      const cast = () => Promise.all(voters.map((voter) => tried(voter, ada.id)))
      // The first round begins with the move, the last with the votes; those between begin with both.
      const early = round === 0 ? await Promise.allSettled([move()]) : null
      const votes = cast()
      if (round === 7) await votes
      for (let turn = 0; turn < round; turn++) await new Promise((resolve) => setImmediate(resolve))
      const [moved] = early ?? (await Promise.allSettled([move()]))
      const answers = await votes
      expect(answers.filter((answer) => answer.code)).toEqual([])
      const won = moved.status === 'fulfilled'
      if (!won) expect(moved.reason).toMatchObject({ code: 'position_locked' })
      const positions = rows<{ position: number }>(
        `SELECT DISTINCT b.position FROM ballots b JOIN candidacies c ON c.id = b.candidacy_id WHERE c.uid = '${ada.id}'`,
      )
      expect(await positions).toEqual([{ position: won ? 3 : 1 }])
      moves.push(moved.status)
    }
    const { tallies, recount } = await talliesAndRecount(nation.database)
    expect(tallies).toEqual(recount)
    expect([moves[0], moves[7]]).toEqual(['fulfilled', 'rejected'])
  })
})

describe('A vote', () => {
  it('waits for no edit of what a candidate says', async () => {
    const [voter] = await citizens(1)
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    await as(nation.runtime, ada.citizen, async (ctx) => {
      await updateCandidate(ctx, { candidateId: ada.id, bio: 'Another bio', position: 'president', userId: undefined })
      expect(await vote(beside, voter!, ada.id)).toMatchObject({ success: true })
    })
  })

  it('waits for no withdrawal or move of another candidate, and for no second withdrawal', async () => {
    const [voter, other] = await citizens(2)
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    const gone = await aCandidate(nation.runtime, 'president')
    const withdraw = (id: string) => (ctx: CitizenContext) =>
      withdrawCandidate(ctx, { candidateId: id, userId: undefined, adminId: undefined })
    await as(nation.runtime, gone.citizen, withdraw(gone.id))
    const attempts = [
      [other!, withdraw(ada.id), 'admin_only'],
      [gone.citizen, withdraw(gone.id), 'candidate_withdrawn'],
      [
        other!,
        (ctx: CitizenContext) =>
          updateCandidate(ctx, { candidateId: ada.id, position: 'secretary', userId: undefined }),
        'candidate_not_yours',
      ],
    ] as const
    for (const [who, attempt, code] of attempts) {
      await as(nation.runtime, who, async (ctx) => {
        await expect(attempt(ctx)).rejects.toMatchObject({ code })
        // What the attempt has locked, it holds until this ends.
        expect(await vote(beside, voter!, ada.id)).toMatchObject({ success: true })
      })
    }
  })
})

describe('A citizen', () => {
  it('who hands in twenty candidacies at once stands once', async () => {
    await anElection(nation.runtime)
    const ada = await aCitizen(nation.database)
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        as(nation.runtime, ada, (ctx) => createCandidate(ctx, campaign(i % 2 ? 'president' : 'secretary'))),
      ),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of tries) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'candidate_exists' })
    }
  })
})
