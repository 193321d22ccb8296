import type { Statement } from '../platform'

/** The offices that a citizen holds now, by their names. */
export const heldOffices: Statement = {
  sql: `SELECT 'seat' AS kind, active_office AS id, NULL AS title, NULL AS at, 0 AS n, 0 AS total
    FROM terms FORCE INDEX (uq_terms_active_office) WHERE active_office IS NOT NULL`,
  values: [],
}
