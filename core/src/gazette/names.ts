import { officeTitle } from '@nation/domain/elections'
import { electionName } from '@nation/domain/formats'
import type { GazetteEntryPart, Named, Sentence } from '@nation/domain/gazette'
import { column, readRows, type Queries, type RowOf, type Shape } from '../platform'

/** Names as they are now, and pages about what they name. */
export interface Names {
  readonly of: (named: Named) => GazetteEntryPart
  /** The row key of a citizen; undefined where no citizen has this id. */
  readonly keyOf: (person: string) => string | undefined
}

/** A former citizen: said to be one, and nothing more. */
const former: GazetteEntryPart = { text: 'a former citizen', href: null }

/** The names of all that some sentences name. */
export async function namesOf(db: Queries, sentences: readonly Sentence[]): Promise<Names> {
  const named = sentences.flat().filter((piece) => typeof piece !== 'string')
  const ids = (is: Named['is']) => [...new Set(named.flatMap((piece) => (piece.is === is ? [piece.id] : [])))]
  const people = await byId(db, person, () => peopleById, ids('person'))
  const polls = await byId(db, poll, () => 'SELECT uid, question, status FROM polls WHERE uid IN (?)', ids('poll'))
  const said = await byId(db, broadcast, () => broadcastsById, ids('broadcast'))
  const removals = await byId(db, removal, () => removalsById, ids('removal'))
  const tasks = await byId(db, task, () => 'SELECT uid, title FROM tasks WHERE uid IN (?)', ids('task'))
  const elections = await byId(db, election, () => electionsById, ids('election'))
  const of = (piece: Named): GazetteEntryPart => {
    if (piece.is === 'office') return { text: officeTitle(piece.id), href: `/office/${piece.id}` }
    if (piece.is === 'person') return personPart(people.get(piece.id))
    if (piece.is === 'poll') return pollPart(polls.get(piece.id))
    if (piece.is === 'election') return electionPart(elections.get(piece.id))
    if (piece.is === 'removal') return removalPart(removals.get(piece.id))
    if (piece.is === 'task') return taskPart(tasks.get(piece.id))
    return broadcastPart(said.get(piece.id))
  }
  return { of, keyOf: (id) => people.get(id)?.id }
}

/** The parts of a sentence; it begins with a capital, unless it names a person first, who is called as they are called. */
export function partsOf(sentence: Sentence, names: Names): GazetteEntryPart[] {
  const parts = endedOnce(
    sentence.map((piece) => (typeof piece === 'string' ? { text: piece, href: null } : names.of(piece))),
  )
  const [first, ...rest] = parts
  if (!first) return []
  const [begins] = sentence
  if (typeof begins === 'object' && begins.is === 'person' && first.href !== null) return parts
  return [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest]
}

/** What is quoted last may end a sentence itself: then no full stop follows it. */
function endedOnce(parts: GazetteEntryPart[]): GazetteEntryPart[] {
  const [quote, stop] = parts.slice(-2)
  return stop?.text === '.' && /[.!?…]”$/.test(quote?.text ?? '') ? parts.slice(0, -1) : parts
}

/** A sentence as plain text. */
export const textOf = (parts: readonly GazetteEntryPart[]): string => parts.map(({ text }) => text).join('')

const atOnce = 180

async function byId<S extends Shape & { readonly uid: Shape[string] }>(
  db: Queries,
  shape: S,
  statement: () => string,
  ids: readonly string[],
): Promise<Map<string, RowOf<S>>> {
  const found = new Map<string, RowOf<S>>()
  for (let from = 0; from < ids.length; from += atOnce) {
    const rows = await readRows(db, shape, statement(), [ids.slice(from, from + atOnce)])
    for (const row of rows) found.set(String(row.uid), row)
  }
  return found
}

const person = {
  id: column.key,
  uid: column.text,
  username: column.text,
  left_at: column.instant.nullable,
  held: column.flag,
}
const poll = { uid: column.text, question: column.text, status: column.text }
const broadcast = { uid: column.text, message: column.text, archived_at: column.instant.nullable }
const removal = { uid: column.text, removal_reason: column.text.nullable, left_at: column.instant.nullable }
const task = { uid: column.text, title: column.text }
const election = { uid: column.text, stage: column.text, starts_at: column.instant }

const broadcastsById = 'SELECT uid, message, archived_at FROM broadcasts WHERE uid IN (?)'
const removalsById = `SELECT k.uid, k.removal_reason, c.left_at FROM candidacies k JOIN citizens c ON c.id = k.citizen_id
  WHERE k.uid IN (?)`
const electionsById = 'SELECT uid, stage, starts_at FROM elections WHERE uid IN (?)'
const peopleById = `SELECT c.id, c.uid, c.username, c.left_at,
  EXISTS (SELECT 1 FROM terms t WHERE t.citizen_id = c.id) AS held FROM citizens c WHERE c.uid IN (?)`

function personPart(row: RowOf<typeof person> | undefined): GazetteEntryPart {
  if (!row || row.left_at !== null) return former
  const href = row.held ? `/gov-official/${row.uid}` : `/gazette?person=${row.uid}`
  return { text: row.username, href, person: row.uid }
}

const notShown: GazetteEntryPart = { text: 'it is no longer shown', href: null }

const pollPart = (row: RowOf<typeof poll> | undefined): GazetteEntryPart =>
  row && row.status !== 'deleted' ? { text: quoted(row.question), href: `/vote?poll=${row.uid}` } : notShown

/** What was taken down is quoted no more (decision 63). */
const broadcastPart = (row: RowOf<typeof broadcast> | undefined): GazetteEntryPart =>
  row && row.archived_at === null ? { text: quoted(row.message), href: null } : notShown

/** A reason about a citizen who left is quoted no more (decision 68). */
function removalPart(row: RowOf<typeof removal> | undefined): GazetteEntryPart {
  if (!row || row.left_at !== null) return { text: 'the reason is no longer shown', href: null }
  const text = row.removal_reason === null ? 'no reason was given' : quoted(row.removal_reason)
  return { text, href: `/elections/candidate/${row.uid}` }
}

const taskPart = (row: RowOf<typeof task> | undefined): GazetteEntryPart => ({
  text: row ? quoted(row.title) : 'a task that is not known',
  href: null,
})

function electionPart(row: RowOf<typeof election> | undefined): GazetteEntryPart {
  if (!row) return { text: 'an election', href: null }
  const open = row.stage !== 'planned' && row.stage !== 'cancelled'
  return {
    text: `the election of ${electionName(row.starts_at.getTime())}`,
    href: open ? `/elections/results/${row.uid}` : '/elections',
  }
}

const quoted = (text: string): string => `“${text}”`
