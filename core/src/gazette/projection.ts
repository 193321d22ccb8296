import { wordsOf } from '@nation/domain/citizens'
import { entryWords, gazetteKinds, mentionsOf, officeCode, type Sentence } from '@nation/domain/gazette'
import type { EntityManager } from 'typeorm'
import type { JournalEntry, Projection } from '../journal'
import { column, readOne, readRows, type Context } from '../platform'
import { entriesAt } from './entries'
import { namesOf, textOf, type Names } from './names'
import { entryTextOf, entryKinds, type EntryText } from './entry-text'

/**
 * Entries of others change what an entry's words are: a name, a poll's question, a message that is quoted no more, a reason about a
 * citizen who left.
 */
const renames = ['citizens.updated', 'citizens.left', 'polls.updated', 'polls.deleted', 'broadcasts.deleted'] as const

/**
 * The gazette's own tables (decision 71). A number is given once, in the order of the journal, and stays: what a rebuild writes
 * anew is by what an entry is found.
 */
export const gazetteProjection: Projection = {
  name: 'gazette',
  kinds: [...new Set([...entryKinds, ...renames])],
  apply: async (ctx, entries) => {
    const sentences = entries.flatMap((entry) => {
      const what = entryTextOf(entry)
      return what ? [{ ...what, entry }] : []
    })
    const numbered = await numberAll(ctx, sentences)
    await index(ctx.tx, numbered)
    await rename(ctx.tx, entries)
  },
}

interface Fresh extends EntryText {
  readonly entry: JournalEntry
}

/** An entry with its number. */
export interface Numbered extends EntryText {
  readonly number: number
}

/**
 * The numbers of entries: those that were given before, and the next ones for what came after them. What lies before the newest
 * numbered entry and has no number was left out when it was read, and stays so: no number is given later for something earlier.
 */
async function numberAll(ctx: Context, sentences: readonly Fresh[]): Promise<Numbered[]> {
  if (sentences.length === 0) return []
  const { tx } = ctx
  const last = await readOne(
    tx,
    { number: column.integer, seq: column.integer },
    'SELECT COALESCE(MAX(number), 0) AS number, COALESCE(MAX(seq), 0) AS seq FROM gazette_entries',
  )
  const before = sentences.filter(({ entry }) => entry.seq <= last.seq)
  const fresh = sentences
    .filter(({ entry }) => entry.seq > last.seq)
    .map((one, n) => ({ ...one, number: last.number + n + 1 }))
  if (fresh.length > 0) {
    const rows = fresh.map(({ number, entry }) => [number, entry.seq, entry.subject])
    await tx.query('INSERT INTO gazette_entries (number, seq, subject) VALUES ?', [rows])
    const [from, to] = [last.number + 1, last.number + fresh.length]
    ctx.journal.add({ kind: 'gazette.published', facts: { from, to } })
  }
  const known = await numbersOf(tx, before)
  return [...before.flatMap((one) => ({ ...one, number: known.get(one.entry.seq) ?? [] })), ...fresh].flatMap((one) =>
    typeof one.number === 'number' ? [{ number: one.number, kind: one.kind, sentence: one.sentence }] : [],
  )
}

async function numbersOf(tx: EntityManager, sentences: readonly Fresh[]): Promise<Map<number, number>> {
  if (sentences.length === 0) return new Map()
  const rows = await readRows(
    tx,
    { seq: column.integer, number: column.integer },
    'SELECT seq, number FROM gazette_entries WHERE seq IN (?)',
    [sentences.map(({ entry }) => entry.seq)],
  )
  return new Map(rows.map(({ seq, number }) => [seq, number]))
}

/** Writes by what some entries are found, in place of what stood there. */
async function index(tx: EntityManager, entries: readonly Numbered[]): Promise<void> {
  if (entries.length === 0) return
  const names = await namesOf(
    tx,
    entries.map(({ sentence }) => sentence),
  )
  const numbers = entries.map(({ number }) => number)
  const facets = entries.flatMap((entry) => facetsOf(entry, names))
  const words = entries.flatMap(({ number, sentence }) =>
    wordsIn(sentence, names).map((word) => [word, number] as const),
  )
  await tx.query('DELETE FROM gazette_facets WHERE number IN (?)', [numbers])
  await tx.query('INSERT INTO gazette_facets (kind, office, person, number) VALUES ?', [facets])
  await replaceWords(tx, numbers, words)
  await namePeople(tx, [...new Set(facets.map(([, , person]) => person).filter((person) => person !== '0'))])
}

type Facet = readonly [kind: number, office: number, person: string, number: number]

/** A row for each question that finds the entry: its kind or any, with each office and person that it mentions. */
function facetsOf({ number, kind, sentence }: Numbered, names: Names): Facet[] {
  const { code } = gazetteKinds[kind]
  const pairs = mentionsOf(sentence).flatMap(({ office, person }): (readonly [number, string])[] => {
    const key = person === null ? '0' : names.keyOf(person)
    return key === undefined ? [] : [[office === null ? 0 : officeCode(office), key]]
  })
  return [
    [code, 0, '0', number],
    ...pairs.flatMap(([o, p]): Facet[] => [
      [0, o, p, number],
      [code, o, p, number],
    ]),
  ]
}

/** The words of a sentence but those of people's names: by these, entries are found through the people. */
const wordsIn = (sentence: Sentence, names: Names): string[] =>
  entryWords(
    textOf(
      sentence.map((piece) =>
        typeof piece === 'string'
          ? { text: piece, href: null }
          : piece.is === 'person'
            ? { text: ' ', href: null }
            : names.of(piece),
      ),
    ),
  )

async function replaceWords(
  tx: EntityManager,
  numbers: readonly number[],
  words: readonly (readonly [string, number])[],
): Promise<void> {
  const before = await readRows(
    tx,
    { word: column.text },
    'SELECT DISTINCT word FROM gazette_words WHERE number IN (?)',
    [numbers],
  )
  await tx.query('DELETE FROM gazette_words WHERE number IN (?)', [numbers])
  if (words.length > 0) {
    await tx.query('INSERT INTO gazette_words (word, number) VALUES ?', [words])
    const terms = [...new Set(words.map(([word]) => word))].map((word) => [word, 0])
    await tx.query('INSERT IGNORE INTO gazette_terms (word, person) VALUES ?', [terms])
  }
  const current = new Set(words.map(([word]) => word))
  const gone = before.flatMap(({ word }) => (current.has(word) ? [] : [word]))
  if (gone.length === 0) return
  await tx.query(
    `DELETE FROM gazette_terms WHERE person = 0 AND word IN (?)
       AND NOT EXISTS (SELECT 1 FROM gazette_words w WHERE w.word = gazette_terms.word)`,
    [gone],
  )
}

/** Indexes citizens by the words of their present names, and former citizens by none. */
async function namePeople(tx: EntityManager, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const people = await readRows(
    tx,
    { id: column.key, handle: column.text, username: column.text },
    'SELECT id, handle, username FROM citizens WHERE id IN (?) AND left_at IS NULL',
    [keys],
  )
  await tx.query('DELETE FROM gazette_terms WHERE person IN (?)', [keys])
  const terms = people.flatMap((one) => wordsOf(one).map((word) => [word, one.id]))
  if (terms.length > 0) await tx.query('INSERT INTO gazette_terms (word, person) VALUES ?', [terms])
}

async function rename(tx: EntityManager, entries: readonly JournalEntry[]): Promise<void> {
  const subjects = (feature: string) => [
    ...new Set(
      entries.flatMap(({ kind, subject }) =>
        subject !== null && renames.some((one) => one === kind) && kind.startsWith(feature) ? [subject] : [],
      ),
    ),
  ]
  const people = subjects('citizens.')
  if (people.length > 0) await namePeople(tx, await namedInGazette(tx, people))
  const emptied = await candidaciesOf(tx, people)
  const quoted = [...subjects('polls.'), ...subjects('broadcasts.'), ...emptied]
  if (quoted.length > 0) await index(tx, await entriesAbout(tx, quoted))
}

/** Of these citizens, those whom entries name. */
async function namedInGazette(tx: EntityManager, uids: readonly string[]): Promise<string[]> {
  const rows = await readRows(
    tx,
    { id: column.key },
    `SELECT c.id FROM citizens c WHERE c.uid IN (?)
       AND EXISTS (SELECT 1 FROM gazette_facets f WHERE f.kind = 0 AND f.office = 0 AND f.person = c.id)`,
    [uids],
  )
  return rows.map(({ id }) => id)
}

/** The candidacies of citizens who left: entries about their removal quote no reason any more. */
async function candidaciesOf(tx: EntityManager, citizens: readonly string[]): Promise<string[]> {
  if (citizens.length === 0) return []
  const rows = await readRows(
    tx,
    { uid: column.text },
    'SELECT k.uid FROM citizens c STRAIGHT_JOIN candidacies k ON k.citizen_id = c.id WHERE c.uid IN (?) AND c.left_at IS NOT NULL',
    [citizens],
  )
  return rows.map(({ uid }) => uid)
}

/** The stored entries about these polls, messages and candidacies. */
async function entriesAbout(tx: EntityManager, subjects: readonly string[]): Promise<Numbered[]> {
  const rows = await readRows(
    tx,
    { number: column.integer },
    'SELECT number FROM gazette_entries WHERE subject IN (?)',
    [subjects],
  )
  const entries = await entriesAt(
    tx,
    rows.map(({ number }) => number),
  )
  return entries.map(({ number, kind, sentence }) => ({ number, kind, sentence }))
}
