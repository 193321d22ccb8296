import { durationInWords, inFull, instantInWords, timeAgo } from '@nation/domain/formats'
import type { Entry, ReplicaState } from '../../../lib/replica'

/** The input of the replica's status. */
export interface ReplicaFigures {
  readonly state: Pick<
    ReplicaState,
    'contact' | 'filled' | 'loading' | 'rows' | 'estimate' | 'leading' | 'syncedAt' | 'notice' | 'trouble'
  >
  readonly entries: readonly Pick<Entry, 'state' | 'nation'>[]
  /** The nation of the copy; null before the first contact. */
  readonly nation: string | null
  readonly now: number
}

/** The input of the sentences about problems of the copy. */
export interface ReplicaTroubles extends Pick<
  ReplicaState,
  'notice' | 'trouble' | 'lostEntries' | 'otherEntries' | 'contact' | 'refusal'
> {
  /** Why the system stores no key, in sentences; null where that is not known. */
  readonly noKeyReason: string | null
  /** Entries that wait for another nation. */
  readonly foreignEntries: number
  /** How far this computer's clock is ahead of the nation's, in milliseconds. */
  readonly clockAhead: number
}

/** A smaller difference of the clocks is not mentioned. */
const clockMayDifferMs = 5 * 60_000

/** The problems of the copy on this machine, in whole sentences, the worst first. */
export function problemsOf({
  notice,
  trouble,
  lostEntries,
  otherEntries,
  foreignEntries,
  contact,
  refusal,
  clockAhead,
  noKeyReason,
}: ReplicaTroubles): readonly string[] {
  const noticed = notice === 'noKey' ? noKeyWords(noKeyReason) : notice === null ? null : noticeWords[notice]
  return [
    ...(contact === 'refused'
      ? [`${refusal ?? 'The server gave no reason.'} Unsent changes are stored and sent later.`]
      : []),
    ...(contact === 'newerServer' || contact === 'olderServer' ? [versionWords[contact]] : []),
    ...(noticed === null ? [] : [noticed]),
    ...(lostEntries > 0 ? [`${changesInWords(lostEntries)} could not be read any more and will not be sent.`] : []),
    ...(otherEntries > 0
      ? [`${changesInWords(otherEntries)} of another administrator are stored, encrypted, until they sign in here.`]
      : []),
    ...(foreignEntries > 0
      ? [
          `${changesInWords(foreignEntries)} for the nation that was at this address before: stored, and not sent to this one.`,
        ]
      : []),
    ...(Math.abs(clockAhead) < clockMayDifferMs ? [] : [clockWords(clockAhead)]),
    ...(trouble === null ? [] : [`The copy could not be brought up to date: ${trouble}`]),
  ]
}

const noKeyWords = (reason: string | null): string =>
  `${reason ?? 'This computer cannot store a key safely.'} The copy and the unsent changes are only in memory and are lost when this window closes.`

const noticeWords = {
  wrongKey:
    'The data on this computer was stored with another key and stays as it is. This copy and its unsent changes are only in memory and are lost when this window closes. Leaving the panel deletes the stored data; the next sign-in makes another copy.',
  damaged: 'The stored copy could not be read and is filled again. Unsent changes are not affected.',
  anotherNation: 'Another nation answers at this address now. The copy is filled with its rows.',
  full: 'The disk is full. The copy is in memory and is filled again at the next start.',
  wiped: null,
} as const satisfies Readonly<Record<Exclude<ReplicaState['notice'], 'noKey' | null>, string | null>>

const versionWords = {
  newerServer: 'Update this console. The copy stays as it is, and unsent changes are sent after the update.',
  olderServer: 'The copy stays as it is, and unsent changes are stored until the server is updated.',
} as const

const clockWords = (ahead: number) =>
  `This computer’s clock is ${durationInWords(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the nation’s. Times here are the nation’s.`

/** The status of the replica, for the panel. */
export interface ReplicaStatus {
  /** The state of the contact with the server, in a few words. */
  readonly words: string
  /** How many changes wait to be sent; null without any. */
  readonly waiting: string | null
  /** How many changes need a decision: conflicts, refusals and unknown outcomes; null without any. */
  readonly open: string | null
  /** The progress of the first sync, from 0 to 1; null when every table was read. */
  readonly share: number | null
}

/** '1 change', '2 changes'. */
export const changesInWords = (count: number) => `${inFull(count)} ${count === 1 ? 'change' : 'changes'}`

/** The status of the replica, as the panel shows it (decision 88). */
export function statusOf({ state, entries, nation, now }: ReplicaFigures): ReplicaStatus {
  const waiting = entries.filter((entry) => entry.state.is === 'waiting' && isFor(nation, entry)).length
  const stopped = entries.filter((entry) => entry.state.is !== 'waiting').length
  return {
    words: contactWords(state, now),
    waiting: waiting === 0 ? null : `${changesInWords(waiting)} waiting`,
    open: stopped === 0 ? null : `${changesInWords(stopped)} to decide`,
    share: shareOf(state),
  }
}

/** Whether an entry is for the nation whose rows the copy has. */
export const isFor = (nation: string | null, entry: Pick<Entry, 'nation'>): boolean =>
  nation === null || entry.nation === nation

/** How long ago, inside of a sentence. */
const agoInside = (at: number, now: number) => timeAgo(at, now).replace(/^./, (letter) => letter.toLowerCase())

const halfADayMs = 12 * 3_600_000

/** The age of rows, in words. Offline only the computer's clock is known, and it may be wrong by a day. */
const asOf = (at: number, now: number): string =>
  now < at || now - at > halfADayMs ? instantInWords(at) : agoInside(at, now)

function contactWords(state: ReplicaFigures['state'], now: number): string {
  switch (state.contact) {
    case 'offline':
      return state.syncedAt === null ? 'Offline' : `Offline, as of ${asOf(state.syncedAt, now)}`
    case 'signInNeeded':
      return 'Sign in again to sync'
    case 'refused':
      return 'The server cannot be used now'
    case 'newerServer':
      return 'The server is newer than this console'
    case 'olderServer':
      return 'The server is older than this console'
    case 'ended':
      return 'The session has ended'
    case 'unknown':
      if (state.loading) return 'Opening'
      return state.leading ? 'Connecting' : 'Synced by another window'
    case 'online':
      if (!state.filled) return 'Syncing'
      return state.syncedAt === null ? 'Online' : `Synced ${agoInside(state.syncedAt, now)}`
  }
}

/** The estimate is older than the rows, so more may arrive; the bar is full only at the end. */
function shareOf({ filled, rows, estimate }: ReplicaFigures['state']): number | null {
  if (filled) return null
  return estimate <= 0 ? 0 : Math.min(rows / estimate, 0.99)
}
