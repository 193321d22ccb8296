import { afterWordsWith } from '@nation/domain/citizens'
import { column, readRows, type Queries } from '../platform'

/** What is asked for: codes, 0 for any; the beginnings of words, all of which are to be found. */
export interface Question {
  readonly kind: number
  readonly office: number
  /** The row key of a citizen, or '0'. */
  readonly person: string
  readonly asked: readonly string[]
}

export interface Found {
  /** Numbers of entries, the newest first. */
  readonly numbers: readonly number[]
  /** The number behind which to go on; null when everything was looked at. */
  readonly next: number | null
}

/** Numbers of entries in falling order, below one where it is given. */
type Source = (before: number | null, limit: number) => Promise<number[]>

/** Words that a beginning may have, so that the entries of each are read in order. Of more, entries are looked through. */
const mostTerms = 20
/** How many entries of a search are looked at together, and how often in one request. */
const chunk = 100
const mostChunks = 3

/**
 * The newest entries of a question, at most `wanted`. Without a search they are read off one index. A search is led by what is
 * rarest: the filter, or one of the beginnings; where all are common it looks at so many entries at most, and says where to go on.
 */
export async function find(db: Queries, question: Question, before: number | null, wanted: number): Promise<Found> {
  if (question.asked.length === 0) {
    const numbers = await filtered(db, question)(before, wanted + 1)
    return { numbers: numbers.slice(0, wanted), next: numbers.length > wanted ? numbers[wanted - 1]! : null }
  }
  const { source, first } = await rarest(db, question, before)
  const numbers: number[] = []
  let candidates = first
  for (let round = 1; ; round++) {
    for (const number of await matching(db, question, candidates)) {
      if (numbers.length === wanted) return { numbers, next: numbers[wanted - 1]! }
      numbers.push(number)
    }
    if (candidates.length < chunk) return { numbers, next: null }
    const last = candidates.at(-1)!
    if (round === mostChunks) return { numbers, next: last }
    candidates = await source(last, chunk)
  }
}

const number = { number: column.integer }
const numbersOf = async (db: Queries, sql: string, values: readonly unknown[]): Promise<number[]> =>
  (await readRows(db, number, sql, values)).map((row) => row.number)

const below = (before: number | null) => (before === null ? '' : 'AND number < ?')
const and = (before: number | null) => (before === null ? [] : [before])

const isFiltered = ({ kind, office, person }: Question): boolean => kind !== 0 || office !== 0 || person !== '0'

/** The entries of a kind, an office and a person; all of them where none is named. */
function filtered(db: Queries, question: Question): Source {
  const { kind, office, person } = question
  if (!isFiltered(question)) {
    return (before, limit) =>
      numbersOf(
        db,
        `SELECT number FROM gazette_entries WHERE TRUE ${below(before)} ORDER BY number DESC LIMIT ${limit}`,
        and(before),
      )
  }
  return (before, limit) =>
    numbersOf(
      db,
      `SELECT number FROM gazette_facets FORCE INDEX (PRIMARY)
       WHERE kind = ? AND office = ? AND person = ? ${below(before)} ORDER BY number DESC LIMIT ${limit}`,
      [kind, office, person, ...and(before)],
    )
}

/** The source that reaches back furthest in its first entries, with these: the rarer the entries, the further apart they are. */
async function rarest(
  db: Queries,
  question: Question,
  before: number | null,
): Promise<{ readonly source: Source; readonly first: number[] }> {
  let source = filtered(db, question)
  let first = await source(before, chunk)
  for (const beginning of question.asked) {
    const other = await withWords(db, beginning)
    if (!other) continue
    const found = await other(before, chunk)
    if (reach(found) < reach(first)) [source, first] = [other, found]
  }
  return { source, first }
}

/** How far back some entries reach; what ends before its chunk is full reaches further, the further the fewer there are. */
const reach = (numbers: readonly number[]): number =>
  numbers.length < chunk ? numbers.length - chunk : numbers.at(-1)!

/** The entries with a word that begins so, or that name a citizen who is called so; null where there are many such words. */
async function withWords(db: Queries, beginning: string): Promise<Source | null> {
  const terms = await readRows(
    db,
    { word: column.text, person: column.key },
    `SELECT word, person FROM gazette_terms FORCE INDEX (PRIMARY)
     WHERE word >= ? AND word < ? ORDER BY word, person LIMIT ${mostTerms + 1}`,
    [beginning, afterWordsWith(beginning)],
  )
  if (terms.length > mostTerms) return null
  if (terms.length === 0) return () => Promise.resolve([])
  return (before, limit) => {
    const arms = terms.map(({ person }) =>
      person === '0'
        ? `(SELECT number FROM gazette_words FORCE INDEX (PRIMARY) WHERE word = ? ${below(before)}
            ORDER BY number DESC LIMIT ${limit})`
        : `(SELECT number FROM gazette_facets FORCE INDEX (PRIMARY)
            WHERE kind = 0 AND office = 0 AND person = ? ${below(before)} ORDER BY number DESC LIMIT ${limit})`,
    )
    const values = terms.flatMap(({ word, person }) => [person === '0' ? word : person, ...and(before)])
    return numbersOf(db, `${arms.join(' UNION ')} ORDER BY number DESC LIMIT ${limit}`, values)
  }
}

/** Of some entries those that are meant, in their order: each of them is looked up by its number. */
async function matching(db: Queries, question: Question, candidates: readonly number[]): Promise<number[]> {
  let left = [...candidates]
  const keep = async (sql: string, values: readonly unknown[]) => {
    const meant = left.length === 0 ? new Set<number>() : new Set(await numbersOf(db, sql, values))
    left = left.filter((one) => meant.has(one))
  }
  if (isFiltered(question)) {
    const { kind, office, person } = question
    // Not by the primary key: all entries of the filter might be read.
    await keep(
      `SELECT number FROM gazette_facets FORCE INDEX (ix_gazette_facets_number)
       WHERE number IN (?) AND kind = ? AND office = ? AND person = ?`,
      [left, kind, office, person],
    )
  }
  for (const beginning of question.asked) {
    const range = [beginning, afterWordsWith(beginning)]
    await keep(
      `SELECT number FROM gazette_words FORCE INDEX (ix_gazette_words_number)
       WHERE number IN (?) AND word >= ? AND word < ?
       UNION SELECT f.number FROM gazette_facets f FORCE INDEX (ix_gazette_facets_number)
       STRAIGHT_JOIN gazette_terms t FORCE INDEX (ix_gazette_terms_person) ON t.person = f.person
       STRAIGHT_JOIN citizens c ON c.id = f.person AND c.left_at IS NULL
       WHERE f.number IN (?) AND f.kind = 0 AND f.office = 0 AND f.person > 0 AND t.word >= ? AND t.word < ?`,
      [left, ...range, left, ...range],
    )
  }
  return left
}
