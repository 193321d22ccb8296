import { salaryPresets } from '@nation/domain/bank'
import type { GovernmentRole } from '@nation/domain/permissions'
import { positions, type PositionId, type VotingPhase } from '@nation/domain/elections'
import { expect, it } from 'vitest'
import { payDueCycles } from '../bank'
import { aCandidate, aCitizen, aRunningBank, as, paymentsOf, useTestNation, vote } from '../testing'
import { electionResults } from './results.service'
import { advanceElections } from './rollover'

/** An office, and two who stand for it. */
interface Race {
  readonly position: PositionId
  readonly role: GovernmentRole
  readonly phase: VotingPhase
  readonly early: Candidate
  readonly late: Candidate
}

type Candidate = Awaited<ReturnType<typeof aCandidate>>

const nation = useTestNation()
const thursday = new Date('2026-01-08T12:00:00.000Z')
const monday = new Date('2026-01-12T00:00:00.000Z')
const nextMonday = new Date('2026-01-19T00:00:00.000Z')

// `testing/examples` runs this with an office more, and knows by the sentence that it was played for that one, too.
it(`In a week all ${positions.length} offices are stood for, voted on, counted, seated and paid, and so is the ${positions.at(-1)?.title}`, async () => {
  const { runtime, database, clock } = nation
  const admin = await aCitizen(database, { isAdmin: true, role: 'admin' })
  const voter = await aCitizen(database)
  await advanceElections(runtime)
  const races: Race[] = []
  for (const { id, role, phase } of positions) {
    const early = await aCandidate(runtime, id)
    races.push({ position: id, role, phase, early, late: await aCandidate(runtime, id) })
  }
  const voteOn = async (phase: VotingPhase) => {
    for (const race of races) if (race.phase === phase) await vote(runtime, voter, race.late.id)
  }
  await voteOn('phase_one')
  clock.set(thursday)
  await advanceElections(runtime)
  await voteOn('phase_two')
  clock.set(monday)
  await advanceElections(runtime)

  const { results } = await as(runtime, voter, (ctx) => electionResults(ctx, {}))
  expect(results.map(({ position, rule, winner }) => [position, rule, winner?.id])).toEqual(
    races.map(({ position, late }) => [position, 'weight', late.id]),
  )
  expect(
    await database.query('SELECT active_office AS office, citizen_id AS holder FROM terms ORDER BY active_office'),
  ).toEqual(
    races
      .map(({ role, late }) => ({ office: role, holder: late.citizen.id }))
      .toSorted((a, b) => (a.office < b.office ? -1 : 1)),
  )

  await aRunningBank(runtime, admin, 1_000)
  clock.set(nextMonday)
  await advanceElections(runtime)
  expect((await payDueCycles(runtime)).map(({ number }) => number)).toEqual([1])
  const percents: Readonly<Partial<Record<string, number>>> = salaryPresets.constitution
  expect(await paymentsOf(database)).toEqual(
    races
      .map(({ role, late }) => [1, role, late.citizen.uid, (percents[role] ?? 0) * 1_000])
      .toSorted((a, b) => (String(a[1]) < String(b[1]) ? -1 : 1)),
  )
})
