import { citizens, sessionsAndMedia } from './people'
import { openElection, pastElections, type Place } from './elections'
import { bank, broadcasts, interviews, journal, longWork, polls } from './institutions'
import { tasks } from './tasks'
import { gazette } from './gazette'
import { conversations, messages } from './messenger'
import type { Growth, Run } from './numbers'

export { base, fill, uidOf, uidSql, type Run } from './numbers'
export { eraseCitizen, type Measure } from './erasure'
export { gazette as growGazette } from './gazette'
export { gazetteQuestions, readingPlans, exempt, type ReadingPlan, type ReadingCaller } from './reading-plans'

/** How much of everything a nation holds. */
export interface NationSize {
  readonly citizens: number
  readonly journal: number
  /** Elections that are over; each had ten candidates for each position. */
  readonly elections: number
  /** Candidates of the open election, over all positions. */
  readonly candidates: number
  /** Current votes in the open election, and as many ballots. */
  readonly votes: number
  readonly polls: number
  readonly openPolls: number
  readonly interviews: number
  /** Responses to the first interview. */
  readonly responses: number
  readonly cycles: number
  /** The newest are open, as many at any size; each has a response, and the first of them very many. */
  readonly tasks: number
  readonly broadcasts: number
  readonly media: number
  readonly work: number
  /** Entries of the gazette. */
  readonly gazette: number
  /** In the group of citizens, and as many in each of the government's. */
  readonly messages: number
  /** Direct conversations of one citizen. */
  readonly conversations: number
}

/**
 * Writes rows as a nation has them after years, straight into the database: nothing of it went through the product, so
 * counters and the like are brought up afterwards (`repairCounters`). Called again with a larger size, it adds what is new.
 */
export async function growNation(
  run: Run,
  place: Place,
  from: NationSize,
  to: NationSize,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  const growth = (what: keyof NationSize): Growth => ({ from: from[what], to: to[what] })
  const steps: Record<string, () => Promise<void>> = {
    citizens: () => citizens(run, growth('citizens'), place.now),
    sessions: () => sessionsAndMedia(run, growth('media'), place.now),
    'past elections': () => pastElections(run, growth('elections'), place),
    'the open election': () => openElection(run, growth('candidates'), growth('votes'), to.citizens, place),
    polls: () => polls(run, growth('polls'), to, place.now),
    interviews: () => interviews(run, growth('interviews'), growth('responses'), place.now),
    tasks: () => tasks(run, growth('tasks'), place.now),
    bank: () => bank(run, growth('cycles'), place.now),
    broadcasts: () => broadcasts(run, growth('broadcasts'), place.now),
    'long work': () => longWork(run, growth('work'), place.now),
    gazette: () => gazette(run, growth('gazette'), place.now),
    messages: () => messages(run, growth('messages')),
    conversations: () => conversations(run, growth('conversations')),
    journal: () => journal(run, growth('journal'), to.citizens, place.now),
  }
  for (const [what, step] of Object.entries(steps)) {
    const began = performance.now()
    await step()
    say(`seeded ${what} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
}

/** Nothing at all. */
export const emptyNation: NationSize = {
  citizens: 0,
  journal: 0,
  elections: 0,
  candidates: 0,
  votes: 0,
  polls: 0,
  openPolls: 0,
  interviews: 0,
  responses: 0,
  cycles: 0,
  tasks: 0,
  broadcasts: 0,
  media: 0,
  work: 0,
  gazette: 0,
  messages: 0,
  conversations: 0,
}
