import { votesOf } from '@nation/domain/elections'
import { everyPosition } from './every-position'
import { type Context, column, readRows } from '../platform'

/**
 * The part of a citizen's own votes that the public counts do not contain yet. It is added to a candidate's counts; for a
 * candidate whom the citizen no longer votes for it is negative. The weight is in tenths.
 */
export interface Uncounted {
  readonly weightUnits: number
  readonly supporters: number
  readonly votedAt: Date
}

const ballotRow = {
  position: column.integer,
  uid: column.text,
  previous_uid: column.text.nullable,
  weight_units: column.integer,
  cast_at: column.instant,
}

/**
 * The caller's votes that are missing in the public counts, by public id of the candidate. A publication contains exactly the
 * votes that were cast before its instant, so the instant decides which are missing.
 * @param asOf the instant of the counts that they are added to, not a later one
 */
export async function uncountedVotes(ctx: Context, electionId: string, asOf: Date): Promise<Map<string, Uncounted>> {
  const uncounted = new Map<string, Uncounted>()
  if (!ctx.caller) return uncounted
  const rows = await readRows(
    ctx.tx,
    ballotRow,
    `SELECT b.position, c.uid, p.uid AS previous_uid, b.weight_units, b.cast_at FROM ballots b
     JOIN candidacies c ON c.id = b.candidacy_id LEFT JOIN candidacies p ON p.id = b.previous_candidacy_id
     WHERE b.election_id = ? AND b.position IN (${everyPosition}) AND b.citizen_id = ? AND b.cast_at >= ?
     ORDER BY b.id`,
    [electionId, ctx.caller.id, asOf],
  )
  for (const position of new Set(rows.map((row) => row.position))) {
    const cast = rows.filter((row) => row.position === position)
    const [first, last] = [cast[0], cast[cast.length - 1]]
    // A voter who returned to the candidate whom the public counts contain has changed nothing.
    if (!first || !last || first.previous_uid === last.uid) continue
    const units = last.weight_units
    if (first.previous_uid !== null) {
      uncounted.set(first.previous_uid, { weightUnits: -units, supporters: -1, votedAt: first.cast_at })
    }
    uncounted.set(last.uid, { weightUnits: units, supporters: 1, votedAt: last.cast_at })
  }
  return uncounted
}

interface Counts {
  readonly status: string
  readonly votes: number
  readonly supportersCount: number
  readonly uncounted: { votes: number; supportersCount: number; votedAt: number } | null
}

/** A candidate's public counts, plus the reader's own votes that they do not contain yet (ruling: what counts show). */
export function withUncounted<View extends Counts>(view: View, own: Uncounted | undefined): View {
  // The votes for a candidate who withdrew are void.
  if (!own || view.status === 'withdrawn') return view
  return {
    ...view,
    votes: votesOf(Math.max(0, Math.round(view.votes * 10) + own.weightUnits)),
    supportersCount: Math.max(0, view.supportersCount + own.supporters),
    uncounted: {
      votes: votesOf(own.weightUnits),
      supportersCount: own.supporters,
      votedAt: own.votedAt.getTime(),
    },
  }
}
