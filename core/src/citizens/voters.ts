import { column, type RowOf, type Statement } from '../platform'

/** The rows of `votersLocked`. */
export const voterRow = {
  id: column.key,
  uid: column.text,
  x_created_at: column.instant,
  votes_from: column.instant.nullable,
}

/** Who votes, as the paths of votes read them. */
export type VoterRow = RowOf<typeof voterRow>

/** The statement that locks voters for themselves, in the order of keys: one citizen's votes come one after the other. */
export const votersLocked = (ids: readonly string[], lock: string): Statement => ({
  sql: `SELECT id, uid, x_created_at, votes_from FROM citizens FORCE INDEX (PRIMARY) WHERE id IN (?) ORDER BY id ${lock}`,
  values: [ids],
})
