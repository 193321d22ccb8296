import { allEvents, type EventDeclaration } from '@nation/domain/events'
import type { DataSource } from 'typeorm'

/**
 * Writes the declared rules of events where the database's procedures find them: erasure and retention follow from the
 * declarations of the version that migrates. Done again, it changes nothing.
 */
export async function writeEventRules(database: DataSource): Promise<void> {
  const events = allEvents as readonly EventDeclaration[]
  const kinds = events.map(({ kind, retentionDays }) => [kind, retentionDays ?? null])
  const personal = events.flatMap(({ kind, personal: names }) =>
    names.map((name, place) => [kind, place, `$.${name}`] as const),
  )
  await database.transaction(async (tx) => {
    await tx.query('DELETE FROM journal_personal')
    await tx.query('DELETE FROM journal_kinds')
    await tx.query('INSERT INTO journal_kinds (kind, keep_days) VALUES ?', [kinds])
    await tx.query('INSERT INTO journal_personal (kind, place, path) VALUES ?', [personal])
  })
}
