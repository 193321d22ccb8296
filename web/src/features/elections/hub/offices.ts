import { takingVotes } from '@nation/domain/elections'
import type { Election, Position, PositionId, VotingPhase } from '../shared/types'
import { stageAt } from '../shared/use-stage'

type Votes = Readonly<Partial<Record<PositionId, readonly unknown[]>>>

/** For how many of these offices there is a vote. */
export const givenFor = (offices: readonly Position[], votes: Votes | undefined): number =>
  offices.filter(({ id }) => hasVote(votes, id)).length

/** Whether one of these votes, by office, is for this office. */
export const hasVote = (votes: Votes | undefined, id: PositionId): boolean => (votes?.[id] ?? []).length > 0

/** The offices of an election by where their voting stands, each group in the order of the election. */
export function officesByStage(election: Election, now: number): Record<'open' | 'before' | 'after', Position[]> {
  const groups: ReturnType<typeof officesByStage> = { open: [], before: [], after: [] }
  for (const office of election.positions) groups[stageAt(office.opensAt, office.closesAt, now)].push(office)
  return groups
}

/** The offices that take votes now: they are open, and somebody stands for them. */
export const votedOffices = (election: Election, now: number): Position[] =>
  takingVotes(officesByStage(election, now).open)

/** Whether candidacies are taken for any office: between two elections the one that ended last is the current one. */
export const takesCandidacies = ({ positions }: Election): boolean =>
  positions.some(({ candidaciesOpen }) => candidaciesOpen)

/** The phase whose offices are open; null where none is. */
export const openPhase = (election: Election, now: number): VotingPhase | null =>
  officesByStage(election, now).open[0]?.phase ?? null

/** The next of these offices without a vote after one of them, beginning anew at the end; undefined where all have one. */
export function nextWithoutVote(open: readonly Position[], votes: Votes, after?: PositionId): Position | undefined {
  const from = open.findIndex(({ id }) => id === after) + 1
  return [...open.slice(from), ...open.slice(0, from)].find(({ id }) => id !== after && !hasVote(votes, id))
}
