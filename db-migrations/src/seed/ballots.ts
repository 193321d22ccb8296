import {
  eligibleToVote,
  baseWeightUnits,
  positions,
  votingSpan,
  weightUnits,
  type ElectionDates,
} from '@nation/domain/elections'
import { chanceFrom, pastContests, PERSONA_HANDLES, type Chance, type Outcome } from '@nation/demo'
import { after, hour, minute } from './calendar'
import { divide } from './outcomes'
import type { DemoCitizen } from './people'
import type { PlannedCandidacy } from './standing'

/** A vote that a demo citizen will cast. */
export interface PlannedBallot {
  readonly voter: string
  /** The candidate's handle. */
  readonly candidate: string
  readonly at: Date
}

/** Ballots that are cast together, in one transaction at one instant. */
export interface PlannedBatch {
  readonly at: Date
  readonly ballots: readonly PlannedBallot[]
}

export interface Voter {
  readonly handle: string
  /** What the roll will say, in tenths. */
  readonly weightUnits: number
}

/** The span of a batch in milliseconds, counted from the opening of the phase: coarser where such detail is not shown. */
const batchSpansMs = { open: 2 * hour, past: 6 * hour }

/** All batches of an election of the demo, whatever the clock says; the replay stops at the nation's now. */
export function plannedBatches(
  electionIndex: number,
  dates: ElectionDates,
  citizens: readonly DemoCitizen[],
  candidacies: readonly PlannedCandidacy[],
): PlannedBatch[] {
  const open = pastContests[electionIndex] === undefined
  const voters = votersOf(open ? citizens.filter(notNamed) : citizens, dates)
  const batches: PlannedBatch[] = []
  for (const phase of ['phase_one', 'phase_two'] as const) {
    const inPhase = positions.filter((position) => position.phase === phase)
    const span = votingSpan(dates, inPhase[0]!.id)
    const ballots = inPhase.flatMap((position) => {
      const standing = candidacies.filter((one) => one.campaign.position === position.id)
      const outcome = pastContests[electionIndex]?.find((one) => one.position === position.id)?.outcome ?? null
      return ballotsFor({
        seed: `${electionIndex} ${position.id}`,
        outcome,
        standing,
        phase: `${electionIndex} ${phase}`,
        voters,
        span,
      })
    })
    batches.push(...batchesBySpan(ballots, span.from, open ? batchSpansMs.open : batchSpansMs.past))
  }
  return batches
}

/** In the open election the personas known by name have not voted: that is for visitors who sign in as them. */
const named = new Set<string>(Object.values(PERSONA_HANDLES))
const notNamed = ({ persona }: DemoCitizen) => !named.has(persona.handle)

/** Those who were citizens at the opening and whose accounts were old enough by then. */
function votersOf(citizens: readonly DemoCitizen[], { startsAt }: ElectionDates): Voter[] {
  return citizens
    .filter(({ joinedAt }) => joinedAt < startsAt)
    .filter(({ persona }) => eligibleToVote({ xCreatedAt: persona.createdAt }, startsAt).eligible)
    .map(({ persona, walletAddress, tokenBalance }) => ({
      handle: persona.handle,
      weightUnits: walletAddress === null ? baseWeightUnits : weightUnits(tokenBalance),
    }))
}

interface Race {
  readonly seed: string
  /** Names the half of the week: citizens vote on all its positions in one sitting. */
  readonly phase: string
  /** How it must come out; null while it is open. */
  readonly outcome: Outcome | null
  readonly standing: readonly PlannedCandidacy[]
  readonly voters: readonly Voter[]
  readonly span: { readonly from: Date; readonly to: Date }
}

function ballotsFor(race: Race): PlannedBallot[] {
  if (race.standing.length === 0) return []
  const chance = chanceFrom(`race ${race.seed}`)
  const present = shuffled(race.voters, chance).filter(({ handle }) => chance.happens(turnoutChance(handle)))
  const groups = divide(race.outcome, present, race.standing.length, chance)
  return groups.flatMap((group, index) => group.flatMap((voter) => ballotsOf(race, voter, race.standing[index]!)))
}

/** How likely a citizen is to vote for a position; the same in every week. Some never vote. */
function turnoutChance(handle: string): number {
  const chance = chanceFrom(`zeal of ${handle}`)
  return chance.happens(0.15) ? 0 : 0.3 + 0.62 * chance.next()
}

function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  return list
    .map((value) => ({ value, order: chance.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value)
}

/** The ballots of one citizen for one position: mostly one, sometimes a change of mind before or after. */
function ballotsOf(race: Race, { handle }: Voter, choice: PlannedCandidacy): PlannedBallot[] {
  const chance = chanceFrom(`mind of ${handle} on ${race.seed}`)
  const others = race.standing.filter((one) => one !== choice && one.withdrawnAt === null)
  const at = instantFor(race, handle, choice, chance)
  const ballot = (candidacy: PlannedCandidacy, when: Date) => ({
    voter: handle,
    candidate: candidacy.campaign.handle,
    at: when,
  })
  if (choice.withdrawnAt !== null) {
    // A vote for a withdrawn candidacy became void: most vote again.
    const again = instantFor(race, handle, choice, chance, choice.withdrawnAt)
    const second = chance.pick(others)
    if (at < after(choice.withdrawnAt, -2 * batchSpansMs.open)) {
      return chance.happens(0.7)
        ? [ballot(choice, at), ballot(second, later(again, second.stoodAt))]
        : [ballot(choice, at)]
    }
    return [ballot(second, later(again, second.stoodAt))]
  }
  const first = chance.happens(0.07) ? others.find((one) => one.stoodAt < race.span.from) : undefined
  const early = after(race.span.from, (at.getTime() - race.span.from.getTime()) * 0.4)
  return first ? [ballot(first, early), ballot(choice, at)] : [ballot(choice, at)]
}

/**
 * When a citizen votes: all positions of a phase within a few minutes, more of them soon after the opening, none before
 * the candidate stood, none in the last half hour.
 */
function instantFor(
  { span, phase }: Race,
  handle: string,
  choice: PlannedCandidacy,
  chance: Chance,
  notBefore = later(span.from, choice.stoodAt),
): Date {
  const sitting = chanceFrom(`sitting of ${handle} in ${phase}`)
  const last = after(span.to, -30 * minute)
  const usual = after(span.from, 2 * minute + sitting.next() ** 1.5 * (last.getTime() - span.from.getTime() - hour))
  const at = after(usual, chance.between(0, 5 * minute))
  if (at > notBefore) return at
  return after(notBefore, 3 * minute + chance.next() ** 2 * 0.4 * (last.getTime() - notBefore.getTime()))
}

const later = (a: Date, b: Date) => (a > b ? a : b)

/** Puts ballots together that are cast within the same span; the batch is cast when its last ballot is. */
function batchesBySpan(ballots: readonly PlannedBallot[], from: Date, spanMs: number): PlannedBatch[] {
  const spans = new Map<number, PlannedBallot[]>()
  for (const ballot of ballots.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const span = Math.floor((ballot.at.getTime() - from.getTime()) / spanMs)
    spans.set(span, [...(spans.get(span) ?? []), ballot])
  }
  return [...spans.values()].map((batched) => ({ at: batched[batched.length - 1]!.at, ballots: batched }))
}
