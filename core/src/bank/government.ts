import type { EntityManager } from 'typeorm'
import { advanceElections, RecountDiffers } from '../elections'
import { column, readRows, type Runtime } from '../platform'
import { readBank } from './locked-bank'

/**
 * Whether an election that ended before that instant has not seated its government yet: until then it is open who held
 * which office in the cycle, and salaries wait.
 */
export async function awaitsGovernment(tx: EntityManager, dueAt: number): Promise<boolean> {
  const rows = await readRows(
    tx,
    { id: column.key },
    "SELECT id FROM elections WHERE ends_at < ? AND stage NOT IN ('seated', 'completed', 'cancelled') LIMIT 1",
    [new Date(dueAt)],
  )
  return rows.length > 0
}

/**
 * Before an administrator's payment: brings elections to where the clock is, as the workers do every second, when a payment
 * that is due waits for them. So salaries can be paid while the workers are down. An election that cannot be counted stays; the
 * payment says so then.
 */
export async function seatWhoIsToBePaid(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now().getTime()
  const { cycle } = await readBank(runtime.database.manager)
  if (!cycle || cycle.dueAt > now) return
  if (!(await awaitsGovernment(runtime.database.manager, now))) return
  try {
    await advanceElections(runtime)
  } catch (error) {
    if (!(error instanceof RecountDiffers)) throw error
  }
}
