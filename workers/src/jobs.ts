import { eraseReaction, exportReaction, forgetRollsReaction, portraitReaction } from '@nation/core/citizens'
import { voidVotesReaction } from '@nation/core/elections'
import { gazetteProjection } from '@nation/core/gazette'
import { Reactions, type Projection } from '@nation/core/journal'
import { messageWordsProjection } from '@nation/core/messenger'
import type { Config } from '@nation/core/platform'
import type { TimedJob } from '@nation/core/work'
import type { DataSource } from 'typeorm'
import { balanceJobs } from './balances'
import { bankJobs } from './bank'
import { broadcastJobs } from './broadcasts'
import { xJobs } from './citizens'
import { electionJobs } from './elections'
import { mediaJobs } from './media'
import { pollJobs } from './polls'
import { taskJobs } from './tasks'

/** Everything that is kept beside the journal, in its order. */
export const projections: readonly Projection[] = [gazetteProjection, messageWordsProjection]

/** Everything that the clock makes due. */
export function timedJobsOf(config: Config): readonly TimedJob[] {
  return [
    ...electionJobs,
    ...bankJobs,
    ...balanceJobs(config),
    ...xJobs(config),
    ...mediaJobs(config),
    ...pollJobs,
    ...broadcastJobs,
    ...taskJobs,
  ]
}

/** Everything that follows from a fact in the journal. */
export function reactionsOf(database: DataSource, config: Config): Reactions {
  return new Reactions([
    portraitReaction(database, config),
    exportReaction(database),
    eraseReaction(config),
    forgetRollsReaction,
    voidVotesReaction(database),
  ])
}
