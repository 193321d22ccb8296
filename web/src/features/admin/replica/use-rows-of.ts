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

/** At most this many entries are listed, and rows found by a search. */
const most = 1_000

const nothing: readonly Row[] = []

/** Rows of a table of the copy, the newest first, as far as they fit what was typed; and how many the table has. */
export function useRowsOf(table: ReplicaTable, query: string): FoundRows & { readonly total: number } {
  const { rows, isOlder } = useFound(table, query)
  const newest = useNewest(table)
  const total = useReplica(({ memory }) => memory?.table(table).size ?? 0)
  return { rows: query === '' ? newest : rows, isOlder, total }
}

function useNewest(table: ReplicaTable): readonly Row[] {
  const isEntries = table === 'gazette' || table === 'audit'
  const memory = useReplica(({ memory }) => memory)
  const version = useReplica(({ version }) => version)
  // A million entries are not made into rows to show the first of them.
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
  /** They are what an earlier query found: they stay in sight until the newest one is answered, and are not to be acted upon. */
  readonly isOlder: boolean
}

/** Rows of a table in which every word of a query is found; what is typed next ends a search that is under way. */
export function useFound(table: ReplicaTable, query: string): FoundRows {
  const memory = useReplica(({ memory }) => memory)
  const version = useReplica(({ version }) => version)
  const [found, setFound] = useState<{ readonly query: string; readonly rows: readonly Row[] }>({
    query: '',
    rows: nothing,
  })
  useEffect(() => {
    void version
    if (query === '' || !memory) return
    const ending = new AbortController()
    memory.search(query, { limit: most, signal: ending.signal, tables: [table] }).then(
      (results) => setFound({ query, rows: results[0]?.rows ?? nothing }),
      () => undefined,
    )
    return () => ending.abort()
  }, [memory, query, table, version])
  return { rows: found.rows, isOlder: query !== '' && found.query !== query }
}
