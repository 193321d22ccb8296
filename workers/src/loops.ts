import type { Logger } from '@nation/core/platform'

/** Something that is done again and again, never twice at once; a nudge makes the next round come at once. */
export interface Loop {
  readonly nudge: () => void
  /** Whether its last round went well, and was not long ago. False until the first round has ended. */
  readonly turns: () => boolean
  /** Ends the loop; resolves when the round under way has ended. */
  readonly stop: () => Promise<void>
}

/** How long a round may take, in milliseconds, before the loop counts as stuck. */
const longestRoundMs = 60_000

/**
 * Runs `round` every `everyMs`, and soon after a nudge: at once, or when `restMs` have gone since the last round, so that a
 * crowd of nudges shares a round. A failed round is logged and the next one comes in its time.
 */
export function loop(name: string, everyMs: number, log: Logger, round: () => Promise<void>, restMs = 0): Loop {
  let running: Promise<void> | null = null
  let again = false
  let stopped = false
  let failing = false
  let timer: NodeJS.Timeout | undefined
  let restsUntil = 0
  let wentWellAt = -Infinity

  const nudge = () => {
    const rest = restsUntil - performance.now()
    if (running || rest <= 0) return go()
    clearTimeout(timer)
    timer = setTimeout(go, rest)
  }
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
        wentWellAt = performance.now()
      })
      .catch((error: unknown) => {
        // Said once, not at every round, while the same thing is away.
        if (!failing) log.error({ err: error, loop: name }, 'a loop failed; it is retried')
        failing = true
      })
      .finally(() => {
        running = null
        if (stopped) return
        const soon = again && !failing
        again = false
        restsUntil = performance.now() + restMs
        timer = setTimeout(go, soon ? restMs : everyMs)
      })
  }
  go()
  return {
    nudge,
    turns: () => !failing && performance.now() - wentWellAt < everyMs + longestRoundMs,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
