import Dexie, { type DexieOptions, type Table } from 'dexie'

/** An encrypted value under an opaque key. `sealed` is the name that the stored records have. */
export interface Encrypted<Key> {
  readonly n: Key
  readonly sealed: Uint8Array<ArrayBuffer>
}

/** What is stored beside the rows. The epoch, a random id, is in the clear: it is compared inside transactions. */
export interface Meta extends Encrypted<'kept' | 'key' | 'mine' | 'wiped'> {
  readonly epoch?: string
}

/** IndexedDB of one profile and nation. Rows are in batches; no name, id or text stands in it in the clear. */
export class ReplicaDatabase extends Dexie {
  declare readonly meta: Table<Meta, string>
  declare readonly batches: Table<Encrypted<number>, number>
  declare readonly outbox: Table<Encrypted<number>, number>

  constructor(name: string, options: DexieOptions) {
    super(name, { ...options, autoOpen: false })
    this.version(1).stores({ meta: 'n', batches: 'n', outbox: 'n' })
  }
}

const nothing = new Uint8Array()

/**
 * Deletes a replica with its outbox. The mark is written first: after a stop in between, the next start finds it, and ends in
 * the same place.
 */
export async function wipe(name: string, options: DexieOptions): Promise<void> {
  const database = new ReplicaDatabase(name, options)
  try {
    await database.open()
    await database.meta.put({ n: 'wiped', sealed: nothing })
  } catch {
    // What cannot be opened is deleted all the same.
  }
  database.close()
  await new ReplicaDatabase(name, options).delete()
}

/** Opens a replica's database; one that was being wiped is wiped to its end first. */
export async function openDatabase(name: string, options: DexieOptions): Promise<ReplicaDatabase> {
  const database = new ReplicaDatabase(name, options)
  await database.open()
  if ((await database.meta.get('wiped')) === undefined) return database
  database.close()
  await wipe(name, options)
  const anew = new ReplicaDatabase(name, options)
  await anew.open()
  return anew
}

/** Whether an error, or what it came of, says that there is no room. */
export function isFull(error: unknown): boolean {
  for (let at = error, depth = 0; at && depth < 5; depth++) {
    const { name, inner } = at as { name?: unknown; inner?: unknown }
    if (name === 'QuotaExceededError') return true
    at = inner
  }
  return false
}
