import type { CommandCall, CommandTable } from '@nation/domain/commands'
import type { CallAnswer, CallRequest } from '@nation/domain/contract'
import type { ReplicaTable } from '@nation/domain/replica'

/** A row of any table. Screens read it by its table's type, `ReplicaRow`. */
export interface Row {
  readonly id: string
  readonly [field: string]: unknown
}

/** The calls that a replica makes. A call that fails throws a `Refusal`. */
export interface Nation {
  /** The text that the server sends when it has ended this session, and that no other server knows; null when it gave none at the sign-in. */
  readonly farewell: () => string | null
  readonly open: () => Promise<CallAnswer<'replica.open'>>
  /** A page as the server sent it. It is parsed once, and stored unchanged if it is the only table of the batch. */
  readonly rows: (input: CallRequest<'replica.rows'>) => Promise<Uint8Array<ArrayBuffer>>
  readonly changes: (input: CallRequest<'replica.changes'>) => Promise<CallAnswer<'replica.changes'>>
  readonly run: (input: CallRequest<'commands.run'>) => Promise<CallAnswer<'commands.run'>>
}

/** A call that failed, in the shape of `ApiError`: `status` is 0 without an answer. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly sentence: string
  readonly facts: Readonly<Record<string, string | number>>
  /** Every failure of the nation names its request; so do the answers that the console gives instead of the nation. */
  readonly requestId?: string | undefined
}

export function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && 'status' in error && 'code' in error && 'sentence' in error
}

/** The progress of reading a table, or a part of one. When it is read to its end, rows of batches before `since` are removed. */
export interface Job {
  readonly table: ReplicaTable
  readonly since: number
  readonly after: string | null
}

/** The metadata of the rows; it is written in the same transaction as each batch. */
export interface ReplicaMeta {
  /** A new id whenever the rows are read from the start again: rows of one epoch are never written into another. */
  readonly epoch: string
  /** The public id of the administrator to whom the rows belong. */
  readonly administrator: string
  readonly format: number
  readonly nation: string
  /** The number of the next batch. */
  readonly next: number
  readonly position: string
  readonly jobs: readonly Job[]
  /** Rows of a table in batches before this number are outdated. */
  readonly since: Readonly<Partial<Record<ReplicaTable, number>>>
  /** Small batches, which are merged when there are many. */
  readonly small: readonly number[]
  /** About how many rows there are: for the progress bar. */
  readonly estimate: number
  /** Whether every table was read to its end once. */
  readonly filled: boolean
  /** When the rows were last up to date, in milliseconds; it may lag by a minute. */
  readonly syncedAt?: number
}

/** Rows that were written, and ids of deleted rows, by table. */
export interface Batch {
  readonly put: Readonly<Partial<Record<ReplicaTable, readonly Row[]>>>
  readonly gone: Readonly<Partial<Record<ReplicaTable, readonly string[]>>>
  /** The bytes of the same rows as the server sent them, if the batch is one whole page. */
  readonly bytes?: Uint8Array<ArrayBuffer>
}

/** A notice about the copy on this machine. */
export type Notice =
  /** No key can be stored: the replica is in memory only, and so is the outbox. */
  | 'noKey'
  /** The stored records were written under another key. They stay as they are; this replica is in memory only. */
  | 'wrongKey'
  /** A stored record could not be read: the rows are read from the server again. The outbox is unchanged. */
  | 'damaged'
  /** Another nation answers at the address: the copy has its rows now. Entries for the first nation stay, and are not sent. */
  | 'anotherNation'
  /** The disk, or the browser's share of it, is full: rows are in memory only. */
  | 'full'
  /** Signed out or revoked: everything was deleted. */
  | 'wiped'

export interface ReplicaState {
  readonly notice: Notice | null
  /**
   * `refused`: a server answers that is not the nation. `olderServer`, `newerServer`: this console and the server have different
   * formats. `signInNeeded`: the session has expired; rows stay.
   */
  readonly contact:
    | 'unknown'
    | 'online'
    | 'offline'
    | 'refused'
    | 'signInNeeded'
    | 'olderServer'
    | 'newerServer'
    | 'ended'
  /** The answer when the contact is `refused`, as a sentence. */
  readonly refusal: string | null
  /** Whether this window follows the server; otherwise another one does. */
  readonly leading: boolean
  /** When the rows were last up to date, in milliseconds, also before a restart; null if never. */
  readonly syncedAt: number | null
  /** The message of an unexpected error. Following goes on, with longer and longer pauses. */
  readonly trouble: string | null
  /** Its own stored rows are being read. */
  readonly loading: boolean
  /** Whether every table has been read to its end. */
  readonly filled: boolean
  /** Tables with missing rows until the copy is filled; null before the first contact: all tables. */
  readonly unread: readonly ReplicaTable[] | null
  readonly rows: number
  readonly estimate: number
  /** Stored entries of the outbox that could not be read. */
  readonly lostEntries: number
  /** Entries of another administrator of this profile: neither shown nor sent, and encrypted until that one signs in again. */
  readonly otherEntries: number
}

/** The state of an entry in the outbox. */
export type EntryState =
  | { readonly is: 'waiting' }
  /** Another administrator changed the row. Null: the row is gone. */
  | { readonly is: 'conflict'; readonly theirs: Row | null }
  /**
   * It was sent, no answer came, and the server does not remember its key any more. So it is not known whether it was applied. It is never
   * sent again without a decision.
   */
  | { readonly is: 'unknown' }
  | { readonly is: 'refused'; readonly code: string; readonly sentence: string }

/** Why the nation could not do a command just then. */
export type HeldBack = Pick<Refusal, 'code' | 'sentence'>

/** A command that waits to be sent. */
export interface Entry {
  /** Its place: entries are sent in this order. */
  readonly n: number
  readonly key: string
  /** The public id of its administrator: it is sent only in their name. */
  readonly administrator: string
  readonly nation: string
  readonly call: CommandCall
  readonly input: Readonly<Record<string, unknown>>
  readonly table: CommandTable
  /** The id of the row; `new:` and the key for a row that is not created yet. */
  readonly id: string
  /** The row as it was seen. */
  readonly base: Row | null
  readonly version: string | null
  /** The previous entry about the same row, on whose result it is based; it has no version until that was sent. */
  readonly after: string | null
  readonly queuedAt: number
  /** When it was first sent, of all times after which it may have been done; null where the nation is known to have done nothing of it. */
  readonly sentAt: number | null
  /** What the nation answered last, where it could not do it just then. It is sent again automatically. */
  readonly held?: HeldBack | null
  readonly state: EntryState
}

/** The result of one of this administrator's commands on a row. Between the two versions, only this command changed the row. */
export interface Mine {
  readonly administrator: string
  readonly nation: string
  readonly table: CommandTable
  /** The id of the row; `new:` and the key if the command created it. */
  readonly id: string
  /** The version on which the command was based, and the id and version of the row after it. */
  readonly from: string | null
  readonly to: { readonly id: string; readonly version: string | null }
}

/** Runs work while no other window (or tab) of the same replica runs it; waits for its turn. */
export interface Locks {
  readonly exclusive: <T>(name: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>
}

/** Notifies the other windows of a replica. */
export interface Channel {
  readonly tell: (message: ReplicaNotice) => void
  readonly close: () => void
}

/**
 * `damaged`: a window could not read the stored rows, and they must be read from the server again. `full`: their shared disk is full.
 * An object: the leading window's state of the contact with the server.
 */
export type ReplicaNotice =
  | 'rows'
  | 'outbox'
  | 'wake'
  | 'wiped'
  | 'damaged'
  | 'full'
  | Pick<ReplicaState, 'contact' | 'refusal' | 'syncedAt'>
export type OpenChannel = (name: string, hear: (message: ReplicaNotice) => void) => Channel
