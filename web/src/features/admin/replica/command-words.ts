import type { CommandCall, CommandTable } from '@nation/domain/commands'
import type { Entry, Row } from '../../../lib/replica'
import { nameOf } from './use-replica'
import { fieldName, fieldsOf, valueInWords, type FieldInWords } from './rows-in-words'

const quoted = (value: unknown): string => `“${typeof value === 'string' && value !== '' ? value : '…'}”`

/** An entry of the outbox as a sentence without its subject. */
export function commandInWords({ call, input, base, id }: Pick<Entry, 'call' | 'input' | 'base' | 'id'>): string {
  switch (call) {
    case 'admin.update-role':
      return input.isModerator === true ? `Make ${nameOf(id)} a moderator` : `Take moderation away from ${nameOf(id)}`
    case 'broadcast.create':
      return `Send the broadcast ${quoted(input.message)}`
    case 'broadcast.delete':
      return `Delete the broadcast ${quoted(base?.message)}`
    case 'candidates.delete':
      return `Delete the candidacy of ${typeof base?.displayName === 'string' ? base.displayName : 'a candidate'}`
    case 'government-tasks.create-task':
      return `Write the task ${quoted(input.title)}`
    case 'government-tasks.update-task':
      return `Change the task ${quoted(base?.title ?? input.title)}`
    case 'government-tasks.update-status':
      return `${input.status === 'completed' ? 'Complete' : 'Reopen'} the task ${quoted(base?.title)}`
    case 'government-tasks.delete-task':
      return `Delete the task ${quoted(base?.title)}`
  }
}

/** What a change contains, where its sentence does not say it: the fields of a task or a broadcast that is written or changed. */
export function contentOf({ call, input }: Pick<Entry, 'call' | 'input'>): readonly FieldInWords[] {
  const quotedField = quotedFields[call]
  if (quotedField === undefined) return []
  return fieldsOf(Object.fromEntries(Object.entries(input).filter(([field]) => field !== quotedField)))
}

/** Of changes that write texts, the field that their sentence quotes. The sentence about a changed task quotes the title that it had. */
const quotedFields: Readonly<Partial<Record<CommandCall, string>>> = {
  'broadcast.create': 'message',
  'government-tasks.create-task': 'title',
  'government-tasks.update-task': '',
}

/** A field of a row in conflict, in words: as it was seen, as the server has it, and as the administrator's change would leave it. */
export interface Difference {
  readonly key: string
  readonly name: string
  readonly seen: string
  readonly theirs: string
  readonly mine: string
}

/**
 * The fields that other administrators changed since, and those that this entry changes. `mine`: the server's row with this entry applied,
 * which is what a repeat would send; null when the entry deletes the row.
 */
export function differencesOf(seen: Row | null, theirs: Row, mine: Row | null): readonly Difference[] {
  const rows = { seen: seen ?? theirs, theirs, mine: mine ?? theirs }
  return Object.keys(theirs).flatMap((key) => {
    const texts = Object.values(rows).map((row) => JSON.stringify(row[key] ?? null))
    if (key === 'id' || new Set(texts).size === 1) return []
    const words = (row: Row) => valueInWords(key, row[key])
    return [
      {
        key,
        name: fieldName(key),
        seen: words(rows.seen),
        theirs: words(theirs),
        mine: mine ? words(mine) : 'Deleted',
      },
    ]
  })
}

/** The sentence about a row that was deleted, with the name of the citizen who deleted it, if it is known. */
export function goneInWords(table: CommandTable, theirs: Row | null): string {
  const by = theirs?.deletedBy
  const sentence = typeof by === 'string' ? `${nameOf(by)} has deleted this broadcast.` : goneWords[table]
  return `${sentence} There is nothing left to change.`
}

const goneWords: Readonly<Record<CommandTable, string>> = {
  members: 'This member has left.',
  broadcasts: 'This broadcast is gone.',
  candidacies: 'This candidacy has ended.',
  tasks: 'This task is gone.',
}
