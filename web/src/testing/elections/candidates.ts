import type { CallAnswer } from '@nation/domain/contract'
import { positions } from '@nation/domain/elections'
import { idOf, refuse } from '../fake-nation'
import type { FakeNation } from '../fake-nation'
import { summaryOf } from './calendar'
import { candidatesOf } from './people'
import type { Candidate, Scene, World } from './world'

/** The citizen's votes, as in answers. */
export const userVotesOf = ({ votes, world: { now } }: Scene) =>
  Object.fromEntries(
    [...votes].map(([position, candidateId]) => [position, [{ candidateId, voteWeight: 1.2, votedAt: now }]]),
  )

/** What the nation answers about candidates. */
export function candidateAnswers(scene: Scene): FakeNation['answers'] {
  const { world, election, candidates, votes } = scene
  const { now, as = 'visitor' } = world
  const seen = (candidate: Candidate): Candidate => ({
    ...candidate,
    userVotedFor: votes.get(candidate.position) === candidate.id,
  })
  const find = (id: string) => candidates.find((one) => one.id === id)
  const model = () => candidates[0] ?? candidatesOf(world, summaryOf(now, 0, 0))[0]!
  const missing = () => refuse(404, 'candidate_not_found', 'Candidate not found')
  return {
    'candidates.list': (input) => {
      const search = input.search?.toLowerCase().replace(/^@/, '') ?? ''
      const found = candidates.filter((one) =>
        `${one.displayName} ${one.username} ${one.twitterHandle} ${one.bio}`.toLowerCase().includes(search),
      )
      const phaseOf = (id: string) => positions.find((position) => position.id === id)?.phase
      const listed = found.filter(
        (one) =>
          (!input.position || one.position === input.position) &&
          (!input.phase || phaseOf(one.position) === input.phase),
      )
      const counts = Object.fromEntries(
        positions.map((position) => [position.id, found.filter((one) => one.position === position.id).length]),
      ) as CallAnswer<'candidates.list'>['counts']
      const [from, limit] = [Number(input.cursor ?? 0), Number(input.limit ?? 50)]
      return {
        success: true,
        electionId: election.id,
        candidates: listed
          .toSorted((a, b) => b.votes - a.votes)
          .slice(from, from + limit)
          .map(seen),
        total: listed.length,
        counts,
        nextCursor: listed.length > from + limit ? String(from + limit) : null,
        userVotes: userVotesOf(scene),
        now,
      }
    },
    'candidates.get': (input) => {
      const candidate = find(input.candidateId)
      return candidate ? { success: true, candidate: seen(candidate), edits: [], now } : missing()
    },
    'candidates.version': ({ candidateId, number }) => {
      const candidate = find(candidateId)
      if (!candidate) return missing()
      const edit = { number: Number(number), at: now - 3_600_000, votes: 12, changed: ['bio', 'promises'] }
      const before = { bio: 'What I said of myself before.', promises: ['I will open every door'] }
      return { success: true, programme: { ...candidate, ...before }, edit, now }
    },
    'candidates.mine': () => ({
      success: true,
      candidate: as === 'candidate' ? (candidates[0] ?? null) : null,
      past: [],
      eligibleForCandidacy: as !== 'newborn',
      reasons:
        as === 'newborn'
          ? [
              {
                code: 'too_few_followers',
                message: 'Running for office needs at least 100 followers on X; you have 27.',
              },
              { code: 'no_wallet', message: 'Running for office needs a linked wallet that holds 50,000 $ON.' },
            ]
          : [],
      now,
    }),
    'candidates.past': ({ citizenId }) => {
      const index = candidates.findIndex((one) => one.userId === citizenId)
      const candidacies = index % 3 === 0 ? pastOf(world, candidates[index]!) : []
      return { success: true, candidacies, total: candidacies.length, wins: 1, nextCursor: null, now }
    },
    'candidates.run-again': () => {
      const candidate = model()
      return { success: true, candidate, candidateId: candidate.id }
    },
    'candidates.create': (input) => {
      const { displayName, position } = input
      const made: Candidate = { ...model(), id: idOf(2, 900), displayName, position, isOwner: true }
      candidates.push(made)
      return { success: true, candidate: made, candidateId: made.id }
    },
    'candidates.update': ({ candidateId, ...changes }) => {
      const candidate = find(candidateId)
      if (!candidate) return missing()
      Object.assign(candidate, changes)
      return { success: true, candidate }
    },
    'candidates.delete': (input) => {
      candidates.splice(
        candidates.findIndex((one) => one.id === input.candidateId),
        1,
      )
      return { success: true, candidateId: input.candidateId, votesVoided: 3 }
    },
  }
}

/** Two earlier candidacies: one that won, one that did not. */
function pastOf({ now, as }: World, candidate: Candidate): CallAnswer<'candidates.past'>['candidacies'] {
  return [1, 3].map((weeks) => {
    const { id, startsAt, endsAt } = summaryOf(now, -weeks, 0)
    const won = weeks === 1
    const { position, positionTitle, displayName, campaignSlogan, profilePicture, bannerImage } = candidate
    return {
      candidateId: idOf(2, 700 + weeks),
      electionId: id,
      startsAt,
      endsAt,
      position,
      positionTitle,
      displayName,
      campaignSlogan,
      profilePicture,
      bannerImage,
      votes: won ? 120.4 : 61.2,
      supportersCount: won ? 98 : 51,
      share: won ? 43.6 : 24.1,
      rank: won ? 1 : 3,
      candidates: 4,
      won,
      rule: 'weight',
      may: { runAgain: as === 'candidate' },
    }
  })
}
