import { sequence, type Reactions } from '../journal'
import { column, readRows, type Runtime } from '../platform'
import { react } from '../work'

/**
 * Numbers the journal and does what follows from it, and from that, until nothing is left to do. Nobody else is at it: what a
 * process that was killed had begun is not waited for.
 */
export async function doWhatFollows(runtime: Runtime, reactions: Reactions): Promise<void> {
  await runtime.database.query('UPDATE journal_work SET heard_at = NULL WHERE heard_at IS NOT NULL')
  for (;;) {
    await sequence(runtime.database, reactions)
    const open = await readRows(
      runtime.database,
      { seq: column.integer, handler: column.text },
      'SELECT seq, handler FROM journal_work WHERE done_at IS NULL ORDER BY seq',
    )
    if (open.length === 0) return
    for (const { seq, handler } of open) await react(runtime, reactions, { seq: seq, handler })
  }
}
