import { effectOf } from '@nation/domain/commands'
import type { Memory } from './memory'
import type { Entry, Row } from './types'

/** Rows as they will be when the outbox is sent, by table and id; null for a row that will be deleted. */
export type Overlay = ReadonlyMap<string, ReadonlyMap<string, Row | null>>

/** Applies waiting commands to the rows. A command in conflict, or a refused one, changes nothing: screens show the server's row. */
export function overlayOf(entries: readonly Entry[], memory: Memory, nation: string | null, me: string): Overlay {
  const overlay = new Map<string, Map<string, Row | null>>()
  for (const { call, input, table, id, key, queuedAt, state, nation: of } of entries) {
    if (state.is !== 'waiting' || of !== nation) continue
    const rows = overlay.get(table) ?? new Map<string, Row | null>()
    const held = memory.table(table).get(id)
    const before = rows.has(id) ? rows.get(id) : held
    const isNew = id.startsWith('new:')
    if (!before && !(isNew && !rows.has(id))) continue
    rows.set(id, effectOf(call, before ?? {}, input, { me, at: queuedAt, key }) as Row | null)
    overlay.set(table, rows)
  }
  return overlay
}
