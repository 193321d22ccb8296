import { datesOf, electionLimits, overlap } from '@nation/domain/elections'
import { instantInWords } from '../../../ui'

/** What was typed for an election: instants as browsers write them, meant in UTC. */
export interface Plan {
  readonly startsAt: string
  /** Empty: the middle. */
  readonly phaseTwoAt: string
  readonly endsAt: string
}

export type PlanProblems = { readonly [Field in keyof Plan]?: string }

export interface Span {
  readonly startsAt: number
  readonly endsAt: number
}

/** The instant that was typed, in UTC; null when it is none. */
export function instantOf(typed: string): number | null {
  const instant = Date.parse(`${typed}Z`)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(typed) && !Number.isNaN(instant) ? instant : null
}

/** An instant as a field for date and time holds it. */
export const typedOf = (instant: number): string => new Date(instant).toISOString().slice(0, 16)

/** The dates that a plan stands for; null while one is missing. */
export function planned({ startsAt, phaseTwoAt, endsAt }: Plan) {
  const [from, to] = [instantOf(startsAt), instantOf(endsAt)]
  if (from === null || to === null) return null
  const turn = instantOf(phaseTwoAt)
  const dates = datesOf(new Date(from), new Date(to), turn === null ? undefined : new Date(turn))
  return { startsAt: from, phaseTwoAt: dates.phaseTwoAt.getTime(), endsAt: to }
}

const hour = 3_600_000
const day = 24 * hour

/**
 * What the nation would refuse, and why, by field (domain: `canPlan`, which decides; a test holds the two against each
 * other). Empty when the election can be planned.
 */
export function planProblems(plan: Plan, now: number, others: readonly Span[]): PlanProblems {
  const dates = planned(plan)
  if (!dates) {
    const missing = (typed: string) => (instantOf(typed) === null ? 'Please give a date and a time.' : undefined)
    return withoutNothing({ startsAt: missing(plan.startsAt), endsAt: missing(plan.endsAt) })
  }
  return withoutNothing({
    startsAt: startProblem(dates, now, others),
    endsAt: lengthProblem(dates),
    phaseTwoAt: turnProblem(plan, dates),
  })
}

const withoutNothing = (problems: { [Field in keyof Plan]?: string | undefined }): PlanProblems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))

function startProblem({ startsAt, endsAt }: Span, now: number, others: readonly Span[]): string | undefined {
  const { notice, startsWithin } = electionLimits
  if (startsAt < now) return 'An election cannot open in the past.'
  if (startsAt - now < notice) return `A day of notice: from ${instantInWords(now + notice)} on.`
  if (startsAt - now > startsWithin) {
    return `At most ${startsWithin / day} days ahead: until ${instantInWords(now + startsWithin)}.`
  }
  const asDates = (span: Span) => ({ startsAt: new Date(span.startsAt), endsAt: new Date(span.endsAt) })
  const other = others.find((one) => overlap(asDates(one), asDates({ startsAt, endsAt })))
  return other && `Overlaps the election from ${instantInWords(other.startsAt)} to ${instantInWords(other.endsAt)}.`
}

function lengthProblem({ startsAt, endsAt }: Span): string | undefined {
  const { longest, shortestPhase } = electionLimits
  if (endsAt <= startsAt) return 'It closes after it opens.'
  if (endsAt - startsAt < 2 * shortestPhase) return `It lasts at least ${(2 * shortestPhase) / hour} hours.`
  if (endsAt - startsAt > longest) {
    return `It lasts at most ${longest / day} days: until ${instantInWords(startsAt + longest)}.`
  }
  return undefined
}

function turnProblem(plan: Plan, { startsAt, phaseTwoAt, endsAt }: Span & { phaseTwoAt: number }): string | undefined {
  if (plan.phaseTwoAt !== '' && instantOf(plan.phaseTwoAt) === null) return 'Please give a date and a time.'
  const { shortestPhase } = electionLimits
  const between = phaseTwoAt - startsAt >= shortestPhase && endsAt - phaseTwoAt >= shortestPhase
  // With an opening after its close, or too little time for both, that is what is wrong.
  if (between || endsAt - startsAt < 2 * shortestPhase) return undefined
  return `The ministries open at least ${shortestPhase / hour} hours after the opening, and as long before the close.`
}
