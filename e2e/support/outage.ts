import { setTimeout as pause } from 'node:timers/promises'
import type { RunningNation } from '@nation/dev/nation'

/** Does something while a process is dead: killed, and killed again whenever the launcher brings it back. Then it may live. */
async function without(name: string, nation: RunningNation, work: () => Promise<void>): Promise<void> {
  let over = false
  await nation.kill(name)
  const keepDown = (async () => {
    while (!over) {
      // Between two lives there is no process to kill.
      await nation.kill(name).catch(() => undefined)
      await pause(50)
    }
  })()
  try {
    await work()
  } finally {
    over = true
    await keepDown
  }
}

/** Does something while the API is dead. */
export const withoutApi = (nation: RunningNation, work: () => Promise<void>): Promise<void> =>
  without('api', nation, work)

/** Does something while nothing happens by itself: the workers are dead. */
export const withoutWorkers = (nation: RunningNation, work: () => Promise<void>): Promise<void> =>
  without('workers', nation, work)

/** Waits until the API answers again. */
export async function apiAnswers(nation: RunningNation): Promise<void> {
  for (;;) {
    const answered = await fetch(`${nation.origin}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return
    await pause(100)
  }
}
