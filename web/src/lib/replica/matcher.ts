import type { ReplicaTable } from '@nation/domain/replica'
import { folded } from './folded'
import { searched, textsOf } from './searched-fields'
import type { Row } from './types'

/** The most words of a query that are looked for. */
const mostWords = 8

/** The words of a query as they are looked for: without case and accents. */
export const wordsOf = (query: string): string[] => folded(query).split(/\s+/).filter(Boolean).slice(0, mostWords)

/** Whether a row has every word of a query in its own texts, as the search finds them: for lists that are short. */
export function matcherOf(table: ReplicaTable, query: string): (row: Row) => boolean {
  const words = wordsOf(query)
  const { columns, said } = searched[table] ?? { columns: [] }
  return (row) => {
    const text = folded(textsOf(row, columns, said))
    return words.every((word) => text.includes(word))
  }
}
