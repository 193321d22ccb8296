import type { CallAnswer } from '@nation/domain/contract'
import { displayTokens, votesOf, weightTiers } from '@nation/domain/elections'
import { refuse } from '../fake-nation'
import type { FakeNation } from '../fake-nation'
import { userVotesOf } from './candidates'
import type { Scene, Summary, World } from './world'

/** What the nation answers about votes and what they weigh. */
export function voteAnswers(scene: Scene): FakeNation['answers'] {
  const { world, election, candidates, votes } = scene
  const { now, as } = world
  const eligibleToVote = as !== 'newborn'
  const reasons = eligibleToVote
    ? []
    : [
        {
          code: 'account_too_young',
          message: 'Your X account must be at least 6 months old to vote.',
          todo: 'Wait: your vote opens automatically. Until then you may read everything and stand for office.',
          until: now + 1e10,
        },
      ]
  return {
    'votes.status': () => ({
      success: true,
      electionId: election.id,
      hasVoted: votes.size > 0,
      voteWeight: 1.2,
      votedAt: null,
      userVotes: userVotesOf(scene),
      eligibleToVote,
      reasons,
      weight: {
        multiplier: 1.2,
        tier: 'holder',
        tierTitle: 'Token Holder',
        onRoll: true,
        balance: 1_250_000,
        balanceBaseUnits: '1250000000000000',
        takenAt: election.startsAt,
        lastKnown: false,
      },
      now,
    }),
    'votes.weight': () => weightAnswer(world, election, reasons),
    'votes.cast': (input) => {
      const chosen = candidates.find((one) => one.id === input.candidateId)
      if (!chosen) return refuse(404, 'candidate_not_found', 'Candidate not found')
      const before = votes.get(chosen.position) ?? null
      votes.set(chosen.position, chosen.id)
      const previous = candidates.find((one) => one.id === before)
      const moved = before !== chosen.id
      if (moved)
        for (const [one, sign] of [
          [previous, -1],
          [chosen, 1],
        ] as const) {
          if (!one) continue
          one.votes = Math.round((one.votes + sign * 1.2) * 10) / 10
          one.supportersCount += sign
        }
      return {
        success: true,
        electionId: election.id,
        position: chosen.position,
        candidateId: chosen.id,
        hasVoted: true,
        voteWeight: 1.2,
        votedAt: now,
        switched: before !== null && moved,
        repeated: !moved,
        previousCandidateId: before,
        candidates: [chosen, ...(previous && moved ? [previous] : [])].map(({ id, votes: sum, supportersCount }) => ({
          id,
          votes: sum,
          supportersCount,
          countsAsOf: chosen.countsAsOf,
          uncounted: null,
        })),
      }
    },
  }
}

/** Why the citizen's vote weighs what it weighs; `because` is the reason that a test or a picture asks for. */
function weightAnswer(
  { now, as, because = 'on_roll' }: World,
  { id, startsAt }: Summary,
  reasons: CallAnswer<'votes.weight'>['reasons'],
): CallAnswer<'votes.weight'> {
  const tiers = weightTiers
    .toReversed()
    .map(({ tier, title, units, from }) => ({ tier, title, multiplier: votesOf(units), from: displayTokens(from) }))
  const held = ['on_roll', 'last_known', 'roll_not_taken'].includes(because)
  const own = tiers[held ? 1 : 0]!
  const next = tiers[held ? 2 : 1]!
  const balance = held ? 1_250_000 : 0
  return {
    success: true,
    electionId: id,
    startsAt,
    frozen: because !== 'roll_not_taken',
    because,
    wallet:
      because === 'no_wallet' ? null : { address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', short: '7EcD…FLtV' },
    balance,
    balanceBaseUnits: `${balance}000000000`,
    slot: held ? '287654321' : null,
    readAt: held ? startsAt - 600_000 : null,
    lastKnown: because === 'last_known',
    tier: own.tier,
    tierTitle: own.title,
    multiplier: own.multiplier,
    weightUnits: own.multiplier * 10,
    tiers,
    nextTier: { ...next, missing: next.from - balance, missingBaseUnits: `${next.from - balance}000000000` },
    eligibleToVote: as !== 'newborn',
    reasons,
    now,
  }
}
