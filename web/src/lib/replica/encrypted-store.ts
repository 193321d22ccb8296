import type { DexieOptions } from 'dexie'
import { openDatabase, type Meta, type ReplicaDatabase, type Encrypted } from './database'
import { CannotOpen, cipherOf, WrongKey, type Cipher } from './cipher'
import {
  numberedOf,
  Outrun,
  type Numbered,
  type Rewriting,
  type Store,
  type StoredEntries,
  type Writing,
} from './store'
import { packed, unpacked } from './packing'
import type { Entry, ReplicaMeta, Mine } from './types'

/** How many batches are read at once. The first reads are small: their rows are shown while the others are read. */
const [firstAtOnce, batchesAtOnce] = [2, 32]

/** The place of a record, which its encryption authenticates: copied to another place, the record cannot be opened. */
const places = {
  key: 'key',
  meta: (epoch: string) => `kept of ${epoch}`,
  batch: (epoch: string, n: number) => `batch ${n} of ${epoch}`,
  mine: 'mine',
  entry: (n: number) => `entry ${n}`,
} as const

/** A store in IndexedDB, encrypted. @throws WrongKey when the stored records were written under another key */
export async function openStore(name: string, key: Uint8Array<ArrayBuffer>, options: DexieOptions): Promise<Store> {
  const [database, cipher] = [await openDatabase(name, options), await cipherOf(key)]
  try {
    await checkKey(database, cipher)
  } catch (error) {
    database.close()
    throw error
  }
  return new EncryptedStore(database, cipher)
}

/**
 * Checks the key against a record without content, so that damage is not mistaken for a wrong key, and a wrong key not for an empty
 * outbox. If that record is damaged itself, any other record that can be opened proves the key.
 */
async function checkKey(database: ReplicaDatabase, cipher: Cipher): Promise<void> {
  const mark = await database.meta.get('key')
  if (mark && (await opens(cipher, places.key, mark))) return
  const isOld = !mark && (await isBeforeEpochs(database, cipher))
  const meta = await database.meta.get('kept')
  const entries = await database.outbox.toArray()
  const isEmpty = isOld || (!mark && !meta && entries.length === 0)
  const isRight =
    (meta && (await opens(cipher, places.meta(meta.epoch ?? ''), meta))) ||
    (await Promise.all(entries.map((entry) => opens(cipher, places.entry(entry.n), entry)))).includes(true)
  if (!isEmpty && !isRight) throw new WrongKey('What is stored was written under another key.')
  const key = { n: 'key' as const, sealed: await cipher.encrypt(places.key, 'key') }
  await database.transaction('rw', database.meta, database.batches, async () => {
    // Another window may have started a new epoch since.
    if (isOld && (await database.meta.get('kept'))?.epoch === undefined) await deleteRows(database)
    await database.meta.put(key)
  })
}

/**
 * Whether the records were written under this key before epochs and administrators existed. Their rows are read from the nation again.
 * Their entries name no administrator, so they are not sent, and are counted as lost.
 */
async function isBeforeEpochs(database: ReplicaDatabase, cipher: Cipher): Promise<boolean> {
  const meta = await database.meta.get('kept')
  return meta !== undefined && meta.epoch === undefined && opens(cipher, 'kept', meta)
}

const opens = (cipher: Cipher, place: string, { sealed }: Encrypted<string | number>): Promise<boolean> =>
  cipher.open(place, sealed).then(
    () => true,
    () => false,
  )

const deleteRows = (database: ReplicaDatabase): Promise<void> =>
  database.transaction('rw', database.meta, database.batches, async () => {
    await database.batches.clear()
    await database.meta.delete('kept')
  })

class EncryptedStore implements Store {
  constructor(
    private readonly database: ReplicaDatabase,
    private readonly cipher: Cipher,
  ) {}

  async meta(): Promise<ReplicaMeta | null> {
    const found = await this.database.meta.get('kept')
    return found ? ((await this.cipher.open(places.meta(found.epoch ?? ''), found.sealed)) as ReplicaMeta) : null
  }

  async begin(meta: ReplicaMeta): Promise<void> {
    const record = await this.#encryptedMeta(meta)
    const { database } = this
    await database.transaction('rw', database.meta, database.batches, async () => {
      await database.batches.clear()
      await database.meta.put(record)
    })
  }

  async #encryptedMeta(meta: ReplicaMeta) {
    const sealed = await this.cipher.encrypt(places.meta(meta.epoch), meta)
    return { n: 'kept' as const, epoch: meta.epoch, sealed }
  }

  async write({ meta, batches = [], without = [], entries }: Writing): Promise<void> {
    // All is encrypted before the transaction begins: a transaction ends when it waits for something else.
    const record = meta && (await this.#encryptedMeta(meta))
    const rows: Encrypted<number>[] = []
    // One after the other: a task serialises one batch.
    for (const numbered of meta ? numberedOf(meta, batches) : []) rows.push(await this.#encryptedBatch(meta!, numbered))
    const put = await Promise.all((entries?.put ?? []).map((entry) => this.#encryptedEntry(entry)))
    const mine = entries?.mine && { n: 'mine' as const, sealed: await this.cipher.encrypt(places.mine, entries.mine) }
    const { database } = this
    await database.transaction('rw', database.meta, database.batches, database.outbox, async () => {
      if (record) await this.#keep(record)
      if (rows.length > 0) await database.batches.bulkPut(rows)
      if (without.length > 0) await database.batches.bulkDelete([...without])
      if (mine) await database.meta.put(mine)
      if (put.length > 0) await database.outbox.bulkPut(put)
      if (entries && entries.gone.length > 0) await database.outbox.bulkDelete([...entries.gone])
    })
  }

  /** Called in a transaction: nothing is written into another epoch. */
  async #keep(meta: Meta): Promise<void> {
    const { database } = this
    if ((await database.meta.get('kept'))?.epoch !== meta.epoch) throw new Outrun('Another window began anew.')
    await database.meta.put(meta)
  }

  async rewrite({ meta, n, batch }: Rewriting): Promise<void> {
    const record = await this.#encryptedMeta(meta)
    const row = batch && (await this.#encryptedBatch(meta, { n, batch }))
    const { database } = this
    await database.transaction('rw', database.meta, database.batches, async () => {
      await this.#keep(record)
      await (row ? database.batches.update(n, { sealed: row.sealed }) : database.batches.delete(n))
    })
  }

  async #encryptedBatch({ epoch }: ReplicaMeta, { n, batch }: Numbered): Promise<Encrypted<number>> {
    const place = places.batch(epoch, n)
    const { bytes } = batch
    return {
      n,
      sealed: await (bytes ? this.cipher.encryptText(place, bytes) : this.cipher.encrypt(place, packed(batch))),
    }
  }

  async #encryptedEntry(entry: Entry): Promise<Encrypted<number>> {
    return { n: entry.n, sealed: await this.cipher.encrypt(places.entry(entry.n), entry) }
  }

  async *batches(epoch: string, from: number): AsyncIterable<Numbered> {
    const after = (n: number, count: number) => this.database.batches.where('n').above(n).limit(count).toArray()
    let reading = after(from - 1, firstAtOnce)
    for (let isFirst = true; ; isFirst = false) {
      const found = await reading
      const last = found.at(-1)
      if (!last) return
      // The next batches are read while these are opened. While the first are drawn, nothing is read.
      if (!isFirst) {
        reading = after(last.n, batchesAtOnce)
        reading.catch(() => undefined)
      }
      const opening = found.map((record) => ({ n: record.n, decrypted: this.#decrypted(epoch, record) }))
      for (const { decrypted } of opening) decrypted.catch(() => undefined)
      // Each batch is parsed in its turn: all of them at once would be one long task.
      for (const { n, decrypted } of opening) yield { n, batch: unpacked((await decrypted)()) }
      if (isFirst) reading = after(last.n, batchesAtOnce)
    }
  }

  async some(epoch: string, numbers: readonly number[]): Promise<readonly Numbered[]> {
    const found = await this.database.batches.bulkGet([...numbers])
    return Promise.all(found.flatMap((record) => (record ? [this.#opened(epoch, record)] : [])))
  }

  #decrypted(epoch: string, { n, sealed }: Encrypted<number>): Promise<() => unknown> {
    return this.cipher.decrypt(places.batch(epoch, n), sealed)
  }

  async #opened(epoch: string, record: Encrypted<number>): Promise<Numbered> {
    return { n: record.n, batch: unpacked((await this.#decrypted(epoch, record))()) }
  }

  async entries(): Promise<StoredEntries> {
    const found = await this.database.outbox.orderBy('n').toArray()
    const opened = await Promise.all(found.map((entry) => this.#openedOrNull(places.entry(entry.n), entry)))
    const entries = opened.filter((entry) => entry !== null) as Entry[]
    const stored = await this.database.meta.get('mine')
    const mine = (stored && ((await this.#openedOrNull(places.mine, stored)) as readonly Mine[] | null)) ?? []
    return { entries, mine, lost: found.length - entries.length, top: found.at(-1)?.n ?? 0 }
  }

  /** Null for a record that is damaged. */
  #openedOrNull(place: string, { sealed }: Encrypted<string | number>): Promise<unknown> {
    return this.cipher.open(place, sealed).catch((error: unknown) => {
      if (error instanceof CannotOpen) return null
      throw error
    })
  }

  deleteRows(): Promise<void> {
    return deleteRows(this.database)
  }

  close(): void {
    this.database.close()
  }
}
