import type { NationError } from '@nation/domain/errors'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { aCitizen, emptyTables, useTestNation } from '../testing'
import { updateCandidate, withdrawCandidate } from './candidates.service'
import { advanceElections } from './rollover'
import { expectAgreement, expectHistory, type Figures } from './agreement'
import { aCandidate, as, publishCounts, requiredFiles, talliesAndRecount, voteInBatch } from './testing'

const nation = useTestNation()
const seats = ['president', 'secretary', 'minister_finance', 'minister_citizens'] as const
const weights = [10, 12, 15, 20]
const thursdayNoon = new Date('2026-01-08T12:00:00.000Z')
const balances = ['0', '1000000000000000', '5000000000000000', '20000000000000000']

type Command =
  | { readonly do: 'cast'; readonly ballots: readonly (readonly [voter: number, candidate: number])[] }
  | { readonly do: 'withdraw'; readonly candidate: number }
  | { readonly do: 'stand'; readonly seat: number }
  | { readonly do: 'move'; readonly candidate: number; readonly to: number }
  | { readonly do: 'grow rich'; readonly voter: number }
  | { readonly do: 'change wallet'; readonly voter: number; readonly to: number }
  | { readonly do: 'lose the vote'; readonly voter: number }
  | { readonly do: 'gain the vote'; readonly voter: number }
  | { readonly do: 'wait'; readonly hours: number }
  /** The clock jumps, ahead or back, and no worker brings the election to where it is. */
  | { readonly do: 'jump'; readonly hours: number }

const small = fc.nat({ max: 7 })
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('cast'), ballots: fc.array(fc.tuple(small, small), { maxLength: 6 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw'), candidate: small }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stand'), seat: fc.nat({ max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('move'), candidate: fc.nat({ max: 11 }), to: fc.nat({ max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('grow rich'), voter: small }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change wallet'), voter: small, to: small }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose the vote'), voter: small }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('gain the vote'), voter: small }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), hours: fc.nat({ max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('jump'), hours: fc.integer({ min: -60, max: 60 }) }) },
)

interface Standing {
  readonly id: string
  readonly citizen: Citizen
  seat: number
  withdrawn: boolean
  /** They have got a vote, whatever became of it. */
  everVotedFor: boolean
}

/** The simplest nation that one can think of, next to the real one. */
class Model {
  readonly standing: Standing[] = []
  /** `voter:seat` to the candidate who has that vote now. */
  readonly votes = new Map<string, string>()
  /** Voters whose X account is too young at present; what they have cast before stands. */
  readonly tooYoung = new Set<number>()

  /** Whether the rollover has closed phase one: no clock that goes back opens it again. */
  phaseOneClosed = false

  /** Whether the seats of phase one are closed, by the clock or by the rollover. */
  closed(now: Date): boolean {
    return this.phaseOneClosed || now >= thursdayNoon
  }

  /** The figures of those who stand. */
  present(): Figures {
    const withdrawn = new Set(this.standing.filter((one) => one.withdrawn).map((one) => one.id))
    return Object.fromEntries(Object.entries(this.tallies()).filter(([id]) => !withdrawn.has(id)))
  }

  /** Why a ballot is not taken; null when it is. */
  refusalOf(voter: number, target: Standing, now: Date): string | null {
    const forMinistry = seats[target.seat]?.startsWith('minister') ?? false
    if (!forMinistry && this.closed(now)) return 'phase_closed'
    if (forMinistry && now < thursdayNoon) return 'phase_not_open'
    if (target.withdrawn) return 'candidate_withdrawn'
    return this.tooYoung.has(voter) ? 'voting_not_eligible' : null
  }

  /** Why a candidate may not stand for that seat from now on; null when they may. */
  refusalToMove(target: Standing, to: number, now: Date): string | null {
    const takesNoMore = (seat: number) => !seats[seat]?.startsWith('minister') && this.closed(now)
    if (target.withdrawn) return 'candidate_withdrawn'
    // What citizens voted on stays as it is.
    if (takesNoMore(target.seat)) return 'programme_closed'
    if (to === target.seat) return null
    if (target.everVotedFor) return 'position_locked'
    return takesNoMore(to) ? 'candidacies_closed' : null
  }

  tallies(): Record<string, [number, number]> {
    const counted = Object.fromEntries(this.standing.map((one): [string, [number, number]] => [one.id, [0, 0]]))
    for (const [place, candidate] of this.votes) {
      const tally = counted[candidate]
      if (!tally) continue
      tally[0] += weights[Number(place.split(':')[0]) % 4] ?? 0
      tally[1] += 1
    }
    return counted
  }
}

async function apply(model: Model, voters: readonly Citizen[], step: Command): Promise<void> {
  const { runtime, clock, database } = nation
  switch (step.do) {
    case 'cast': {
      const chosen = step.ballots.flatMap(([voter, candidate]) => {
        const target = model.standing[candidate % Math.max(1, model.standing.length)]
        return target ? [{ voter, target }] : []
      })
      const requests = chosen.map(({ voter, target }) => ({ citizenId: voters[voter]!.id, candidateId: target.id }))
      const outcomes = await voteInBatch(runtime, requests)
      outcomes.forEach((outcome, i) => {
        const { voter, target } = chosen[i]!
        const refusal = model.refusalOf(voter, target, clock.now())
        expect(outcome.refused?.code ?? null).toBe(refusal)
        if (refusal !== null) return
        model.votes.set(`${voter}:${target.seat}`, target.id)
        target.everVotedFor = true
      })
      return
    }
    case 'withdraw': {
      const target = model.standing[step.candidate % Math.max(1, model.standing.length)]
      if (!target || target.withdrawn) return
      const input = { candidateId: target.id, userId: undefined, adminId: undefined }
      await as(runtime, target.citizen, (ctx) => withdrawCandidate(ctx, input))
      target.withdrawn = true
      for (const [place, candidate] of model.votes) if (candidate === target.id) model.votes.delete(place)
      return
    }
    case 'stand':
      try {
        const { id, citizen } = await aCandidate(runtime, seats[step.seat]!)
        model.standing.push({ id, citizen, seat: step.seat, withdrawn: false, everVotedFor: false })
      } catch (error) {
        expect((error as NationError).code).toBe('candidacies_closed')
        expect(seats[step.seat]).not.toMatch(/^minister/)
        expect(model.closed(clock.now())).toBe(true)
      }
      return
    case 'move': {
      const target = model.standing[step.candidate % Math.max(1, model.standing.length)]
      if (!target) return
      const refusal = model.refusalToMove(target, step.to, clock.now())
      expect(await move(target, seats[step.to]!)).toBe(refusal)
      if (refusal === null) target.seat = step.to
      return
    }
    case 'grow rich':
      await database.query("UPDATE citizens SET token_balance = '20000000000000000' WHERE id = ?", [
        voters[step.voter]!.id,
      ])
      return
    // The roll is frozen: a wallet that is linked, left or richer now weighs nothing more and nothing less.
    case 'change wallet':
      await database.query('UPDATE citizens SET wallet_address = ?, wallet_linked_at = ? WHERE id = ?', [
        step.to === 0 ? null : `another wallet of ${voters[step.voter]!.id}, number ${step.to}`,
        clock.now(),
        voters[step.voter]!.id,
      ])
      return
    case 'lose the vote':
    case 'gain the vote': {
      const young = step.do === 'lose the vote'
      await database.query('UPDATE citizens SET x_created_at = ? WHERE id = ?', [
        young ? new Date('2025-12-01T00:00:00Z') : new Date('2020-03-01T00:00:00Z'),
        voters[step.voter]!.id,
      ])
      if (young) model.tooYoung.add(step.voter)
      else model.tooYoung.delete(step.voter)
      return
    }
    case 'wait':
    case 'jump': {
      const then = clock.now().getTime() + step.hours * 3_600_000
      const [monday, sunday] = [Date.parse('2026-01-05T00:00:00Z'), Date.parse('2026-01-11T23:00:00Z')]
      clock.set(new Date(Math.max(monday, Math.min(then, sunday))))
      if (step.do === 'jump') return
      await advanceElections(runtime)
      model.phaseOneClosed ||= clock.now() >= thursdayNoon
    }
  }
}

/** Stands for another seat; answers the refusal's code, if there is one. */
async function move({ id, citizen }: Standing, position: (typeof seats)[number]): Promise<string | null> {
  const attachments = await requiredFiles(nation.database, citizen, position)
  const input = { candidateId: id, position, attachments, userId: undefined }
  try {
    await as(nation.runtime, citizen, (ctx) => updateCandidate(ctx, input))
    return null
  } catch (error) {
    return (error as NationError).code
  }
}

it('Whatever happens in a week, the tallies are those of a naive count, and every list, result and file agrees', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), async (commands) => {
      await emptyTables(nation.database)
      nation.clock.set(new Date('2026-01-05T08:00:00Z'))
      const model = new Model()
      const voters: Citizen[] = []
      for (let i = 0; i < 8; i++) voters.push(await aCitizen(nation.database, { tokenBalance: balances[i % 4]! }))
      await advanceElections(nation.runtime)
      const elections: { uid: string }[] = await nation.database.query('SELECT uid FROM elections')
      const electionId = elections[0]!.uid
      for (const seat of [0, 0, 1, 2, 2, 3]) await apply(model, voters, { do: 'stand', seat })
      for (const step of commands) {
        await apply(model, voters, step)
        const { tallies, recount } = await talliesAndRecount(nation.database)
        expect(tallies).toEqual(model.tallies())
        expect(recount).toEqual(tallies)
        await publishCounts(nation.runtime)
        await expectAgreement(nation.runtime, electionId, model.present())
      }
      nation.clock.set(new Date('2026-01-12T00:00:00Z'))
      await advanceElections(nation.runtime)
      const final: { uid: string; final_weight_units: string; final_supporters: number }[] =
        await nation.database.query(
          'SELECT uid, final_weight_units, final_supporters FROM candidacies WHERE final_rank IS NOT NULL',
        )
      const counted = Object.fromEntries(
        final.map((row) => [row.uid, [Number(row.final_weight_units), row.final_supporters]]),
      )
      const stayed = model.standing.filter((one) => !one.withdrawn).map((one) => one.id)
      expect(counted).toEqual(Object.fromEntries(Object.entries(model.tallies()).filter(([id]) => stayed.includes(id))))
      await expectAgreement(nation.runtime, electionId, model.present())
      for (const one of model.standing.filter(({ withdrawn }) => !withdrawn))
        await expectHistory(nation.runtime, one.citizen.uid, one.id, model.present()[one.id]!)
    }),
    { numRuns: 15 },
  )
})
