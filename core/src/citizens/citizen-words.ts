import { afterWordsWith, wordsOf } from '@nation/domain/citizens'
import type { DataSource, EntityManager } from 'typeorm'
import { strangeCursor, addToCounter, counterOf, whole, type Counter, column, readOne, readRows } from '../platform'

/** Citizens who are here: those who left are not counted. */
export const citizensCounter: Counter = {
  topic: 'citizens',
  slots: 16,
  recount: 'SELECT 0 AS subject, COUNT(*) AS n FROM citizens WHERE left_at IS NULL',
}

/** How many citizens the nation has; those who left are not counted. */
export const countCitizens = (tx: EntityManager): Promise<number> => counterOf(tx, citizensCounter)

interface Named {
  readonly id: string
  readonly handle: string
  readonly username: string
}

/** Counts a newcomer, and makes them one who can be found. */
export async function countIn(tx: EntityManager, citizen: Named): Promise<void> {
  await writeWords(tx, citizen.id, wordsOf(citizen))
  await addToCounter(tx, citizensCounter, whole, 1, citizen.id)
}

/** Deletes the words of a citizen who leaves: no search finds them any more. */
export async function countOut(tx: EntityManager, citizen: Pick<Named, 'id'>): Promise<void> {
  await tx.query('DELETE FROM citizen_words WHERE citizen_id = ?', [citizen.id])
  await addToCounter(tx, citizensCounter, whole, -1, citizen.id)
}

/** A citizen is found by the new name and handle, and no longer by the old ones. The citizen's row is locked. */
export async function renameInSearch(tx: EntityManager, before: Named, after: Omit<Named, 'id'>): Promise<void> {
  const [old, wanted] = [wordsOf(before), wordsOf(after)]
  const gone = old.filter((word) => !wanted.includes(word))
  const { id } = before
  if (gone.length > 0) await tx.query('DELETE FROM citizen_words WHERE citizen_id = ? AND word IN (?)', [id, gone])
  await writeWords(
    tx,
    id,
    wanted.filter((word) => !old.includes(word)),
  )
}

async function writeWords(tx: EntityManager, id: string, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  await tx.query('INSERT IGNORE INTO citizen_words (word, citizen_id) VALUES ?', [words.map((word) => [word, id])])
}

/** A citizen whose words are not those of their name and handle. */
export interface WrongWords {
  readonly id: string
  readonly uid: string
  readonly kept: readonly string[]
  readonly wanted: readonly string[]
}

/**
 * Compares every citizen's words with those of the name and the handle; each thousand citizens is one snapshot. For the operator,
 * never for a request.
 */
export async function wrongWords(database: DataSource): Promise<WrongWords[]> {
  const wrong: WrongWords[] = []
  for (let last = '0'; ;) {
    const rows = await readRows(
      database,
      { id: column.key },
      'SELECT id FROM citizens WHERE id > ? ORDER BY id LIMIT 1000',
      [last],
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return wrong
    wrong.push(...(await database.transaction('REPEATABLE READ', (tx) => wrongWordsOf(tx, ids, ''))))
    last = ids.at(-1)!
  }
}

/** Corrects the words that are wrong, each citizen's in a transaction of its own with their row locked. */
export async function repairWords(database: DataSource): Promise<WrongWords[]> {
  const wrong = await wrongWords(database)
  for (const { id } of wrong) {
    await database.transaction('READ COMMITTED', async (tx) => {
      const [still] = await wrongWordsOf(tx, [id], 'FOR UPDATE')
      if (!still) return
      await tx.query('DELETE FROM citizen_words WHERE citizen_id = ?', [id])
      await writeWords(tx, id, still.wanted)
    })
  }
  return wrong
}

async function wrongWordsOf(tx: EntityManager, ids: readonly string[], lock: '' | 'FOR UPDATE'): Promise<WrongWords[]> {
  const citizens = await readRows(
    tx,
    { id: column.key, uid: column.text, handle: column.text, username: column.text, left_at: column.instant.nullable },
    `SELECT id, uid, handle, username, left_at FROM citizens WHERE id IN (?) ORDER BY id ${lock}`,
    [ids],
  )
  const places = ids.map((id) => ({ id, word: '' }))
  const words = await wordsOfCitizens(tx, places)
  return citizens.flatMap((citizen) => {
    const kept = (words.get(citizen.id) ?? []).toSorted()
    const wanted = citizen.left_at === null ? wordsOf(citizen).toSorted() : []
    return kept.join(' ') === wanted.join(' ') ? [] : [{ id: citizen.id, uid: citizen.uid, kept, wanted }]
  })
}

/** Where a search goes on: behind this word of this citizen. */
export interface WordPlace {
  readonly word: string
  readonly id: string
}

export interface FoundCitizens {
  /** Whom it found, by their row keys, in the order of the words. */
  readonly found: readonly WordPlace[]
  /** Where to go on; null when everything was looked at. */
  readonly next: WordPlace | null
}

/** How many words of a common beginning are counted before another one is taken to look by. */
const commonAt = 200
/** How many words are looked at together, where several are to meet. */
const chunkOfSeveral = 80

/**
 * Citizens of whom each of these beginnings begins a word, in the order of the words, as many as are wanted. It looks at no
 * more than `budget` rows: where words are common and seldom meet, it finds fewer and says where to go on.
 * @param asked beginnings as `askedWords` makes them, one at least
 * @throws NationError `invalid_input` when `after` is a place in another search
 */
export async function findByWords(
  tx: EntityManager,
  asked: readonly string[],
  { after, wanted, budget }: { readonly after: WordPlace | null; readonly wanted: number; readonly budget: number },
): Promise<FoundCitizens> {
  const leading = after ? leadingTo(after, asked) : await rarest(tx, asked)
  const found: WordPlace[] = []
  let place = after
  for (let left = budget; left > 0;) {
    const chunk = asked.length === 1 ? wanted + 1 - found.length : chunkOfSeveral
    const rows = await wordsFrom(tx, leading, place, chunk)
    const words = await wordsOfCitizens(tx, rows)
    left -= rows.length + [...words.values()].reduce((sum, list) => sum + list.length, 0)
    for (const row of rows) {
      const own = words.get(row.id) ?? []
      // A citizen with several such words is found at the first of them.
      const first = own.filter((word) => begins(word, leading)).toSorted(byCodePoints)[0]
      if (first !== row.word || !asked.every((beginning) => own.some((word) => begins(word, beginning)))) continue
      if (found.length === wanted) return { found, next: place }
      found.push(row)
      place = row
    }
    if (rows.length < chunk) return { found, next: null }
    place = rows.at(-1) ?? null
  }
  return { found, next: place }
}

const begins = (word: string, beginning: string): boolean => word.startsWith(beginning)

/** The database's order of words. */
const byCodePoints = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The beginning that led to a place: every page of a search is led by the same one, however counts change in between. */
function leadingTo({ word }: WordPlace, asked: readonly string[]): string {
  const leading = asked.find((beginning) => begins(word, beginning))
  if (leading === undefined) throw strangeCursor()
  return leading
}

/** Of several beginnings the one that fewest words have. */
async function rarest(tx: EntityManager, asked: readonly string[]): Promise<string> {
  let [best = '', fewest] = [asked[0], Infinity]
  if (asked.length === 1) return best
  for (const beginning of asked) {
    const row = await readOne(
      tx,
      { n: column.integer },
      `SELECT COUNT(*) AS n FROM (
         SELECT 1 FROM citizen_words WHERE word >= ? AND word < ? LIMIT ${commonAt + 1}) AS some`,
      [beginning, afterWordsWith(beginning)],
    )
    const n = row.n
    if (n < fewest) [best, fewest] = [beginning, n]
  }
  return best
}

async function wordsFrom(
  tx: EntityManager,
  beginning: string,
  after: WordPlace | null,
  limit: number,
): Promise<WordPlace[]> {
  const rest = after ? 'AND (word > ? OR (word = ? AND citizen_id > ?))' : ''
  const rows = await readRows(
    tx,
    { word: column.text, citizen_id: column.key },
    `SELECT word, citizen_id FROM citizen_words FORCE INDEX (PRIMARY) WHERE word >= ? AND word < ? ${rest}
     ORDER BY word, citizen_id LIMIT ${limit}`,
    [after?.word ?? beginning, afterWordsWith(beginning), ...(after ? [after.word, after.word, after.id] : [])],
  )
  return rows.map((row) => ({ word: row.word, id: row.citizen_id }))
}

async function wordsOfCitizens(tx: EntityManager, rows: readonly WordPlace[]): Promise<Map<string, string[]>> {
  const words = new Map<string, string[]>(rows.map(({ id }) => [id, []]))
  if (words.size === 0) return words
  const found = await readRows(
    tx,
    { word: column.text, citizen_id: column.key },
    'SELECT citizen_id, word FROM citizen_words FORCE INDEX (ix_citizen_words_citizen) WHERE citizen_id IN (?)',
    [[...words.keys()]],
  )
  for (const { citizen_id: id, word } of found) words.get(id)?.push(word)
  return words
}
