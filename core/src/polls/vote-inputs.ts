import type { CallInput } from '@nation/domain/contract'
import { voterRow, votersLocked, type VoterRow } from '../citizens'
import { column, rowsOf, type BatchRequest, byKey, distinct, indexBy, type Locks, type Statement } from '../platform'
import { optionsByPoll, pollColumns, pollOf, rawOptionRow, rawPollRow, type OptionRow, type PollRow } from './rows'

type Input = CallInput<'polls.vote'>

/** What a batch of votes on polls is decided by, locked where another transaction could change it. */
export interface VoteInputs {
  /** By public id; polls that another transaction holds for itself are left out. */
  readonly polls: ReadonlyMap<string, PollRow>
  /** Row keys of all polls that there are among those asked for, by public id. */
  readonly keys: ReadonlyMap<string, string>
  /** By row key; voters whom another transaction holds are left out. */
  readonly voters: ReadonlyMap<string, VoterRow>
  /** In their order, by the poll's row key, with the votes that were committed when they were read. */
  readonly options: ReadonlyMap<string, readonly OptionRow[]>
  /** Who has voted where: see `placeOf`. */
  readonly voted: ReadonlySet<string>
  /** When question or options last changed, by the poll's row key, of polls where an option was named by its place. */
  readonly textsChangedAt: ReadonlyMap<string, Date>
  /** Row keys of the options and polls whose counters are locked already; null where they are waited for when they change. */
  readonly counters: { readonly options: ReadonlySet<string>; readonly tallies: ReadonlySet<string> } | null
}

/** Where a citizen has at most one vote. */
export const placeOf = (pollId: string, citizenId: string) => `${pollId}:${citizenId}`

const namesPlace = ({ optionId, optionIndex }: Input): boolean => optionId === undefined && optionIndex !== undefined

/** A limit that limits nothing: with one, a derived table keeps the order of its rows, and the locks come in that order. */
const all = '18446744073709551615'
const named = `(SELECT id FROM polls WHERE uid IN (?) AND status <> 'deleted' ORDER BY id LIMIT ${all}) AS named`

/** The statements that lock and read all that requests (at least one) are decided by; `voteInputsIn` reads their rows. */
export function voteInputStatements(requests: readonly BatchRequest<Input>[], locks: Locks): Statement[] {
  const uids = distinct(requests.map(({ input }) => input.pollId))
  const byPlace = distinct(requests.flatMap(({ input }) => (namesPlace(input) ? input.pollId : [])))
  const voterIds = distinct(requests.map(({ caller }) => caller.id)).sort(byKey)
  const of = (sql: string, ...values: unknown[]): Statement => ({ sql, values })
  return [
    of(`SELECT ${pollColumns} FROM polls WHERE uid IN (?) AND status <> 'deleted' ${locks.shared}`, uids),
    of(`SELECT id, uid FROM polls WHERE uid IN (?) AND status <> 'deleted'`, uids),
    votersLocked(voterIds, locks.exclusive),
    of(
      `SELECT o.id, o.uid, o.poll_id, o.place, o.text, o.votes FROM ${named}
       STRAIGHT_JOIN poll_options AS o ON o.poll_id = named.id ORDER BY o.poll_id, o.place`,
      uids,
    ),
    of(
      `SELECT v.poll_id, v.citizen_id FROM ${named}
       STRAIGHT_JOIN poll_votes AS v ON v.poll_id = named.id AND v.citizen_id IN (?)`,
      uids,
      voterIds,
    ),
    of(
      `SELECT l.poll_id, MAX(l.at) AS at FROM ${named} STRAIGHT_JOIN poll_log AS l ON l.poll_id = named.id
       WHERE l.what = 'updated' AND JSON_CONTAINS_PATH(l.facts, 'one', '$.before.question', '$.before.options')
       GROUP BY l.poll_id`,
      byPlace.length > 0 ? byPlace : [''],
    ),
    ...(locks.counters === null ? [] : countersOf(uids, locks.counters)),
  ]
}

/** Locks the counters of polls, options first, in the order of keys. */
const countersOf = (uids: readonly string[], lock: string): Statement[] => [
  { sql: `SELECT o.id FROM ${named} STRAIGHT_JOIN poll_options AS o ON o.poll_id = named.id ${lock}`, values: [uids] },
  {
    sql: `SELECT t.poll_id AS id FROM ${named} STRAIGHT_JOIN poll_tallies AS t ON t.poll_id = named.id ${lock}`,
    values: [uids],
  },
]

const keyRow = { id: column.key }

/** What the rows of `voteInputStatements` say. */
export function voteInputsIn(rows: readonly unknown[], locks: Locks): VoteInputs {
  const [polls, keys, voters, options, votes, changes, lockedOptions, lockedTallies] = rows
  const there = rowsOf(keys, { ...keyRow, uid: column.text }, 'keys of polls')
  const voted = rowsOf(votes, { poll_id: column.key, citizen_id: column.key }, 'votes on polls')
  const changed = rowsOf(changes, { poll_id: column.key, at: column.instant }, 'changes of polls')
  const keysOf = (answer: unknown) => new Set(rowsOf(answer, keyRow, 'counters of polls').map(({ id }) => id))
  return {
    polls: indexBy(rowsOf(polls, rawPollRow, 'polls of votes').map(pollOf), (poll) => poll.uid),
    keys: new Map(there.map(({ id, uid }) => [uid, id])),
    voters: indexBy(rowsOf(voters, voterRow, 'voters of polls'), (row) => row.id),
    options: optionsByPoll(
      there.map(({ id }) => id),
      rowsOf(options, rawOptionRow, 'options of polls'),
    ),
    voted: new Set(voted.map((row) => placeOf(row.poll_id, row.citizen_id))),
    textsChangedAt: new Map(changed.map((row) => [row.poll_id, row.at])),
    counters: locks.counters === null ? null : { options: keysOf(lockedOptions), tallies: keysOf(lockedTallies) },
  }
}
