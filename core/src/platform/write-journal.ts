import type { EntityManager } from 'typeorm'
import type { Statement } from './one-message'
import type { JournalDraft } from './journal-draft'

/**
 * Writes a transaction's facts in one statement. They get their number only after the commit, from the sequencer.
 * Returns whether there was anything to write.
 */
export async function writeJournal(tx: EntityManager, draft: JournalDraft, at: Date): Promise<boolean> {
  const statement = journalRows(draft, at)
  if (statement) await tx.query(statement.sql, [...statement.values])
  return statement !== null
}

/** The statement that writes them; null when there is nothing to write. */
export function journalRows(draft: JournalDraft, at: Date): Statement | null {
  if (draft.facts.length === 0) return null
  const rows = draft.facts.map((fact) => [
    fact.kind,
    fact.actor,
    fact.subject,
    fact.visibility,
    JSON.stringify(fact.facts),
    at,
  ])
  return {
    sql: `INSERT INTO journal (kind, actor, subject, visibility, facts, at) VALUES ${rows.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}`,
    values: rows.flat(),
  }
}
