import { isReplicaPage, rowsOfPage } from '@nation/domain/replica/pages'
import type { ReplicaTable } from '@nation/domain/replica'
import type { Batch, Refusal } from './types'

/** A page of a table that was read: its rows, and where the next page goes on. */
export interface Page {
  readonly batch: Batch
  /** Null on the last page. */
  readonly next: string | null
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

/** Reads a page once. Its batch keeps the bytes as they came: the disk gets those. @throws NoPage, a refusal */
export function readPage(bytes: Uint8Array<ArrayBuffer>, table: ReplicaTable): Page {
  const page = parsed(bytes)
  if (!isReplicaPage(page, table)) throw new NoPage()
  return { batch: { put: { [table]: rowsOfPage(page) }, gone: {}, bytes }, next: page.next }
}

function parsed(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(decoder.decode(bytes)) as unknown
  } catch {
    return null
  }
}
