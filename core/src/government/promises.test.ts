import { describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { advanceElections, getCandidate, listCandidates } from '../elections'
import { read } from '../platform'
import { aCandidate, aCitizen, anElection, as, useTestNation, vote } from '../testing'
import { deletePromiseMarks, deletePromises } from './erase'
import { markPromise, ownPromises, promisesOf, setPromise } from '.'

const nation = useTestNation()

/** Ada is seated as president, for one goal and one promise; Bob stood against her with the same. */
async function aPresident() {
  await anElection(nation.runtime)
  const programme = { goals: ['A page a week'], promises: ['Open books'] }
  const ada = await aCandidate(nation.runtime, 'president', programme)
  const bob = await aCandidate(nation.runtime, 'president', programme)
  await vote(nation.runtime, ada.citizen, ada.id)
  nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
  await advanceElections(nation.runtime)
  return { ada: ada.citizen, bob: bob.citizen, candidateId: ada.id, lost: bob.id }
}

const which = (candidateId: string) => ({ candidateId, kind: 'promise', place: 0 }) as const

const say = (who: Citizen, candidateId: string, state: 'open' | 'done' | 'broken', sentence = 'See the books.') =>
  as(nation.runtime, who, (ctx) =>
    setPromise(ctx, { ...which(candidateId), state, sentence, link: undefined, userId: undefined }),
  )

const mark = (who: Citizen, candidateId: string, given: 'agree' | 'disagree' | null, round = 1) =>
  as(nation.runtime, who, (ctx) => markPromise(ctx, { ...which(candidateId), round, mark: given, userId: undefined }))

const shared = ({ uid }: Citizen) => read(nation.runtime, null, (ctx) => promisesOf(ctx, { id: uid }))

const promise = async (who: Citizen) => (await shared(who)).terms[0]?.items.find(({ kind }) => kind === 'promise')

const ownOf = async (who: Citizen, author: Citizen) => {
  const answer = await shared(author)
  return as(nation.runtime, who, (ctx) => ownPromises(ctx, answer))
}

describe('A promise of an official', () => {
  it('is open until its author says something, and keeps what was said before', async () => {
    const { ada, candidateId } = await aPresident()
    expect((await shared(ada)).terms).toMatchObject([
      {
        candidateId,
        office: 'president',
        done: 0,
        items: [
          { kind: 'goal', word: null },
          { kind: 'promise', word: null },
        ],
      },
    ])
    await say(ada, candidateId, 'done')
    await mark(await aCitizen(nation.database), candidateId, 'disagree')
    await say(ada, candidateId, 'broken', 'Not in time.')
    expect(await promise(ada)).toMatchObject({
      text: 'Open books',
      word: { round: 2, state: 'broken', sentence: 'Not in time.', agrees: 0, disagrees: 0 },
      earlier: [{ round: 1, state: 'done', sentence: 'See the books.', agrees: 0, disagrees: 1 }],
    })
  })

  it('takes no mark of a citizen who left while the mark was on its way: no erasure would meet it', async () => {
    const { ada, candidateId } = await aPresident()
    await say(ada, candidateId, 'done')
    const cara = await aCitizen(nation.database)
    await nation.database.query('UPDATE citizens SET left_at = ? WHERE id = ?', [nation.clock.now(), cara.id])
    await expect(mark(cara, candidateId, 'agree')).rejects.toMatchObject({ code: 'session_ended' })
    expect(await nation.database.query('SELECT * FROM promise_marks')).toEqual([])
    expect((await promise(ada))?.word).toMatchObject({ agrees: 0, disagrees: 0 })
  })

  it('is spoken of by its author alone, and not after the term', async () => {
    const { ada, bob, candidateId, lost } = await aPresident()
    await expect(say(bob, candidateId, 'done')).rejects.toMatchObject({ code: 'promise_not_yours' })
    await expect(say(bob, lost, 'done')).rejects.toMatchObject({ code: 'promise_not_found' })
    nation.clock.set(new Date('2026-01-19T00:00:00.000Z'))
    await advanceElections(nation.runtime)
    await expect(say(ada, candidateId, 'done')).rejects.toMatchObject({ code: 'promise_not_yours' })
  })

  it('is counted in its author’s next candidacies, and not in the one that it was made in', async () => {
    const { ada, candidateId } = await aPresident()
    const recordOf = async (id: string) =>
      (await read(nation.runtime, null, (ctx) => getCandidate(ctx, { candidateId: id }))).candidate.record
    const again = await aCandidate(nation.runtime, 'president', { goals: ['Another'], promises: [] }, ada)
    const newcomer = await aCandidate(nation.runtime, 'president')
    expect(await recordOf(again.id)).toEqual({ done: 0, broken: 0, open: 2 })
    await say(ada, candidateId, 'open')
    expect(await recordOf(again.id)).toEqual({ done: 0, broken: 0, open: 2 })
    await say(ada, candidateId, 'done')
    expect(await recordOf(again.id)).toEqual({ done: 1, broken: 0, open: 1 })
    await say(ada, candidateId, 'broken')
    expect([await recordOf(again.id), await recordOf(candidateId), await recordOf(newcomer.id)]).toEqual([
      { done: 0, broken: 1, open: 1 },
      null,
      null,
    ])
    const { candidates } = await read(nation.runtime, null, (ctx) =>
      listCandidates(ctx, { sort: 'newest', limit: 50, userId: undefined }),
    )
    expect(candidates.map(({ id, record }) => [id, record])).toEqual([
      [newcomer.id, null],
      [again.id, { done: 0, broken: 1, open: 1 }],
    ])
  })

  it('is counted for the latest six terms, as its author’s page lists them', async () => {
    const { ada } = await aPresident()
    const id = 'candidacy_id, citizen_id, office, how, ended_at'
    for (let week = 1; week <= 6; week++) {
      const { id: uid } = await aCandidate(nation.runtime, 'secretary', { goals: ['One'], promises: ['Two', 'Three'] })
      await nation.database.query(
        `INSERT INTO terms (${id}, started_at) SELECT id, ?, 'secretary', 'elected', ?, ? FROM candidacies WHERE uid = ?`,
        [ada.id, nation.clock.now(), new Date(nation.clock.now().getTime() + week), uid],
      )
    }
    const again = await aCandidate(nation.runtime, 'president', {}, ada)
    const { candidate } = await read(nation.runtime, null, (ctx) => getCandidate(ctx, { candidateId: again.id }))
    expect(candidate.record).toEqual({ done: 0, broken: 0, open: 18 })
    expect((await shared(ada)).terms).toHaveLength(6)
  })

  it('is marked once by each citizen, who may change the mark and take it back', async () => {
    const { ada, candidateId } = await aPresident()
    const eve = await aCitizen(nation.database)
    await expect(mark(eve, candidateId, 'agree')).rejects.toMatchObject({ code: 'promise_not_found' })
    await say(ada, candidateId, 'done')
    expect(await mark(eve, candidateId, 'agree')).toMatchObject({ agrees: 1, disagrees: 0 })
    expect(await mark(eve, candidateId, 'agree')).toMatchObject({ agrees: 1, disagrees: 0 })
    expect(await mark(eve, candidateId, 'disagree')).toMatchObject({ agrees: 0, disagrees: 1 })
    expect(await ownOf(eve, ada)).toMatchObject({
      terms: [{ items: [{ mark: null }, { mark: 'disagree', may: { set: false, mark: true } }] }],
    })
    expect(await mark(eve, candidateId, null)).toMatchObject({ agrees: 0, disagrees: 0 })
  })

  it('is not marked by its author, without the right to vote, or in a round that is over', async () => {
    const { ada, candidateId } = await aPresident()
    await say(ada, candidateId, 'done')
    const young = await aCitizen(nation.database, { xCreatedAt: new Date('2026-01-01T00:00:00.000Z') })
    const old = await aCitizen(nation.database)
    await expect(mark(ada, candidateId, 'agree')).rejects.toMatchObject({ code: 'promise_own_mark' })
    await expect(mark(young, candidateId, 'agree')).rejects.toMatchObject({ code: 'voting_not_eligible' })
    await mark(old, candidateId, 'agree')
    await say(ada, candidateId, 'open')
    await expect(mark(old, candidateId, 'agree')).rejects.toMatchObject({ code: 'promise_changed' })
    expect(await ownOf(old, ada)).toMatchObject({ terms: [{ items: [{}, { mark: null }] }] })
    expect(await ownOf(ada, ada)).toMatchObject({ terms: [{ items: [{}, { may: { set: true, mark: false } }] }] })
  })

  it('counts fifty marks that come at once, and one citizen’s two as one', async () => {
    const { ada, candidateId } = await aPresident()
    await say(ada, candidateId, 'done')
    const crowd = await Promise.all(Array.from({ length: 50 }, () => aCitizen(nation.database)))
    const [first] = crowd
    if (!first) throw new Error('no crowd')
    const all = [...crowd, first]
    await Promise.all(all.map((who, place) => mark(who, candidateId, place % 2 === 0 ? 'agree' : 'disagree')))
    const word = (await promise(ada))?.word
    const counted = await nation.database.query<{ agrees: string; disagrees: string }[]>(
      `SELECT SUM(mark = 'agree') AS agrees, SUM(mark = 'disagree') AS disagrees FROM promise_marks`,
    )
    expect(counted.map((row) => ({ agrees: Number(row.agrees), disagrees: Number(row.disagrees) }))).toEqual([
      { agrees: word?.agrees, disagrees: word?.disagrees },
    ])
    expect((word?.agrees ?? 0) + (word?.disagrees ?? 0)).toBe(50)
  })

  it('loses the sentence of an author who left, and the mark of a citizen who left, whose count stays', async () => {
    const { ada, candidateId } = await aPresident()
    const eve = await aCitizen(nation.database)
    await say(ada, candidateId, 'done')
    await say(ada, candidateId, 'broken')
    await mark(eve, candidateId, 'agree', 2)
    const stays = await aCitizen(nation.database)
    await mark(stays, candidateId, 'disagree', 2)
    await nation.database.transaction(async (tx) => {
      await deletePromises(tx, ada.id)
      expect(await deletePromiseMarks(tx, eve.id, 1)).toBe(false)
      expect(await deletePromiseMarks(tx, eve.id, 1)).toBe(true)
    })
    expect(await nation.database.query('SELECT CAST(citizen_id AS CHAR) AS id FROM promise_marks')).toEqual([
      { id: stays.id },
    ])
    expect(await promise(ada)).toMatchObject({
      word: { state: 'broken', sentence: '', agrees: 1, disagrees: 1 },
      earlier: [{ state: 'done', sentence: '' }],
    })
  })
})
