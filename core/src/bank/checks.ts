import type { EntityManager } from 'typeorm'
import { readJson } from '../platform/database'

/** A check of the books, as it is shown. */
export interface CheckView {
  readonly checkedAt: number
  readonly balanced: boolean
  readonly movements: number
}

/** The last check of the books; null before the first one. */
export async function lastCheck(tx: EntityManager): Promise<CheckView | null> {
  const rows: { checked_at: Date; movements: string; problems: unknown }[] = await tx.query(
    'SELECT checked_at, movements, problems FROM bank_checks ORDER BY id DESC LIMIT 1',
  )
  const [row] = rows
  if (!row) return null
  return {
    checkedAt: row.checked_at.getTime(),
    balanced: readJson<string[]>(row.problems).length === 0,
    movements: Number(row.movements),
  }
}
