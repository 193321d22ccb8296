import { bankCounters, waitingCounter } from '../bank/bank-counter'
import { citizensCounter } from '../citizens/citizen-words'
import { candidatesCounter } from '../elections/candidates-counter'
import { openInterviewsCounter, responsesCounter } from '../interviews/interviews-counter'
import type { Counter } from '../platform/counters'
import { pollCounters } from '../polls/polls-counter'

/** Every figure that is kept beside the rows it counts; a check compares each with a count. */
export const counters: readonly Counter[] = [
  citizensCounter,
  pollCounters.open,
  pollCounters.closed,
  candidatesCounter,
  openInterviewsCounter,
  responsesCounter,
  bankCounters.funded,
  bankCounters.paidOut,
  bankCounters.owed,
  waitingCounter,
]
