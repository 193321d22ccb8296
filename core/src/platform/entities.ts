import { PanelAccount, PanelSession } from '../admin/panel.entity'
import { PanelDevice, PanelRecoveryCode, PanelTry } from '../admin/panel-sign-in.entity'
import { Session } from '../auth/session.entity'
import {
  BankCheck,
  BankCycle,
  BankPayment,
  BankPayout,
  BankPercentages,
  BankState,
  BankTotal,
} from '../bank/bank.entity'
import { LedgerAccount, LedgerEntryRow, LedgerMovement } from '../bank/ledger.entity'
import { Broadcast } from '../broadcasts/broadcast.entity'
import { Citizen } from '../citizens/citizen.entity'
import { CitizenPage } from '../citizens/page.entity'
import { AccountDeletion, DataExport, FormerAccount } from '../citizens/privacy.entity'
import { Candidacy, PublishedTally, Tally } from '../elections/candidacy.entity'
import {
  Election,
  ElectionCalendar,
  ElectionResult,
  ElectionTier,
  TallyPublication,
  Term,
} from '../elections/election.entity'
import { Ballot, CurrentVote, RollEntry } from '../elections/vote.entity'
import { PromiseHistory, PromiseMark, PromiseState } from '../government/promise.entity'
import { Media } from '../media/media.entity'
import { FormerPollVote, Poll, PollLogEntry, PollOption, PollTally, PollVote } from '../polls/poll.entity'
import { Task, TaskPerson, TaskReminder, TaskResponse } from '../tasks/task.entity'
import { FeatureFlag } from '../system/feature.entity'
import { Setting } from '../system/setting.entity'
import { Interview, InterviewAnswer, InterviewQuestion, InterviewResponse } from '../interviews/interview.entity'

/** Every entity of the product. */
export const entities = [
  Citizen,
  CitizenPage,
  Session,
  PanelAccount,
  PanelSession,
  PanelDevice,
  PanelRecoveryCode,
  PanelTry,
  Election,
  ElectionCalendar,
  ElectionResult,
  ElectionTier,
  Term,
  Candidacy,
  Tally,
  PublishedTally,
  TallyPublication,
  RollEntry,
  Ballot,
  CurrentVote,
  Broadcast,
  Media,
  DataExport,
  AccountDeletion,
  FormerAccount,
  Poll,
  PollOption,
  PollTally,
  PollVote,
  PollLogEntry,
  FormerPollVote,
  FeatureFlag,
  Setting,
  Interview,
  InterviewQuestion,
  InterviewResponse,
  InterviewAnswer,
  BankState,
  BankTotal,
  BankPercentages,
  BankCycle,
  BankPayment,
  BankPayout,
  BankCheck,
  LedgerAccount,
  LedgerMovement,
  LedgerEntryRow,
  Task,
  TaskResponse,
  TaskPerson,
  TaskReminder,
  PromiseState,
  PromiseHistory,
  PromiseMark,
]
