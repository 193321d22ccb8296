import type { CallAnswer } from '@nation/domain/contract'
import { displayTokens, percentOf, positions, sharesOf, votesOf, weightTiers } from '@nation/domain/elections'
import type { DecidingRule, PositionDefinition } from '@nation/domain/elections'
import { idOf } from '../fake-nation'
import type { FakeNation } from '../fake-nation'
import { summaryOf, WEEK } from './calendar'
import type { Candidate, Scene, World } from './world'

type Result = CallAnswer<'elections.results'>['results'][number]
type Government = CallAnswer<'elections.governments'>['governments'][number]

/** Tenths of votes into voters of the four tiers, lightest first, so that both sums are right. */
function tiersOf(voters: number): NonNullable<Result['tiers']> {
  const parts = [0.62, 0.24, 0.1]
  const counts = parts.map((part) => Math.floor(voters * part))
  const all = [...counts, voters - counts.reduce((sum, one) => sum + one, 0)]
  return weightTiers.toReversed().map(({ tier, title, units, from }, index) => {
    const count = all[index]!
    const weightUnits = count * units
    return {
      tier,
      title,
      multiplier: votesOf(units),
      from: displayTokens(from),
      voters: count,
      weightUnits,
      votes: votesOf(weightUnits),
    }
  })
}

const ruleOf = (order: number, standing: number): DecidingRule =>
  standing === 0 ? 'vacant' : standing === 1 ? 'unopposed' : order === 3 ? 'voters' : order === 7 ? 'earlier' : 'weight'

/** A position's result: winner, shares, tiers. Voters and weight differ in their order for one position, so that a switch shows. */
function resultOf(position: PositionDefinition, order: number, all: readonly Candidate[]): Result {
  const standing = all.filter((one) => one.position === position.id).slice(0, order === 8 ? 0 : order === 5 ? 1 : 4)
  const voters = standing.map((_, index) => (order === 1 ? [64, 81, 31, 9][index]! : 98 - index * 21))
  const units = standing.map((_, index) =>
    order === 1 ? [1104, 921, 330, 90][index]! : order === 7 && index < 2 ? 1100 : 1204 - index * 270,
  )
  const total = units.reduce((sum, one) => sum + one, 0)
  const sum = voters.reduce((before, one) => before + one, 0)
  const [shares, supportersShares] = [sharesOf(units), sharesOf(voters)]
  const candidates = standing.map((one, index) => ({
    id: one.id,
    userId: one.userId,
    displayName: one.displayName,
    username: one.username,
    twitterHandle: one.twitterHandle,
    profilePicture: one.profilePicture,
    votes: votesOf(units[index]!),
    weightUnits: units[index]!,
    supportersCount: voters[index]!,
    share: shares[index]!,
    supportersShare: supportersShares[index]!,
    stood: index + 1,
    rank: index + 1,
    winner: index === 0,
  }))
  return {
    position: position.id,
    title: position.title,
    role: position.role,
    phase: position.phase,
    winner: candidates[0] ?? null,
    rule: ruleOf(order, standing.length),
    candidates,
    removed: [],
    totalVotes: votesOf(total),
    weightUnits: total,
    voters: sum,
    tiers: tiersOf(sum),
  }
}

/** What the nation answers about what was. */
export function historyAnswers({ world, candidates }: Scene): FakeNation['answers'] {
  const { now, empty = false } = world
  return {
    'elections.results': () => {
      const results = positions.map((position, order) => resultOf(position, order, candidates))
      return {
        success: true,
        election: summaryOf(now, -1, candidates.length),
        final: true,
        turnout: { voters: 812, eligible: 1102, percent: percentOf(812, 1102) },
        roll: { wallets: 431, lastKnown: 6, method: 'by_mint', slot: '312345678' },
        results,
        now,
      }
    },
    'elections.governments': () => ({
      success: true,
      governments: empty ? [] : [0, 1, 2].map((back) => governmentOf(world, back)),
      nextCursor: null,
      now,
    }),
  }
}

function governmentOf({ now, people, picture }: World, back: number): Government {
  const { id, startsAt, endsAt, turnout } = summaryOf(now, -1 - back, 0)
  const vacant = back === 1 ? (['developmentMinister'] as const) : []
  const seats = positions
    .filter(({ role }) => !vacant.includes(role as never))
    .map(({ role, title }, order) => {
      const index = 60 + order + back * 5
      const person = people[index]!
      const appointed = back === 0 && order === 5
      return {
        office: role,
        title,
        citizenId: idOf(3, index),
        username: person.name,
        twitterUsername: person.handle,
        profilePicture: order === 4 ? null : picture(index),
        pageNumber: null,
        how: appointed ? ('appointed' as const) : ('elected' as const),
        candidateId: appointed ? null : idOf(2, order),
        votes: appointed ? null : 120.4 - order,
        supportersCount: appointed ? null : 98 - order,
        rule: appointed ? null : ('weight' as const),
        startedAt: endsAt,
        endedAt: back === 0 ? null : endsAt + WEEK,
      }
    })
  return {
    number: 12 - back,
    electionId: id,
    electionStartedAt: startsAt,
    startedAt: endsAt,
    endedAt: back === 0 ? null : startsAt + 2 * WEEK,
    turnout,
    candidates: 22 - back,
    seats,
    vacant: [...vacant],
  }
}
