import { createHash } from 'node:crypto'
import type { EntityManager } from 'typeorm'
import unhomoglyph from 'unhomoglyph'
import { column, distinct, readFirst } from '../platform'

/**
 * The look of a name: names with the same skeleton are hard to tell apart (Unicode Technical Standard 39, confusable characters).
 * Case, accents of Latin, Greek and Cyrillic letters and spaces make no difference, and neither do signs. `i` and `l` count as
 * equal, because a capital I looks like a small l. Use the skeleton only for comparisons; it is not a name.
 */
export function skeletonOf(name: string): string {
  const letters = unhomoglyph(unhomoglyph(name.normalize('NFKD')).toLowerCase())
    .replace(/[^\p{L}\p{M}\p{N}]|[\u0300-\u036f]/gu, '')
    .replaceAll('i', 'l')
  // A name without letters is compared with all its characters.
  return letters || name.normalize('NFKD')
}

/** The key of a name's look: a SHA-256 in hexadecimal digits. */
export const lookKey = (name: string): string => createHash('sha256').update(skeletonOf(name)).digest('hex')

interface Official {
  /** The citizen's row key. */
  readonly id: string
  /** Names by which the official is known; null where there is none. */
  readonly names: readonly (string | null)[]
}

/** Keeps the looks of the names of citizens who begin a term. They stay when the term ends, until the citizen leaves. */
export async function addOfficialNames(tx: EntityManager, officials: readonly Official[]): Promise<void> {
  const rows = officials.flatMap(({ id, names }) =>
    distinct(names.flatMap((name) => (name ? [lookKey(name)] : []))).map((look) => [look, id]),
  )
  if (rows.length > 0) await tx.query('INSERT IGNORE INTO official_names (look, citizen_id) VALUES ?', [rows])
}

/** A citizen who is or was an official is also known by the new name and handle. */
export async function renameOfficial(
  tx: EntityManager,
  id: string,
  { username, handle }: { readonly username: string; readonly handle: string },
): Promise<void> {
  const known = await readFirst(
    tx,
    { citizen_id: column.key },
    'SELECT citizen_id FROM official_names WHERE citizen_id = ? LIMIT 1',
    [id],
  )
  if (known) await addOfficialNames(tx, [{ id, names: [username, handle] }])
}

/** Deletes the names of an official who leaves the nation. */
export async function removeOfficialNames(tx: EntityManager, id: string): Promise<void> {
  await tx.query('DELETE FROM official_names WHERE citizen_id = ?', [id])
}

/** Officials of all terms who are known by a name with one of these looks (`n`): an index look-up for each look, one at least. */
export const officialsNamed = 'official_names n FORCE INDEX (PRIMARY) WHERE n.look IN (?)'
