import type { ReplicaTable } from '@nation/domain/replica'
import { useEffect, useMemo, useState } from 'react'
import type { Row } from '../../../lib/replica'
import { useReplica, useReplicaRows } from './use-replica'

/** The field by which the newest row of a table is found. */
const timeOf: Readonly<Partial<Record<ReplicaTable, string>>> = {
  broadcasts: 'createdAt',
  chat: 'sentAt',
  elections: 'startsAt',
  candidacies: 'stoodAt',
  tasks: 'createdAt',
  responses: 'submittedAt',
  cycles: 'startsAt',
  payments: 'bookedAt',
}

/** The most entries, and the most results of a search, that are listed. */
const most = 1_000

const nothing: readonly Row[] = []

/** The rows of a table that match a query, the newest first, and the number of all its rows. */
export function useRowsOf(table: ReplicaTable, query: string): Omit<FoundRows, 'more'> & { readonly total: number } {
  const { rows, isOlder } = useFound(table, query)
  const newest = useNewest(table)
  const replica = useReplica(({ replica }) => replica)
  const total = useReplica(({ memory }) => memory?.table(table).size ?? 0)
  const waiting = replica?.overlay.get(table)
  return { rows: query === '' ? newest : waiting ? withWaiting(rows, waiting, query) : rows, isOlder, total }
}

/** What was found, as it will be when the outbox is sent: rows that a waiting command makes are found, too. */
function withWaiting(found: readonly Row[], waiting: ReadonlyMap<string, Row | null>, query: string): readonly Row[] {
  const words = query.toLowerCase().split(/\s+/)
  const made = [...waiting.values()].filter((row) => {
    if (!row?.id.startsWith('new:')) return false
    const text = Object.values(row).join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const known = found.flatMap((row) => (waiting.has(row.id) ? (waiting.get(row.id) ?? []) : row))
  return [...(made as Row[]), ...known]
}

function useNewest(table: ReplicaTable): readonly Row[] {
  const isEntries = table === 'gazette' || table === 'audit'
  const memory = useReplica(({ memory }) => memory)
  const version = useReplica(({ version }) => version)
  // A million entries are not turned into rows to show the first of them.
  const rows = useReplicaRows(isEntries ? 'bank' : table) as readonly Row[]
  return useMemo(() => {
    void version
    if (isEntries) return memory?.newestEntries(table, most) ?? nothing
    const time = timeOf[table]
    if (time === undefined) return rows.toReversed()
    return [...rows].sort((one, other) => Number(other[time]) - Number(one[time]))
  }, [isEntries, memory, rows, table, version])
}

export interface FoundRows {
  readonly rows: readonly Row[]
  /** Whether the rows belong to an earlier query. They stay in sight until the newest query ends, but must not be acted upon. */
  readonly isOlder: boolean
  /** Whether more rows match than are listed. */
  readonly more: boolean
}

/** The rows of a table that contain every word of a query. The next letter aborts a running search. */
export function useFound(table: ReplicaTable, query: string): FoundRows {
  const memory = useReplica(({ memory }) => memory)
  const version = useReplica(({ version }) => version)
  const [found, setFound] = useState({ query: '', rows: nothing, more: false })
  useEffect(() => {
    void version
    if (query === '' || !memory) return
    const ending = new AbortController()
    memory.search(query, { limit: most, signal: ending.signal, tables: [table] }).then(
      ([result]) => setFound({ query, rows: result?.rows ?? nothing, more: result?.more ?? false }),
      () => undefined,
    )
    return () => ending.abort()
  }, [memory, query, table, version])
  return { rows: found.rows, isOlder: query !== '' && found.query !== query, more: query !== '' && found.more }
}
