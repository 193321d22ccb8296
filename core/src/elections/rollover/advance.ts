import { change, type Runtime, column, readFirst } from '../../platform'
import { dueStep, type DueStep } from './due'
import { RecountDiffers } from './recount'
import { takeStep } from './steps'

/**
 * Brings elections to where the clock is: closes phases, counts, seats, archives and opens, one small transaction after the
 * other, until nothing is due. Each step happens once, whatever is killed in between and however many processes try; the
 * next call goes on where the last one ended.
 * @returns the steps that were taken
 * @throws RecountDiffers when an election cannot be closed because its counters are wrong; administrators are notified once
 */
export async function advanceElections(runtime: Runtime): Promise<DueStep[]> {
  const taken: DueStep[] = []
  for (;;) {
    const due = await dueStep(runtime.database.manager, runtime.clock.now())
    if (!due) return taken
    try {
      await change(runtime, {}, (ctx) => takeStep(ctx, due))
    } catch (error) {
      if (error instanceof RecountDiffers) await alertOnce(runtime, error)
      throw error
    }
    taken.push(due)
  }
}

/** Remembers that the recount failed, so that it is not repeated every second, and tells administrators the first time. */
async function alertOnce(runtime: Runtime, error: RecountDiffers): Promise<void> {
  await change(runtime, {}, async (ctx) => {
    const row = await readFirst(
      ctx.tx,
      { recount_failed_at: column.instant.nullable },
      'SELECT recount_failed_at FROM elections WHERE id = ? FOR UPDATE',
      [error.electionId],
    )
    await ctx.tx.query('UPDATE elections SET recount_failed_at = ? WHERE id = ?', [ctx.now(), error.electionId])
    if (row?.recount_failed_at !== null) return
    ctx.journal.add({
      kind: 'elections.recount-differs',
      subject: error.electionUid,
      facts: { electionId: error.electionUid, differences: error.differences.slice(0, 20) },
    })
  })
}

/** When the next step of an election is due; null when none is at `now`. */
export async function electionsDueAt(runtime: Pick<Runtime, 'database'>, now: Date): Promise<Date | null> {
  return (await dueStep(runtime.database.manager, now))?.dueAt ?? null
}
