import { rights } from '../platform'
import { retentionBatch, type Feature } from '../work'
import { Candidacy, ProgrammeVersion, PublishedTally, Tally } from './candidacy.entity'
import { candidatesCounter } from './candidates-counter'
import {
  Election,
  ElectionCalendar,
  ElectionResult,
  ElectionTier,
  PublishedVoter,
  TallyPublication,
  Term,
} from './election.entity'
import { removeCountedVoters } from './live-turnout'
import { voidVotesReaction } from './void-votes'
import { Ballot, CurrentVote, RollEntry } from './vote.entity'

/** What elections add to the nation. */
export const feature: Feature = {
  entities: [
    Election,
    ElectionCalendar,
    ElectionResult,
    ElectionTier,
    Term,
    Candidacy,
    ProgrammeVersion,
    Tally,
    PublishedTally,
    TallyPublication,
    PublishedVoter,
    RollEntry,
    Ballot,
    CurrentVote,
  ],
  tables: {
    ballots: rights.facts,
    candidacies: rights.kept,
    candidacy_wallets: { ...rights.facts, remove: true },
    current_votes: rights.passing,
    election_calendar: rights.kept,
    election_results: rights.facts,
    election_tiers: rights.facts,
    elections: rights.kept,
    // Erasure removes what a former citizen said.
    programme_versions: { ...rights.facts, remove: true },
    published_tallies: rights.kept,
    published_voters: rights.passing,
    // Erasure removes wallet and balance of a citizen who left from the rolls of past elections.
    roll_entries: { ...rights.facts, change: ['wallet_address', 'balance'] },
    tallies: rights.kept,
    tally_publications: rights.kept,
    terms: rights.kept,
  },
  counters: [candidatesCounter],
  reactions: (database) => [voidVotesReaction(database)],
  retention: [(database) => removeCountedVoters(database, retentionBatch)],
}
