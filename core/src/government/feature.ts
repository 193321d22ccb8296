import { rights } from '../platform'
import type { Feature } from '../work'
import { PromiseHistory, PromiseMark, PromiseState } from './promise.entity'

/** What the government's promises add to the nation. */
export const feature: Feature = {
  entities: [PromiseState, PromiseHistory, PromiseMark],
  tables: {
    // Erasure empties what a former citizen said.
    promise_history: { ...rights.facts, change: ['sentence', 'link'] },
    promise_marks: rights.passing,
    promise_states: rights.kept,
  },
}
