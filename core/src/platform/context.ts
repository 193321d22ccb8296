import type { Roles } from '@nation/domain/permissions'
import type { EntityManager } from 'typeorm'
import type { JournalDraft } from './journal-draft'

/** A signed-in caller. `id` is the row's key, used inside the server only; `uid` is the public id. */
export interface SignedIn extends Roles {
  readonly id: string
  readonly uid: string
  readonly username: string
  /** The session that the token belongs to. */
  readonly sessionId: string
  /** True when the token is one of the admin panel; it gives the rights of isSuperAdmin. */
  readonly panel: boolean
}

/** The caller, from the bearer token alone: a signed-in citizen, or null for a visitor. */
export type Caller = SignedIn | null

/** What every service receives. A context belongs to one transaction. */
export interface Context {
  /** The transaction (or, in a reading call, plain connections) that all queries go through. */
  readonly tx: EntityManager
  readonly caller: Caller
  /** The nation's time. Read it after taking the locks that a deadline depends on. */
  readonly now: () => Date
  /** A new public id (UUIDv7 of the nation's time). */
  readonly newId: () => string
  /** The journal entries of this transaction. They are written at its end. */
  readonly journal: JournalDraft
}

/** A context whose caller is signed in. */
export interface CitizenContext extends Context {
  readonly caller: SignedIn
}
