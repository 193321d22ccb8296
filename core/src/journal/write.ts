import type { EntityManager } from 'typeorm'
import type { JournalDraft } from './draft'

/**
 * Writes a transaction's facts in one statement. They get their number only after the commit, from the sequencer.
 * Returns whether there was anything to write.
 */
export async function writeJournal(tx: EntityManager, draft: JournalDraft, at: Date): Promise<boolean> {
  if (draft.facts.length === 0) return false
  const rows = draft.facts.map((fact) => [
    fact.kind,
    fact.actor ?? null,
    fact.subject ?? null,
    fact.audience ? 'listed' : (fact.visibility ?? 'public'),
    JSON.stringify(fact.audience ? { ...fact.facts, audience: fact.audience } : (fact.facts ?? {})),
    at,
  ])
  await tx.query(
    `INSERT INTO journal (kind, actor, subject, visibility, facts, at) VALUES ${rows.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}`,
    rows.flat(),
  )
  return true
}
