import { rights } from '../platform'
import type { Feature } from '../work'
import { FormerPollVote, Poll, PollLogEntry, PollOption, PollPublication, PollTally, PollVote } from './poll.entity'
import { pollCounters } from './polls-counter'

/** What polls add to the nation. */
export const feature: Feature = {
  entities: [Poll, PollOption, PollPublication, PollTally, PollVote, PollLogEntry, FormerPollVote],
  tables: {
    former_poll_votes: rights.passing,
    poll_log: rights.facts,
    poll_options: rights.passing,
    poll_publications: rights.kept,
    poll_tallies: rights.kept,
    poll_votes: rights.facts,
    polls: rights.kept,
  },
  counters: [pollCounters.open, pollCounters.closed],
}
