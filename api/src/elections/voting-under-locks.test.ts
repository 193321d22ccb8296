import { randomUUID } from 'node:crypto'
import type { Citizen } from '@nation/core/citizens'
import { aCandidate, aCitizen, anElection, aPoll, talliesAndRecount } from '@nation/core/testing'
import { describe, expect, it } from 'vitest'
import { useTestApi, type Answer } from '../testing'

const api = useTestApi()

/** A vote has its answer within two seconds; three more are for a machine that has other work. A lock of ten would be seen. */
const promisedMs = 2_000
const slackMs = 3_000

/** A vote that a client sends, and sends again under the same key. */
interface Sending {
  readonly voter: Citizen
  readonly token: string
  readonly origin: string
  readonly path: '/api/votes/cast' | '/api/polls/vote'
  readonly body: object
  readonly key: string
  /** What it is for: the name of a candidate or a poll. */
  readonly target: string
}

interface Timed extends Answer {
  readonly ms: number
}

async function send({ token, origin, path, body, key }: Sending): Promise<Timed> {
  const from = performance.now()
  const answer = await api.send('POST', path, { token, origin, body, headers: { 'idempotency-key': key } })
  return { ...answer, ms: performance.now() - from }
}

const isBusy = ({ status, body, headers }: Answer) =>
  status === 503 && body.code === 'busy' && Number(headers.get('retry-after')) > 0

/** Two processes, an election with two candidates for one office and one for another, and two polls. */
async function aVotingNation() {
  const { runtime, database } = api.nation
  await anElection(runtime)
  const maker = await aCitizen(database, { role: 'government', governmentRole: 'president' })
  const targets = new Map<string, Pick<Sending, 'path' | 'body'>>()
  for (const [name, position] of [
    ['ada', 'president'],
    ['ben', 'president'],
    ['cleo', 'secretary'],
  ] as const) {
    const { id } = await aCandidate(runtime, position)
    await database.query('UPDATE candidacies SET display_name = ? WHERE uid = ?', [name, id])
    targets.set(name, { path: '/api/votes/cast', body: { candidateId: id } })
  }
  for (const question of ['north', 'south']) {
    const { id } = await aPoll(runtime, maker, { question })
    targets.set(question, { path: '/api/polls/vote', body: { pollId: id, optionIndex: 0 } })
  }
  const origins = [api.origin, await api.another()]
  /** New voters, each with a vote for one of the targets, in turn at both processes. */
  const wave = (perTarget: number): Promise<Sending[]> =>
    Promise.all(
      [...targets].flatMap(([target, call]) =>
        Array.from({ length: perTarget }, async (_, turn) => {
          const voter = await aCitizen(database)
          const origin = origins[turn % origins.length] ?? ''
          return { voter, token: await api.tokenOf(voter), origin, ...call, key: randomUUID(), target }
        }),
      ),
    )
  return { wave }
}

/** Does something while another connection holds the rows of a locking statement. */
async function whileHeld<T>(sql: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const holder = api.nation.database.createQueryRunner()
  await holder.startTransaction('READ COMMITTED')
  try {
    expect(await holder.query(sql, values)).not.toEqual([])
    return await work()
  } finally {
    await holder.rollbackTransaction()
    await holder.release()
  }
}

/** Sends a vote again, under the same key, while the answer is `busy`. */
async function sendUntilAnswered(one: Sending, tries = Infinity): Promise<Timed> {
  for (let turn = 1; ; turn++) {
    const answer = await send(one)
    if (!isBusy(answer) || turn >= tries) return answer
  }
}

/** Votes that need nothing of what is locked are cast while it is: a slow machine may be busy with others a few times. */
async function areCast(votes: readonly Sending[]): Promise<void> {
  const answers = await Promise.all(votes.map((one) => sendUntilAnswered(one, 4)))
  const said = answers.map(({ status }, place) => `${status} for ${votes[place]?.target}`)
  expect(said).toEqual(votes.map(({ target }) => `200 for ${target}`))
}

/** Every vote stands once, under the key that it was sent with, however often that was. */
async function nothingIsLost(sent: readonly Sending[]): Promise<void> {
  const again = await Promise.all(sent.map((one) => sendUntilAnswered(one)))
  expect(again.map(({ status, body }) => [status, body.code])).toEqual(sent.map(() => [200, undefined]))
  expect((await Promise.all(sent.map((one) => sendUntilAnswered(one)))).map(({ body }) => body)).toEqual(
    again.map(({ body }) => body),
  )
  const { tallies, recount } = await talliesAndRecount(api.nation.database)
  expect(tallies).toEqual(recount)
  const count = async (table: string) => {
    const [row]: { n: string }[] = await api.nation.database.query(`SELECT COUNT(*) AS n FROM ${table}`)
    return Number(row?.n)
  }
  const ballots = sent.filter(({ path }) => path === '/api/votes/cast').length
  expect([await count('ballots'), await count('current_votes')]).toEqual([ballots, ballots])
  expect(await count('poll_votes')).toBe(sent.length - ballots)
  const counted: { options: string; tallies: string }[] = await api.nation.database.query(
    `SELECT (SELECT SUM(votes) FROM poll_options) AS options, (SELECT SUM(votes) FROM poll_tallies) AS tallies`,
  )
  expect([Number(counted[0]?.options), Number(counted[0]?.tallies)]).toEqual([
    sent.length - ballots,
    sent.length - ballots,
  ])
}

const candidacy = (name: string) => `(SELECT id FROM candidacies WHERE display_name = '${name}')`
const poll = (question: string) => `(SELECT id FROM polls WHERE question = '${question}')`

/** What is held, and whose votes need it. */
const locks: readonly (readonly [string, string, readonly string[]])[] = [
  ['a candidate', `SELECT id FROM candidacies WHERE id = ${candidacy('ada')} FOR UPDATE`, []],
  ['a tally', `SELECT candidacy_id FROM tallies WHERE candidacy_id = ${candidacy('ada')} FOR UPDATE`, ['ada']],
  ['an election', 'SELECT id FROM elections FOR UPDATE', ['ada', 'ben', 'cleo']],
  ['the public counts', 'SELECT election_id FROM tally_publications FOR UPDATE', []],
  ['a poll', `SELECT id FROM polls WHERE id = ${poll('north')} FOR UPDATE`, ['north']],
  ['an option of a poll', `SELECT id FROM poll_options WHERE poll_id = ${poll('north')} FOR UPDATE`, ['north']],
  ['the tally of a poll', `SELECT poll_id FROM poll_tallies WHERE poll_id = ${poll('north')} FOR UPDATE`, ['north']],
]

describe('While another transaction locks', () => {
  it.each(locks)('%s, all other votes are cast, and none is lost', async (_, sql, needing) => {
    const { wave } = await aVotingNation()
    const waves = [await wave(8), await wave(6)]
    const needs = ({ target }: Sending) => needing.includes(target)
    await whileHeld(sql, [], async () => {
      for (const [number, sent] of waves.entries()) {
        const answers = await Promise.all(sent.map(send))
        for (const [place, answer] of answers.entries()) {
          const one = sent[place] as Sending
          const what = `wave ${number}, for ${one.target}: ${answer.status} after ${Math.round(answer.ms)} ms`
          expect(answer.ms, what).toBeLessThan(promisedMs + slackMs)
          if (needs(one)) expect(isBusy(answer), what).toBe(true)
          // The first wave finds out what is held. A machine may be too slow for all of the second one at once.
          else if (answer.status !== 200) expect(isBusy(answer), what).toBe(true)
        }
      }
      await areCast(waves.flat().filter((one) => !needs(one)))
    })
    await nothingIsLost(waves.flat())
  })

  it('a citizen, the votes of all others are cast at once, and none is lost', async () => {
    const { wave } = await aVotingNation()
    const sent = await wave(8)
    const held = sent.filter((_, place) => place % 8 === 0)
    const ids = held.map(({ voter }) => voter.id)
    await whileHeld('SELECT id FROM citizens WHERE id IN (?) FOR UPDATE', [ids], async () => {
      const answers = await Promise.all(sent.map(send))
      for (const [place, answer] of answers.entries()) {
        const what = `${place}: ${answer.status} after ${Math.round(answer.ms)} ms`
        expect(answer.ms, what).toBeLessThan(promisedMs + slackMs)
        if (held.includes(sent[place] as Sending) || answer.status !== 200) expect(isBusy(answer), what).toBe(true)
      }
      await areCast(sent.filter((one) => !held.includes(one)))
    })
    await nothingIsLost(sent)
  })
})
