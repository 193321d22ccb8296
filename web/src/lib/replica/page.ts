import { isReplicaPage, rowsOfPage, type ReplicaPage } from '@nation/domain/replica/pages'
import type { ReplicaTable } from '@nation/domain/replica'
import type { Batch, Refusal } from './types'

/** A page of a table that was read: its rows, and where the next page goes on. */
export interface Page {
  readonly batch: Batch
  /** Null on the last page. */
  readonly next: string | null
  /** Other tables of which the first page came with it. */
  readonly others: readonly { readonly table: ReplicaTable; readonly next: string | null }[]
}

/** The answer is no page of the table: it is not from this product's server. */
class NoPage extends Error implements Refusal {
  override readonly name = 'NoPage'
  readonly status = 200
  readonly code = 'no_page'
  readonly facts = {}
  readonly sentence = 'HTTP 200'
}

const decoder = new TextDecoder()

/**
 * Reads a page once. Its batch keeps the bytes as they came: the disk gets those. Where pages of other tables came with it, it has no
 * bytes: an earlier build would read the first table alone of them.
 * @param also tables whose first pages were asked for with it
 * @throws NoPage, a refusal
 */
export function readPage(
  bytes: Uint8Array<ArrayBuffer>,
  table: ReplicaTable,
  also: readonly ReplicaTable[] = [],
): Page {
  const page = parsed(bytes)
  if (!isReplicaPage(page, table)) throw new NoPage()
  const others: readonly ReplicaPage[] = page.others ?? []
  if (others.length !== also.length || !also.every((name, at) => isReplicaPage(others[at], name))) throw new NoPage()
  return {
    batch: { put: rowsOfPages(page), gone: {}, ...(others.length === 0 && { bytes }) },
    next: page.next,
    others: also.map((name, at) => ({ table: name, next: others[at]!.next })),
  }
}

/** The rows of a page, and of those that came with it, by their tables. */
export const rowsOfPages = (page: ReplicaPage): Batch['put'] =>
  Object.fromEntries([page, ...(page.others ?? [])].map((one) => [one.table, rowsOfPage(one)]))

function parsed(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(decoder.decode(bytes)) as unknown
  } catch {
    return null
  }
}
