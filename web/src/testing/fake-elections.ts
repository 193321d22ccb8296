import { calendarAnswers, electionOf, summaryOf } from './elections/calendar'
import { candidateAnswers } from './elections/candidates'
import { candidatesOf } from './elections/people'
import { historyAnswers } from './elections/results'
import { voteAnswers } from './elections/votes'
import type { Scene, World } from './elections/world'
import { idOf } from './fake-nation'
import type { FakeNation } from './fake-nation'

/** What the nation answers about elections, candidates and votes. */
export function electionAnswers(world: World): FakeNation['answers'] {
  const { now, as, empty = false } = world
  const candidates = empty ? [] : candidatesOf(world, summaryOf(now, 0, 0))
  const votes = new Map<string, string>(as === 'citizen' ? [['president', idOf(2, 1)]] : [])
  const scene: Scene = { world, election: electionOf(now, candidates), candidates, votes }
  return {
    ...calendarAnswers(scene),
    ...historyAnswers(scene),
    ...candidateAnswers(scene),
    ...voteAnswers(scene),
  }
}
