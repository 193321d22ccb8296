import type { Logger } from '@nation/core/platform'

/** Something that is done again and again, never twice at once; a nudge makes the next round come at once. */
export interface Loop {
  readonly nudge: () => void
  /** Ends the loop; resolves when the round under way has ended. */
  readonly stop: () => Promise<void>
}

/** Runs `round` every `everyMs`, and at once after a nudge. A failed round is logged and the next one comes in its time. */
export function loop(name: string, everyMs: number, log: Logger, round: () => Promise<void>): Loop {
  let running: Promise<void> | null = null
  let again = false
  let stopped = false
  let failing = false
  let timer: NodeJS.Timeout | undefined

  const go = () => {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    clearTimeout(timer)
    running = round()
      .then(() => {
        failing = false
      })
      .catch((error: unknown) => {
        // Said once, not at every round, while the same thing is away.
        if (!failing) log.error({ err: error, loop: name }, 'a round failed; it is tried again')
        failing = true
      })
      .finally(() => {
        running = null
        if (stopped) return
        const soon = again && !failing
        again = false
        timer = setTimeout(go, soon ? 0 : everyMs)
      })
  }
  go()
  return {
    nudge: go,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
