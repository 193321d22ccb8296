import { pollPublicationMs } from '@nation/domain/polls'
import { expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { sequence } from '../journal'
import { openDatabase } from '../nation'
import { readJson, type Runtime } from '../platform'
import { aCitizen, as, signedIn, testServerUrl, useTestNation } from '../testing'
import { castPollVotes, deletePoll, publishDuePolls, type PollView } from '.'
import { aPoll } from './testing'

const nation = useTestNation()
const wait = (ms = pollPublicationMs) => nation.clock.set(new Date(nation.clock.now().getTime() + ms))
const rows = <Row = Record<string, unknown>>(sql: string) => nation.database.query<Row[]>(sql)
const admin = () => aCitizen(nation.database, { isAdmin: true })

/** Citizens vote on a poll, all of them in one batch, and their entry is numbered. */
async function vote(poll: PollView, ...options: number[]): Promise<void> {
  const voters: [Citizen, number][] = []
  for (const option of options) voters.push([await aCitizen(nation.database), option])
  const requests = voters.map(([who, optionIndex]) => ({
    caller: signedIn(who),
    input: { pollId: poll.id, optionIndex, optionId: undefined },
  }))
  await as(nation.runtime, voters[0]![0], (ctx) => castPollVotes(ctx, requests))
  await sequence(nation.database)
}

/** The published counts, poll by poll. */
async function published(): Promise<[pollId: string, votes: number[]][]> {
  const entries = await rows<{ subject: string; facts: unknown }>(
    `SELECT subject, facts FROM journal WHERE kind = 'polls.tally-changed' AND visibility = 'public' ORDER BY id`,
  )
  return entries.map(({ subject, facts }) => {
    const { pollId, counts } = readJson<{ pollId: string; counts: { votes: number }[] }>(facts)
    expect(pollId).toBe(subject)
    return [subject, counts.map(({ votes }) => votes)]
  })
}

const publish = () => publishDuePolls(nation.runtime)

it('Counts of a poll are published with its event, once in five seconds, without the voters', async () => {
  const [bridge, road] = [await aPoll(nation.runtime, await admin()), await aPoll(nation.runtime, await admin())]
  await publish()
  expect(await published()).toEqual([])
  await vote(bridge, 0, 1, 1)
  await publish()
  await vote(bridge, 1)
  await vote(road, 0)
  await vote(bridge, 1)
  await publish()
  expect(await published()).toEqual([[bridge.id, [1, 2]]])
  wait()
  await publish()
  await publish()
  expect(await published()).toEqual([
    [bridge.id, [1, 2]],
    [bridge.id, [1, 4]],
    [road.id, [1, 0]],
  ])
  // No vote was cast since, so nothing is published and nothing written.
  const [before] = await rows('SELECT as_of, seq FROM poll_publications')
  wait()
  await publish()
  expect(await published()).toHaveLength(3)
  expect(await rows('SELECT as_of, seq FROM poll_publications')).toEqual([before])
  const facts = await rows<{ facts: unknown }>(`SELECT facts FROM journal WHERE kind = 'polls.tally-changed'`)
  expect(Object.keys(readJson<object>(facts[0]?.facts)).toSorted()).toEqual(['counts', 'pollId'])
})

it('Counts of a poll that was deleted are not published', async () => {
  const maker = await admin()
  const poll = await aPoll(nation.runtime, maker)
  await vote(poll, 0)
  await as(nation.runtime, maker, (ctx) => deletePoll(ctx, { pollId: poll.id }))
  await publish()
  expect(await published()).toEqual([])
})

it('Counts of polls are published once, however many processes try at once', async () => {
  const poll = await aPoll(nation.runtime, await admin())
  const [{ name }] = (await rows<{ name: string }>('SELECT DATABASE() AS name')) as [{ name: string }]
  const databases = await Promise.all(
    Array.from({ length: 4 }, () => openDatabase({ url: testServerUrl() + name, poolSize: 2 })),
  )
  const workers: Runtime[] = databases.map((database) => ({ ...nation.runtime, database }))
  for (let round = 1; round <= 5; round++) {
    await vote(poll, 0)
    wait()
    await Promise.all([...workers, ...workers].map((worker) => publishDuePolls(worker)))
  }
  await Promise.all(databases.map((database) => database.destroy()))
  expect(await published()).toEqual([1, 2, 3, 4, 5].map((votes) => [poll.id, [votes, 0]]))
})

it('A publication waits for no vote, and no vote for a publication', async () => {
  const poll = await aPoll(nation.runtime, await admin())
  await vote(poll, 0)
  // A vote under way holds the counters; another process holds the publication.
  const [voting, publishing] = [nation.database.createQueryRunner(), nation.database.createQueryRunner()]
  await voting.startTransaction('READ COMMITTED')
  await voting.query('SELECT id FROM poll_options FOR UPDATE')
  await publish()
  expect(await published()).toEqual([[poll.id, [1, 0]]])
  await voting.rollbackTransaction()
  await publishing.startTransaction('READ COMMITTED')
  await publishing.query('SELECT id FROM poll_publications FOR UPDATE')
  await vote(poll, 1)
  wait()
  await publish()
  expect(await published()).toHaveLength(1)
  await publishing.rollbackTransaction()
  await publish()
  expect(await published()).toHaveLength(2)
  await voting.release()
  await publishing.release()
})
