import type { ChildProcess } from 'node:child_process'
import { Session } from '@nation/core/sessions'
import type { Citizen } from '@nation/core/citizens'
import { advanceElections } from '@nation/core/elections'
import { moveClock, newPublicId, openClock } from '@nation/core/platform'
import {
  aCandidate,
  aCitizen,
  ballotSender,
  talliesAndRecount,
  testRedisUrl,
  useTestNation,
  type Fate,
  type Voter,
} from '@nation/core/testing'
import { freePort } from '@nation/dev/processes'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testSecret } from '../testing'
import { buildProgram, kill, startApiProgram, type Program } from '../testing/programs'

/*
 * The short form of `npm run bench soak`: citizens vote through HTTP at a real process, which is killed twice, and the
 * first phase closes while they vote; then the rollover counts and seats.
 */

const nation = useTestNation()
const citizens = 240
let program: Program
let running: ChildProcess | undefined

beforeAll(async () => {
  program = await buildProgram('api')
})
afterAll(async () => {
  if (running) await kill(running)
  await program.remove()
})

async function start(port: number): Promise<void> {
  running = await startApiProgram(program, { databaseUrl: nation.url, redisUrl: testRedisUrl() }, port)
}

async function killAndStart(port: number): Promise<void> {
  await kill(running!)
  await start(port)
}

async function voterOf(citizen: Citizen, now: Date) {
  const id = newPublicId(now)
  const expiresAt = new Date(now.getTime() + 30 * 86_400_000)
  const session = { id, citizenId: citizen.id, salt: Buffer.alloc(16), generation: 1, rotatedAt: now, createdAt: now }
  await nation.database
    .getRepository(Session)
    .insert({ ...session, expiresAt, endedAt: null, endedWhy: null, userAgent: 'test' })
  return { uid: citizen.uid, session: id }
}

it('An API that is killed while citizens vote loses no vote that it acknowledged, and counts none twice', async () => {
  // Other processes read the stored clock: this nation lives by it.
  await moveClock(nation.database, () => new Date('2027-01-05T12:00:00.000Z'))
  const clock = await openClock(nation.database, false)
  const runtime = { ...nation.runtime, clock }
  await advanceElections(runtime)
  const [ada, ben] = [await aCandidate(runtime, 'president'), await aCandidate(runtime, 'president')]
  const voters: Voter[] = []
  for (let n = 0; n < citizens; n++) voters.push(await voterOf(await aCitizen(nation.database), clock.now()))
  const port = await freePort()
  await start(port)

  const sender = ballotSender(`http://127.0.0.1:${port}`, testSecret, clock.now)
  const dates: { at: Date }[] = await nation.database.query('SELECT phase_two_at AS at FROM elections')
  const closing = dates[0]!.at
  const deeds = new Map<number, () => Promise<unknown>>([
    [60, () => killAndStart(port)],
    [130, () => killAndStart(port)],
    [180, () => moveClock(nation.database, () => new Date(closing.getTime() - 400))],
  ])
  const fates = new Map<string, Fate[]>()
  let next = 0
  const line = async () => {
    for (let n = next++; n < voters.length - 1; n = next++) {
      await deeds.get(n)?.()
      const [voter, choices] = [voters[n]!, n % 2 === 0 ? [ada.id] : [ada.id, ben.id]]
      for (const choice of choices)
        fates.set(voter.uid, [...(fates.get(voter.uid) ?? []), await sender.send(voter, choice)])
    }
  }
  await Promise.all(Array.from({ length: 16 }, line))
  // However fast the others were, the last one comes after the closing.
  await vi.waitFor(() => expect(clock.now().getTime()).toBeGreaterThan(closing.getTime() + 1_000), 20_000)
  clock.close()
  const last = voters.at(-1)!
  fates.set(last.uid, [await sender.send(last, ada.id)])

  const acknowledged = [...fates].flatMap(([uid, all]) =>
    all.flatMap((fate) => ('acknowledged' in fate ? [{ uid, ...fate.acknowledged }] : [])),
  )
  const currentVotes = Object.fromEntries(acknowledged.map(({ uid, candidateId }) => [uid, candidateId]))
  const stored: { uid: string; candidate: string }[] = await nation.database.query(
    `SELECT z.uid, c.uid AS candidate FROM current_votes v JOIN citizens z ON z.id = v.citizen_id
     JOIN candidacies c ON c.id = v.candidacy_id`,
  )
  expect(stored).toHaveLength(Object.keys(currentVotes).length)
  expect(Object.fromEntries(stored.map((row) => [row.uid, row.candidate]))).toEqual(currentVotes)
  const ballots: { n: string }[] = await nation.database.query('SELECT COUNT(*) AS n FROM ballots')
  expect(Number(ballots[0]?.n)).toBe(acknowledged.filter(({ repeated }) => !repeated).length)
  const late: unknown[] = await nation.database.query('SELECT id FROM ballots WHERE cast_at >= ?', [closing])
  expect(late).toEqual([])
  expect(acknowledged.filter(({ votedAt }) => votedAt >= closing.getTime())).toEqual([])
  const { tallies, recount } = await talliesAndRecount(nation.database)
  expect(tallies).toEqual(recount)
  expect(fates.get(last.uid)).toEqual([{ refused: 'phase_closed' }])
  // Some requests felt the kills, or nothing was shown; and only the closing refused votes.
  expect(sender.figures.unanswered).toBeGreaterThan(0)
  const refusals = [...fates.values()].flat().flatMap((fate) => ('refused' in fate ? [fate.refused] : []))
  expect(new Set(refusals)).toEqual(new Set(['phase_closed']))

  // The rollover counts again what the killed processes left, finds it equal, and seats whom the acknowledged votes elected.
  const ends: { at: Date }[] = await nation.database.query('SELECT ends_at AS at FROM elections')
  nation.clock.set(ends[0]!.at)
  await advanceElections(nation.runtime)
  const final: { uid: string; voters: number; won: number }[] = await nation.database.query(
    'SELECT uid, final_supporters AS voters, won FROM candidacies WHERE final_rank IS NOT NULL',
  )
  const votersOf = (id: string) => Object.values(currentVotes).filter((choice) => choice === id).length
  expect(Object.fromEntries(final.map(({ uid, voters: counted }) => [uid, counted]))).toEqual({
    [ada.id]: votersOf(ada.id),
    [ben.id]: votersOf(ben.id),
  })
  expect(final.find(({ won }) => won)?.uid).toBe(votersOf(ben.id) > votersOf(ada.id) ? ben.id : ada.id)
})
