import { PanelAccount, PanelSession } from '../admin/panel.entity'
import { Session } from '../auth/session.entity'
import { Broadcast } from '../broadcasts/broadcast.entity'
import { Citizen } from '../citizens/citizen.entity'
import { AccountDeletion, DataExport, FormerAccount } from '../citizens/privacy.entity'
import { Candidacy, Tally } from '../elections/candidacy.entity'
import { Election, ElectionCalendar, ElectionResult, Term } from '../elections/election.entity'
import { Ballot, CurrentVote, RollEntry } from '../elections/vote.entity'
import { Media } from '../media/media.entity'

/** Every entity of the product. */
export const entities = [
  Citizen,
  Session,
  PanelAccount,
  PanelSession,
  Election,
  ElectionCalendar,
  ElectionResult,
  Term,
  Candidacy,
  Tally,
  RollEntry,
  Ballot,
  CurrentVote,
  Broadcast,
  Media,
  DataExport,
  AccountDeletion,
  FormerAccount,
]
