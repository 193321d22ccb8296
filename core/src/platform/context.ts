import type { Standing } from '@nation/domain/permissions'
import type { EntityManager } from 'typeorm'
import type { JournalDraft } from './journal-draft'

/** Somebody who proved who they are. `id` is the row's key, used inside only; `uid` is the public id. */
export interface SignedIn extends Standing {
  readonly id: string
  readonly uid: string
  readonly username: string
  /** The session that the token belongs to. */
  readonly sessionId: string
  /** True when the token is the admin panel's: it confers isSuperAdmin. */
  readonly panel: boolean
}

/** Who makes a call: a signed-in citizen, or nobody. Comes from the bearer token alone. */
export type Caller = SignedIn | null

/** What every service is given. One context belongs to one transaction. */
export interface Context {
  /** The transaction (or, in a reading call, plain connections) that all queries go through. */
  readonly tx: EntityManager
  readonly caller: Caller
  /** The nation's time. Read it after taking the locks that a deadline depends on. */
  readonly now: () => Date
  /** A new public id (UUIDv7 of the nation's time). */
  readonly newId: () => string
  /** Facts that others care about; written in this transaction, at its end. */
  readonly journal: JournalDraft
}

/** A context in which somebody is signed in. */
export interface CitizenContext extends Context {
  readonly caller: SignedIn
}
