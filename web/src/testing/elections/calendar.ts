import { nextOpening, percentOf, positions, weekOf } from '@nation/domain/elections'
import { idOf, refuse } from '../fake-nation'
import type { FakeNation } from '../fake-nation'
import type { Candidate, Election, Scene, Summary } from './world'

export const WEEK = 604_800_000

/** When a position of that phase is voted on. */
export const spanOf = (
  phase: string,
  { startsAt, phaseTwoAt, endsAt }: Pick<Summary, 'startsAt' | 'phaseTwoAt' | 'endsAt'>,
) => (phase === 'phase_one' ? { opensAt: startsAt, closesAt: phaseTwoAt } : { opensAt: phaseTwoAt, closesAt: endsAt })

/** The week's election, weeks away from now. */
export function summaryOf(now: number, weeks: number, totalCandidates: number): Summary {
  const dates = weekOf(new Date(now + weeks * WEEK))
  const [startsAt, phaseTwoAt, endsAt] = [dates.startsAt.getTime(), dates.phaseTwoAt.getTime(), dates.endsAt.getTime()]
  const over = now >= endsAt
  return {
    id: idOf(1, 1 - weeks),
    isActive: now >= startsAt && !over,
    startDate: startsAt,
    endDate: endsAt,
    startsAt,
    phaseTwoAt,
    endsAt,
    phase: over ? 'completed' : now < phaseTwoAt ? 'phase_one' : 'phase_two',
    status: over ? 'past' : now < startsAt ? 'upcoming' : 'active',
    resultsReady: over,
    totalCandidates,
    turnout: over
      ? {
          voters: 812 + weeks * 23,
          eligible: 1102 + weeks * 31,
          percent: percentOf(812 + weeks * 23, 1102 + weeks * 31),
        }
      : null,
    createdBy: null,
    cancelled: null,
  }
}

/** The week's election with its positions. */
export function electionOf(now: number, candidates: readonly Candidate[]): Election {
  const bare = summaryOf(now, 0, candidates.length)
  return {
    ...bare,
    nextInstant: now < bare.phaseTwoAt ? bare.phaseTwoAt : bare.endsAt,
    turnoutSoFar: { voters: 412, eligible: 1133, percent: percentOf(412, 1133), asOf: now - (now % 5_000) },
    positions: positions.map((position) => {
      const span = spanOf(position.phase, bare)
      return {
        ...position,
        attachments: position.attachments.map((need) => ({ ...need, acceptedTypes: [...need.acceptedTypes] })),
        ...span,
        candidateCount: candidates.filter((one) => one.position === position.id).length,
        votingOpen: now >= span.opensAt && now < span.closesAt,
        candidaciesOpen: now < span.closesAt,
      }
    }),
  }
}

/** What the nation answers about which elections there are; those that are planned come and go. */
export function calendarAnswers({ world, election, candidates }: Scene): FakeNation['answers'] {
  const { now, empty = false, user } = world
  const planned: Summary[] = []
  const cancelled: Summary[] = []
  const missing = () => refuse(404, 'election_not_found', 'There is no such election.')
  const running = (): Summary => ({ ...summaryOf(now, 0, 0), totalCandidates: candidates.length })
  const standingFor = (id: string) => candidates.filter(({ position }) => position === id).length
  const current = (): Election => ({
    ...election,
    positions: election.positions.map((one) => ({ ...one, candidateCount: standingFor(one.id) })),
  })
  return {
    'elections.current': () => {
      const taken = [election, ...planned].map(({ startsAt, endsAt }) => ({
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
      }))
      return { success: true, election: current(), nextOpening: nextOpening(new Date(now), taken).getTime(), now }
    },
    'elections.get': ({ electionId }) => (electionId === election.id ? { success: true, election, now } : missing()),
    'elections.list': ({ status = 'all' }) => {
      const past = empty ? [] : [-1, -2, -3].map((weeks) => summaryOf(now, weeks, 39))
      const active = [running()]
      const elections = { past, active, upcoming: planned, cancelled, all: [...planned, ...active, ...past] }[status]
      return { success: true, elections: [...elections], nextCursor: null, now }
    },
    'elections.create': ({ startsAt, endsAt, phaseTwoAt }) => {
      const [from, to] = [Number(startsAt), Number(endsAt)]
      const middle = phaseTwoAt === undefined ? (from + to) / 2 : Number(phaseTwoAt)
      const made: Summary = {
        ...summaryOf(now, 0, 0),
        id: idOf(1, 90 + planned.length),
        startsAt: from,
        startDate: from,
        phaseTwoAt: middle,
        endsAt: to,
        endDate: to,
        status: 'upcoming',
        isActive: false,
        phase: 'phase_one',
        createdBy: user.uid,
      }
      planned.push(made)
      return { success: true, election: { ...election, ...made }, now }
    },
    'elections.cancel': ({ electionId, reason }) => {
      const place = planned.findIndex((one) => one.id === electionId)
      const [found] = place < 0 ? [] : planned.splice(place, 1)
      if (!found) return missing()
      const summary: Summary = { ...found, status: 'cancelled', phase: null, cancelled: { at: now, reason } }
      cancelled.push(summary)
      return { success: true, election: summary, candidacies: found.totalCandidates, now }
    },
  }
}
