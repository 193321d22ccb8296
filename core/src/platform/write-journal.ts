import type { EntityManager } from 'typeorm'
import type { Statement } from './one-message'
import type { JournalDraft } from './journal-draft'

/**
 * Writes a transaction's journal entries in one statement. The sequencer gives them their numbers after the commit.
 * @returns whether there were entries
 */
export async function writeJournal(tx: EntityManager, draft: JournalDraft, at: Date): Promise<boolean> {
  const statement = journalRows(draft, at)
  if (statement) await tx.query(statement.sql, [...statement.values])
  return statement !== null
}

/** The statement that inserts the entries; null when there are none. */
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
