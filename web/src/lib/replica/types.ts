import type { CommandCall, CommandTable } from '@nation/domain/commands'
import type { CallAnswer, CallRequest } from '@nation/domain/contract'
import type { ReplicaTable } from '@nation/domain/replica'

/** A row of any table. Screens read it by its table's type, `ReplicaRow`. */
export interface Row {
  readonly id: string
  readonly [field: string]: unknown
}

/** The calls that a replica makes. What fails throws a `Refusal`. */
export interface Nation {
  /** The text that the server sends once it has ended this sign-in, and that no other server knows; null where it gave none. */
  readonly farewell: () => string | null
  readonly open: () => Promise<CallAnswer<'replica.open'>>
  /** A page as it came: it is read once, and goes to the disk as it is where no other table came with it. */
  readonly rows: (input: CallRequest<'replica.rows'>) => Promise<Uint8Array<ArrayBuffer>>
  readonly changes: (input: CallRequest<'replica.changes'>) => Promise<CallAnswer<'replica.changes'>>
  readonly run: (input: CallRequest<'commands.run'>) => Promise<CallAnswer<'commands.run'>>
}

/** A call that failed, as `ApiError` has it: `status` is 0 where there was no answer. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly sentence: string
  readonly facts: Readonly<Record<string, string | number>>
  /** Every failure of the nation's own names its request; so does what the console itself answers for it. */
  readonly requestId?: string | undefined
}

export function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && 'status' in error && 'code' in error && 'sentence' in error
}

/** How far a table, or a part of one, has been read. Rows of batches before `since` are gone once it is read to its end. */
export interface Job {
  readonly table: ReplicaTable
  readonly since: number
  readonly after: string | null
}

/** The metadata of the rows; a batch is written in the transaction that writes this. */
export interface ReplicaMeta {
  /** Made anew whenever the rows are: what was read of one epoch is never written into another. */
  readonly epoch: string
  /** The public id of the administrator whose rows these are. */
  readonly administrator: string
  readonly format: number
  readonly nation: string
  /** The number of the next batch. */
  readonly next: number
  readonly position: string
  readonly jobs: readonly Job[]
  /** Rows of a table in batches before this number count no more. */
  readonly since: Readonly<Partial<Record<ReplicaTable, number>>>
  /** Small batches, which are written together when there are many. */
  readonly small: readonly number[]
  /** About how many rows there are: for the progress bar. */
  readonly estimate: number
  /** Whether every table was read to its end once. */
  readonly filled: boolean
  /** When the rows were last known to be the server's, in milliseconds; at most a minute older than the truth. */
  readonly syncedAt?: number
}

/** Rows that were written, and ids of those that went, by table. */
export interface Batch {
  readonly put: Readonly<Partial<Record<ReplicaTable, readonly Row[]>>>
  readonly gone: Readonly<Partial<Record<ReplicaTable, readonly string[]>>>
  /** Of a whole page that came alone the bytes that it came as, which say the same. */
  readonly bytes?: Uint8Array<ArrayBuffer>
}

/** What the screen says of the copy on this machine. */
export type Notice =
  /** No key can be stored: the replica is in memory only, and so is the outbox. */
  | 'noKey'
  /** What is stored was written under another key. It is left as it is; this replica is in memory only. */
  | 'wrongKey'
  /** Something stored could not be read: the rows are filled anew. The outbox is as it was. */
  | 'damaged'
  /** Another nation answers at the address: its rows are the copy now. What waits for the first one stays, and is not sent. */
  | 'anotherNation'
  /** The disk, or the browser's share of it, is full: rows are in memory only. */
  | 'full'
  /** Signed out or revoked: everything was deleted. */
  | 'wiped'

export interface ReplicaState {
  readonly notice: Notice | null
  /**
   * `refused`: a server answers, and not as the nation does. `olderServer`, `newerServer`: this console and the server are of different
   * formats. `signInNeeded`: the sign-in ran out; rows stay.
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
  /** What was answered where the contact is `refused`, as a sentence. */
  readonly refusal: string | null
  /** Whether it is this window that follows the server; another one does where it is not. */
  readonly leading: boolean
  /** When the rows were last known to be the server's, in milliseconds, also before a restart; null where they never were. */
  readonly syncedAt: number | null
  /** The message of an unexpected error: following goes on, with longer and longer rests. */
  readonly trouble: string | null
  /** Its own stored rows are being read. */
  readonly loading: boolean
  /** Whether every table has been read to its end. */
  readonly filled: boolean
  /** Tables of which rows may be missing, as long as the copy is not filled; null before the first contact: of all. */
  readonly unread: readonly ReplicaTable[] | null
  readonly rows: number
  readonly estimate: number
  /** Stored entries of the outbox that could not be read. */
  readonly lostEntries: number
  /** Entries of another administrator of this profile: neither shown nor sent, and encrypted until that one signs in again. */
  readonly otherEntries: number
}

/** What became of an entry of the outbox that is still there. */
export type EntryState =
  | { readonly is: 'waiting' }
  /** Another administrator changed the row. Null: the row is gone. */
  | { readonly is: 'conflict'; readonly theirs: Row | null }
  /**
   * It was sent, no answer came, and the server no longer knows its key: it is not known whether it was carried out. It is never sent by
   * itself.
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
  /** The public id of who queued it: it is sent only in their name. */
  readonly administrator: string
  readonly nation: string
  readonly call: CommandCall
  readonly input: Readonly<Record<string, unknown>>
  readonly table: CommandTable
  /** The row; `new:` and the key where it is yet to be made. */
  readonly id: string
  /** The row as it was seen. */
  readonly base: Row | null
  readonly version: string | null
  /** The entry before it about the same row, of whose outcome it is based; it has no version until that was sent. */
  readonly after: string | null
  readonly queuedAt: number
  /** When it was first sent, of all times after which it may have been done; null where the nation is known to have done nothing of it. */
  readonly sentAt: number | null
  /** What the nation answered last, where it could not do it just then. It is sent again by itself. */
  readonly held?: HeldBack | null
  readonly state: EntryState
}

/** What one of this administrator's own commands made of a row. Between the two versions no one else changed it. */
export interface Mine {
  readonly administrator: string
  readonly nation: string
  readonly table: CommandTable
  /** The row; `new:` and the key where the command made it. */
  readonly id: string
  /** The version that the command rested on, and the row and the version that it left behind. */
  readonly from: string | null
  readonly to: { readonly id: string; readonly version: string | null }
}

/** Runs work while no other window (or tab) of the same replica does; waits for its turn. */
export interface Locks {
  readonly exclusive: <T>(name: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>
}

/** Notifies the other windows of a replica. */
export interface Channel {
  readonly tell: (message: ReplicaNotice) => void
  readonly close: () => void
}

/**
 * `damaged`: what is stored could not be read by one of them, and is to be filled anew. `full`: there is no room on the disk that they
 * share. An object: where the window that leads stands with the server.
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
