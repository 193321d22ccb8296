import { eventOf } from '@nation/domain/events'
import type { GazetteKind, Sentence } from '@nation/domain/gazette'
import { gazetteTable, type LeftOut, type PublicKind, type GazetteLine } from '@nation/domain/gazette-entries'
import type { JournalEntry } from '../journal'

type Line = GazetteLine<PublicKind> | LeftOut

const lines = new Map<string, Line>(Object.entries(gazetteTable as Readonly<Record<string, Line>>))

/** Kinds of journal entries that appear in the gazette. */
export const entryKinds = [...lines].flatMap(([kind, line]) => ('leftOut' in line ? [] : [kind as PublicKind]))

/** What the gazette says of a journal entry. */
export interface EntryText {
  readonly kind: GazetteKind
  readonly sentence: Sentence
}

/**
 * What the gazette says of a journal entry; null where it says nothing of it. Facts that another version wrote and this one cannot
 * read are described by the summary of their event.
 */
export function entryTextOf(entry: JournalEntry): EntryText | null {
  const line = lines.get(entry.kind)
  const event = eventOf(entry.kind)
  if (!line || 'leftOut' in line || !event || entry.visibility !== 'public') return null
  const facts = event.facts.safeParse(entry.facts)
  return { kind: line.kind, sentence: facts.success ? line.say(facts.data as never, entry) : [event.summary] }
}
