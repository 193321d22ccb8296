import type { Statement } from '../platform/together'

/** Who votes, as the paths of votes read them. */
export interface VoterRow {
  readonly id: string
  readonly uid: string
  readonly x_created_at: Date
  readonly votes_from: Date | null
}

/** The statement that locks voters for themselves, in the order of keys: one citizen's votes come one after the other. */
export const votersLocked = (ids: readonly string[], lock: string): Statement => ({
  sql: `SELECT id, uid, x_created_at, votes_from FROM citizens FORCE INDEX (PRIMARY) WHERE id IN (?) ORDER BY id ${lock}`,
  values: [ids],
})
