import { Foundation1700000000001 } from './1700000000001-foundation'
import { Elections1700000000010 } from './1700000000010-elections'
import { Broadcasts1700000000020 } from './1700000000020-broadcasts'
import { LongWork1700000000030 } from './1700000000030-long-work'
import { Wallets1700000000031 } from './1700000000031-wallets'
import { BalanceScans1700000000032 } from './1700000000032-balance-scans'
import { CitizensAndMedia1700000000040 } from './1700000000040-citizens-and-media'
import { ElectionFigures1700000000050 } from './1700000000050-election-figures'
import { FeatureFlags1700000000051 } from './1700000000051-feature-flags'
import { Polls1700000000060 } from './1700000000060-polls'
import { Interviews1700000000070 } from './1700000000070-interviews'
import { Bank1700000000080 } from './1700000000080-bank'
import { UploadAttempts1700000000090 } from './1700000000090-upload-attempts'
import { CancelledElections1700000000110 } from './1700000000110-cancelled-elections'
import { SharedAnswers1700000000120 } from './1700000000120-shared-answers'
import { BoundedReplays1700000000130 } from './1700000000130-bounded-replays'
import { PublishedTallies1700000000135 } from './1700000000135-published-tallies'
import { PanelSignIn1700000000140 } from './1700000000140-panel-sign-in'
import { ServingAccount1700000000150 } from './1700000000150-serving-account'
import { JournalRules1700000000170 } from './1700000000170-journal-rules'
import { JournalOfOne1700000000171 } from './1700000000171-journal-of-one'
import { SessionsEndAlone1700000000172 } from './1700000000172-sessions-end-alone'
import { Tasks1700000000173 } from './1700000000173-tasks'
import { TaskReminders1700000000174 } from './1700000000174-task-reminders'
import { ErasureSteps1700000000175 } from './1700000000175-erasure-steps'
import { EndedTerms1700000000177 } from './1700000000177-ended-terms'
import { Counters1700000000180 } from './1700000000180-counters'
import { CitizenWords1700000000181 } from './1700000000181-citizen-words'
import { Standings1700000000182 } from './1700000000182-standings'
import { ListIndexes1700000000183 } from './1700000000183-list-indexes'
import { WaitingPayments1700000000184 } from './1700000000184-waiting-payments'
import { ErasureIndexes1700000000185 } from './1700000000185-erasure-indexes'
import { Gazette1700000000186 } from './1700000000186-gazette'
import { ReasonsForgotten1700000000187 } from './1700000000187-reasons-forgotten'
import { Messenger1700000000190 } from './1700000000190-messenger'
import { MessageContent1700000000191 } from './1700000000191-message-content'
import { MessageWords1700000000192 } from './1700000000192-message-words'
import { MessengerSafety1700000000193 } from './1700000000193-messenger-safety'
import { MessengerEvidence1700000000194 } from './1700000000194-messenger-evidence'
import { MutesInForce1700000000197 } from './1700000000197-mutes-in-force'
import { Jobs1700000000200 } from './1700000000200-jobs'
import { SecondFactorSetup1700000000201 } from './1700000000201-second-factor-setup'
import { NationIdentity1700000000205 } from './1700000000205-nation-identity'
import { AdminCommands1700000000206 } from './1700000000206-admin-commands'
import { NamesApart1700000000207 } from './1700000000207-names-apart'
import { Promises1700000000211 } from './1700000000211-promises'
import { CitizenPages1700000000212 } from './1700000000212-citizen-pages'
import { Settings1700000000213 } from './1700000000213-settings'
import { BroadcastEnds1700000000216 } from './1700000000216-broadcast-ends'
import { PublishedVoters1700000000217 } from './1700000000217-published-voters'
import { LiveTurnout1700000000218 } from './1700000000218-live-turnout'
import { EvidenceImages1700000000219 } from './1700000000219-evidence-images'
import { OfficialNames1700000000220 } from './1700000000220-official-names'
import { ProgrammeVersions1700000000221 } from './1700000000221-programme-versions'
import { PollPublications1700000000222 } from './1700000000222-poll-publications'
import { CandidacyWallets1700000000223 } from './1700000000223-candidacy-wallets'
import { HealthDays1700000000224 } from './1700000000224-health-days'
import { RemovedCandidacies1700000000226 } from './1700000000226-removed-candidacies'
import { CopiesInParts1700000000227 } from './1700000000227-copies-in-parts'
import { RemovalsOfFiles1700000000228 } from './1700000000228-removals-of-files'
import { RunsOfReactions1700000000229 } from './1700000000229-runs-of-reactions'
import { BalancesDue1700000000231 } from './1700000000231-balances-due'
import { HowRollsWereRead1700000000232 } from './1700000000232-how-rolls-were-read'
import { OfficialNamesAtSignIn1700000000233 } from './1700000000233-official-names-at-sign-in'
import { SeenGenerations1700000000235 } from './1700000000235-seen-generations'

/** Every migration, oldest first. */
export const migrations = [
  Foundation1700000000001,
  Elections1700000000010,
  Broadcasts1700000000020,
  LongWork1700000000030,
  Wallets1700000000031,
  BalanceScans1700000000032,
  CitizensAndMedia1700000000040,
  ElectionFigures1700000000050,
  FeatureFlags1700000000051,
  Polls1700000000060,
  Interviews1700000000070,
  Bank1700000000080,
  UploadAttempts1700000000090,
  CancelledElections1700000000110,
  SharedAnswers1700000000120,
  BoundedReplays1700000000130,
  PublishedTallies1700000000135,
  PanelSignIn1700000000140,
  ServingAccount1700000000150,
  JournalRules1700000000170,
  JournalOfOne1700000000171,
  SessionsEndAlone1700000000172,
  Tasks1700000000173,
  TaskReminders1700000000174,
  ErasureSteps1700000000175,
  EndedTerms1700000000177,
  Counters1700000000180,
  CitizenWords1700000000181,
  Standings1700000000182,
  ListIndexes1700000000183,
  WaitingPayments1700000000184,
  ErasureIndexes1700000000185,
  Gazette1700000000186,
  ReasonsForgotten1700000000187,
  Messenger1700000000190,
  MessageContent1700000000191,
  MessageWords1700000000192,
  MessengerSafety1700000000193,
  MessengerEvidence1700000000194,
  MutesInForce1700000000197,
  Jobs1700000000200,
  SecondFactorSetup1700000000201,
  NationIdentity1700000000205,
  AdminCommands1700000000206,
  NamesApart1700000000207,
  Promises1700000000211,
  CitizenPages1700000000212,
  Settings1700000000213,
  BroadcastEnds1700000000216,
  PublishedVoters1700000000217,
  LiveTurnout1700000000218,
  EvidenceImages1700000000219,
  OfficialNames1700000000220,
  ProgrammeVersions1700000000221,
  PollPublications1700000000222,
  CandidacyWallets1700000000223,
  HealthDays1700000000224,
  RemovedCandidacies1700000000226,
  CopiesInParts1700000000227,
  RemovalsOfFiles1700000000228,
  RunsOfReactions1700000000229,
  BalancesDue1700000000231,
  HowRollsWereRead1700000000232,
  OfficialNamesAtSignIn1700000000233,
  SeenGenerations1700000000235,
]
