import { z } from 'zod'
import type { EntityManager } from 'typeorm'
import { column, readFirst } from '../platform'

/** A check of the books, as it is shown. */
export interface CheckView {
  readonly checkedAt: number
  readonly balanced: boolean
  readonly movements: number
}

/** The last check of the books; null before the first one. */
export async function lastCheck(tx: EntityManager): Promise<CheckView | null> {
  const row = await readFirst(
    tx,
    { checked_at: column.instant, movements: column.integer, problems: column.json(z.array(z.string())) },
    'SELECT checked_at, movements, problems FROM bank_checks ORDER BY id DESC LIMIT 1',
  )
  if (!row) return null
  return {
    checkedAt: row.checked_at.getTime(),
    balanced: row.problems.length === 0,
    movements: row.movements,
  }
}
